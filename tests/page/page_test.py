"""The page of `robur check --format html`, as HTML and in a browser.

    page_test.py ROBUR html|browser

html: the text of pages: well formed, complete, small, escaped; its verdicts are those of the JSON
report, and what it says of each change is what robur says of the changed file.
browser: what happens in headless Chromium: the slider, keys, buttons, colours, narrow screens, paper.
"""
import functools
import html.parser
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import webdriver

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
ROBUR = None
MOST_BYTES = 300_000

HOSTILE = """// "</script><script>window.bad = 1</script>" & <b>bold</b> \\ `
atomic x, y;
thread a {
\tx.store(1, rlx); // </pre></details><img src=x onerror="window.bad = 2">
\tlocal r; r = y.load(rlx);
}
thread b {
\ty.store(1, rlx);
\tlocal r; r = x.load(rlx);
}
"""

# Paths, and options for them: violations of several kinds, robust, unknown, four threads, C++.
PAGES = {
    "dekker": ["examples/dekker.rob"],
    "lock": ["examples/lock.cpp"],
    "ring": ["examples/ring.rob"],
    "three": ["tests/corpus/litmus/3.sb.rob"],
    "iriw": ["tests/corpus/litmus/iriw.rob"],
    "robust": ["examples/dekker-fixed.rob"],
    "race": ["-m", "sc,rc20", "tests/e2e/programs/race.rob"],
    "assertion": ["tests/e2e/programs/assertion.rob"],
    "unknown": ["-m", "tso", "--max-states", "1000", "tests/e2e/programs/endless.rob"],
    "several": ["tests/e2e/programs/broken.rob", "examples/dekker.rob", "examples/spinlock.rob"],
}


@functools.cache
def checked(arguments, format):
    done = subprocess.run([ROBUR, "check", "--format", format, *arguments], cwd=ROOT, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    # Only the page of several programs has one that is not valid.
    if done.returncode > 3 or (done.returncode == 2 and "broken.rob" not in done.stderr):
        raise RuntimeError(f"exit code {done.returncode}: {done.stderr}")
    return done.stdout


def check(arguments, format):
    return checked(tuple(arguments), format)


class Node:
    def __init__(self, tag, attributes):
        self.tag, self.attributes, self.children = tag, attributes, []

    def walk(self):
        yield self
        for child in self.children:
            if isinstance(child, Node):
                yield from child.walk()

    def text(self):
        return "".join(c if isinstance(c, str) else c.text() for c in self.children)

    def classes(self):
        return (self.attributes.get("class") or "").split()


class Tree(html.parser.HTMLParser):
    """Builds the tree of a page; an element that is not closed in order is an error."""

    VOID = {"meta", "link", "input", "br"}

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.root = Node("", {})
        self.open = [self.root]
        self.feed(text)
        self.close()
        if len(self.open) != 1:
            raise ValueError(f"not closed: {[n.tag for n in self.open[1:]]}")

    def handle_starttag(self, tag, attributes):
        node = Node(tag, dict(attributes))
        self.open[-1].children.append(node)
        if tag not in self.VOID:
            self.open.append(node)

    def handle_startendtag(self, tag, attributes):
        self.open[-1].children.append(Node(tag, dict(attributes)))

    def handle_endtag(self, tag):
        if self.open[-1].tag != tag:
            raise ValueError(f"</{tag}> in <{self.open[-1].tag}>, line {self.getpos()[0]}")
        self.open.pop()

    def handle_data(self, data):
        self.open[-1].children.append(data)

    def all(self, tag=None, cls=None):
        return [n for n in self.root.walk()
                if (tag is None or n.tag == tag) and (cls is None or cls in n.classes())]


def patched(text, diff):
    """The text after a unified diff of one file."""
    lines, out, at = text.splitlines(keepends=True), [], 0
    for line in diff.splitlines():
        if line.startswith(("---", "+++")) or not line:
            continue
        if match := re.match(r"@@ -(\d+)", line):
            out += lines[at:int(match[1]) - 1]
            at = int(match[1]) - 1
        elif line[0] == "+":
            out.append(line[1:] + "\n")
        else:
            assert lines[at].rstrip("\n") == line[1:], (lines[at], line)
            if line[0] == " ":
                out.append(lines[at])
            at += 1
    return "".join(out + lines[at:])


class Html(unittest.TestCase):
    def test_every_page_is_well_formed_small_and_complete(self):
        for name, arguments in PAGES.items():
            with self.subTest(name):
                text = check(arguments, "html")
                self.assertLess(len(text.encode()), MOST_BYTES)
                self.complete(text)

    def test_a_long_source_with_many_threads_stays_small(self):
        body = "".join(f"  x{i}.store(1, rlx);\n" for i in range(400))
        names = ", ".join(f"x{i}" for i in range(400))
        source = (f"atomic {names};\natomic y;\nthread a {{\n{body}  y.store(1, rlx);\n}}\n"
                  "thread b {\n  local r;\n  r = y.load(rlx);\n  r = x0.load(rlx);\n}\n"
                  "thread c { y.store(2, rlx); }\nthread d { y.store(3, rlx); }\n")
        with tempfile.TemporaryDirectory() as scratch:
            path = pathlib.Path(scratch) / "long.rob"
            path.write_text(source)
            text = check(["--all", str(path)], "html")
        self.assertIn("Not robust", text)
        self.assertLess(len(text.encode()), MOST_BYTES)
        Tree(text)

    def test_what_has_no_room_is_left_out_with_its_links(self):
        files = ["tests/corpus/litmus/iriw.rob", "tests/corpus/litmus/3.sb.rob",
                 "tests/corpus/litmus/sb.rob", "tests/corpus/litmus/2+2w.rob",
                 "tests/corpus/litmus/r.rob", "tests/corpus/litmus/mp-rlx.rob"]
        text = check(files, "html")
        self.assertLess(len(text.encode()), MOST_BYTES)
        tree = self.complete(text)
        self.assertEqual(len(tree.all("table", "models")), len(files))
        self.assertIn("There was no room", text)

    def complete(self, text):
        """Ids are unique, and every link leads to one of them."""
        tree = Tree(text)
        ids = [n.attributes["id"] for n in tree.root.walk() if "id" in n.attributes]
        self.assertEqual(len(ids), len(set(ids)))
        for node in tree.root.walk():
            for attribute in ("href", "src", "action"):
                target = node.attributes.get(attribute)
                if target is None or target == "data:,":
                    continue
                self.assertTrue(target.startswith("#"), target)
                self.assertIn(target[1:], ids)
        return tree

    def test_what_the_user_wrote_is_text(self):
        with tempfile.TemporaryDirectory() as scratch:
            folder = pathlib.Path(scratch) / "a\"><i>'&"
            folder.mkdir()
            path = folder / "x.rob"
            path.write_text(HOSTILE)
            tree = Tree(check([str(path)], "html"))
        self.assertEqual(len(tree.all("script")), 2)
        self.assertEqual(tree.all("img"), [])
        self.assertEqual([n for n in tree.root.walk() if "onerror" in n.attributes], [])
        source = "".join(n.text() for n in tree.all("details", "file"))
        self.assertIn("</script><script>window.bad = 1</script>", source)
        self.assertIn(str(path), tree.all("h2")[0].text())

    def test_verdicts_are_those_of_the_json_report(self):
        words = {"robust": "robust against", "not-robust": "NOT ROBUST against",
                 "unknown": "UNKNOWN against"}
        for name in ("dekker", "iriw", "robust", "race", "unknown", "lock"):
            with self.subTest(name):
                results = json.loads(check(PAGES[name], "json"))["results"]
                expected = {r["model"].upper(): r["verdict"] for r in results
                            if r["model"] != "sc" and r["property"] == "robustness"}
                rows = [n for t in Tree(check(PAGES[name], "html")).all("table", "models")
                        for n in t.walk() if n.tag == "tr"][1:]
                shown = {}
                for row in rows:
                    model, verdict = row.children[0].text().split()[-1], row.children[1].text()
                    shown[model] = next((v for v, w in words.items() if verdict.startswith(w)), "")
                shown.pop("SC", None)
                self.assertEqual(shown, expected)

    def test_changes_do_what_the_page_says(self):
        """The changed file, checked by itself, has the verdicts that the page gives the change."""
        for name in ("tests/corpus/litmus/sb.rob", "tests/corpus/litmus/mp-rlx.rob",
                     "examples/spinlock.rob", "examples/lock.cpp"):
            path = ROOT / name
            changes = Tree(check([name], "html")).all("details", "change")
            self.assertGreaterEqual(len(changes), 2, name)
            # Each check of a C++ program starts the compiler.
            for change in changes[::4] if path.suffix == ".cpp" else changes:
                result = next(n for n in change.walk() if "result" in n.classes())
                diff = next(n for n in result.walk() if n.tag == "pre").text()
                claim = [n.text() for n in result.walk() if n.tag == "p"][1]
                with self.subTest(name, claim=claim, diff=diff), \
                        tempfile.TemporaryDirectory() as scratch:
                    changed = pathlib.Path(scratch) / path.name
                    changed.write_text(patched(path.read_text(), diff))
                    results = json.loads(check(["--consequence", "off", str(changed)], "json"))
                    self.assertEqual(self.robust_models(claim),
                                     {r["model"].upper() for r in results["results"]
                                      if r["verdict"] == "robust" and r["model"] != "sc"
                                      and r["property"] == "robustness"})

    @staticmethod
    def robust_models(claim):
        match = re.search(r"^\S+ (?:still )?robust against ((?:[A-Z0-9]+(?:, | and )?)+)", claim)
        return set(re.findall(r"[A-Z0-9]+", match[1])) if match else set()

    def test_the_repair_makes_the_program_robust(self):
        name = "tests/corpus/litmus/sb.rob"
        tree = Tree(check([name], "html"))
        repair = next(n for n in tree.root.walk() if n.attributes.get("id") == "p1-repair")
        diff = next(n for n in repair.walk() if n.tag == "pre").text()
        with tempfile.TemporaryDirectory() as scratch:
            changed = pathlib.Path(scratch) / "x.rob"
            changed.write_text(patched((ROOT / name).read_text(), diff))
            results = json.loads(check([str(changed)], "json"))["results"]
        self.assertEqual({r["verdict"] for r in results}, {"robust"})

    def test_bad_input_and_nothing_to_try_are_said(self):
        several = Tree(check(PAGES["several"], "html"))
        self.assertEqual(len(several.all("article")), 3)
        self.assertIn("expected", several.all("pre", "error")[-1].text())
        unknown = Tree(check(PAGES["unknown"], "html"))
        self.assertIn("limit of 1000 states", unknown.all("p", "answer")[0].text())
        self.assertEqual(unknown.all("details", "change"), [])

    def test_the_command_is_what_a_shell_reads(self):
        with tempfile.TemporaryDirectory() as scratch:
            path = pathlib.Path(scratch) / "it's $HOME.rob"
            path.write_text(HOSTILE)
            command = Tree(check([str(path)], "html")).all("pre")[0].text()
            shown = subprocess.run(["bash", "-c", f"robur() {{ printf '%s\\n' \"$@\"; }}; {command}"],
                                   text=True, check=True, stdout=subprocess.PIPE).stdout
            self.assertEqual(shown.splitlines(), ["check", "--format", "html", str(path)])


# Text and its background have enough contrast for small text (WCAG AA: 4.5).
CONTRAST = """
const parse = (c) => { const m = c.match(/[\\d.]+/g).map(Number); return m.length < 4 ? [...m, 1] : m; };
const light = (c) => { const l = c.slice(0, 3).map((v) => { v /= 255;
  return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; });
  return 0.2126 * l[0] + 0.7152 * l[1] + 0.0722 * l[2]; };
const back = (e) => { for (; e; e = e.parentElement) {
  const c = parse(getComputedStyle(e).backgroundColor); if (c[3] === 1) return c; }
  return [255, 255, 255, 1]; };
const bad = [];
for (const e of document.querySelectorAll("body *")) {
  if (e instanceof SVGElement || !e.checkVisibility() || e.matches("script, style")) continue;
  if (e.closest(".later")) continue;  // faded on purpose: what is still to come
  if (![...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim())) continue;
  const a = light(parse(getComputedStyle(e).color)), b = light(back(e));
  const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  if (ratio < 4.5) bad.push(`${ratio.toFixed(2)}: ${e.tagName}.${e.className}: ${e.textContent}`);
}
return bad;
"""

# Labels and lines between threads keep off the text of the threads.
COVERED = """
const boxes = [...document.querySelectorAll(".rows")].filter((e) => e.checkVisibility())
  .map((e) => e.getBoundingClientRect());
const bad = [];
for (const e of document.querySelectorAll(".threads svg text, .threads svg path")) {
  if (!e.checkVisibility()) continue;
  const r = e.getBoundingClientRect();
  for (const b of boxes) {
    const over = Math.min(r.right, b.right) - Math.max(r.left, b.left);
    const down = Math.min(r.bottom, b.bottom) - Math.max(r.top, b.top);
    if (over > 0.5 && down > 0.5) bad.push(`${e.outerHTML} by ${over} ${down}`);
  }
}
return bad;
"""

# In the graph, what stands in a box is inside it, and its texts do not meet.
BOXES = """
const bad = [];
for (const g of document.querySelectorAll(".graph .event")) {
  const box = g.querySelector("rect").getBBox();
  const parts = [...g.querySelectorAll("text, circle")].filter((p) => !p.matches(".number"))
    .map((p) => p.getBBox()).sort((a, b) => a.x - b.x);
  let last = box.x;
  for (const p of parts) {
    if (p.width > 0 && p.x < last) bad.push(g.outerHTML);
    last = p.x + p.width;
  }
  if (last > box.x + box.width) bad.push(g.outerHTML);
}
return bad;
"""


class InBrowser(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.scratch.cleanup)
        cls.browser = cls.enterClassContext(webdriver.Browser())
        hostile = pathlib.Path(cls.scratch.name) / "<b>.rob"
        hostile.write_text(HOSTILE)
        for name, arguments in {**PAGES, "hostile": [str(hostile)]}.items():
            (pathlib.Path(cls.scratch.name) / f"{name}.html").write_text(check(arguments, "html"))
        cls.names = [*PAGES, "hostile"]

    def setUp(self):
        self.browser.size(1280, 900)
        self.browser.media()

    def tearDown(self):
        self.assertEqual(self.browser.log(), [])

    def open(self, name):
        self.browser.open(f"{self.scratch.name}/{name}.html")

    def value(self):
        return self.browser.script("return Number(document.querySelector('.slider input').value)")

    def memory(self):
        """The rows of the first run's memory: name, value in the run, value under SC."""
        return self.browser.script(
            "return [...document.querySelector('.memory').querySelectorAll('tbody tr')]"
            ".map((r) => [...r.querySelectorAll('code')].map((c) => c.textContent))")

    def test_no_script_of_the_program_runs(self):
        self.open("hostile")
        self.assertIsNone(self.browser.script("return window.bad ?? null"))

    def test_memory_along_the_run_is_that_of_the_json_report(self):
        for name in ("dekker", "iriw", "ring"):
            self.open(name)
            entry = next(r for r in json.loads(check(PAGES[name], "json"))["results"]
                         if r["verdict"] == "not-robust")
            run = entry["violation"]["run"]
            slider = self.browser.one(".slider input")
            slider.keys(webdriver.HOME)
            self.assertEqual(self.value(), 0)
            now = {row[0]: row[1] for row in self.memory()}
            for count, step in enumerate(run, 1):
                slider.keys(webdriver.RIGHT)
                self.assertEqual(self.value(), count)
                if "written" in step:
                    now[step["cell"]] = str(step["written"])
                self.assertEqual(self.memory(), [[n, v, v] for n, v in now.items()], (name, count))
                current = self.browser.one(".steps [aria-current]").text
                self.assertIn(step["statement"], current)
            reading = self.browser.one(".reading").text
            self.assertEqual(reading, f"this step reads {run[-1]['read']}; under SC it reads "
                                      f"{now[run[-1]['cell']]}")

    def test_a_store_that_is_overwritten_has_two_values(self):
        self.open("lock")  # the last step of its cycle is a store
        self.assertIn(["mutex.turn", "1", "0"], self.memory())
        self.browser.one(".slider .back").click()
        self.assertIn(["mutex.turn", "1", "1"], self.memory())

    def test_keys_and_buttons_move_through_the_run(self):
        self.open("dekker")
        self.assertEqual(self.value(), 4)
        self.browser.press(webdriver.LEFT)
        self.assertEqual(self.value(), 3)
        self.browser.press(webdriver.RIGHT)
        self.browser.press(webdriver.RIGHT)
        self.assertEqual(self.value(), 4)
        self.browser.one(".slider .back").click()
        self.browser.one(".slider .back").click()
        self.assertEqual(self.value(), 2)
        self.browser.one(".slider .on").click()
        self.assertEqual(self.value(), 3)
        self.browser.one(".steps tbody tr").click()
        self.assertEqual(self.value(), 1)
        self.assertEqual(len(self.browser.all(".steps:not(#x) tr.later")) > 0, True)
        lit = self.browser.all(".r.now")
        self.assertTrue(any("wants_a.store(true" in line.text for line in lit))

    def test_a_button_shows_what_a_change_does(self):
        self.open("iriw")
        button = self.browser.one(".threads .try")
        box = self.browser.one(".tried")
        self.assertFalse(box.shown())
        for use in (button.click, lambda: self.browser.press(webdriver.ENTER),
                    lambda: self.browser.press(webdriver.SPACE)):
            self.browser.script("arguments[0].focus()", button)
            use()
            self.assertTrue(box.shown())
            self.assertEqual(button.attribute("aria-pressed"), "true")
            change = self.browser.one(button.attribute("href") + " .result")
            self.assertEqual(box.text, change.text)
            self.assertRegex(box.text, r"not robust against SRA, RA and RC11")
            use()
            self.assertFalse(box.shown())
            self.assertEqual(button.attribute("aria-pressed"), "false")

    def test_a_link_unfolds_its_target(self):
        self.open("robust")
        self.browser.script("location.hash = '#p1-c1'")
        self.browser.script("return new Promise((f) => requestAnimationFrame(f))")
        self.assertTrue(self.browser.script("return document.querySelector('#p1-c1').open"))

    def test_the_repair_can_be_copied(self):
        self.open("dekker")
        self.browser.cdp("Browser.grantPermissions",
                         permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
        button = self.browser.one("#p1-repair .copy button")
        button.click()
        diff = self.browser.one("#p1-repair pre").text
        self.assertEqual(self.browser.script("return navigator.clipboard.readText()"), diff)
        self.assertEqual(button.text, "copied")

    def test_everything_can_be_reached_by_keyboard_and_has_a_name(self):
        self.open("dekker")
        wanted = self.browser.script(
            "return [...document.querySelectorAll('a[href], button, input, summary')]"
            ".filter((e) => e.checkVisibility()).length")
        reached = 0
        for _ in range(wanted + 60):
            self.browser.press(webdriver.TAB)
            tag, outline, name = self.browser.script(
                "const e = document.activeElement; return [e.tagName, "
                "getComputedStyle(e).outlineStyle, e.getAttribute('aria-label') ?? e.textContent]")
            if tag == "BODY":
                break
            self.assertEqual(outline, "solid", tag)
            self.assertTrue(name.strip(), tag)
            reached += tag in ("A", "BUTTON", "INPUT", "SUMMARY")
        self.assertEqual(reached, wanted)

    def test_text_can_be_read_in_both_colour_schemes(self):
        backgrounds = set()
        for scheme in ("light", "dark"):
            self.browser.media(scheme=scheme)
            for name in self.names:
                self.open(name)
                self.assertEqual(self.browser.script(CONTRAST), [], (name, scheme))
            backgrounds.add(self.browser.script(
                "return getComputedStyle(document.body).backgroundColor"))
        self.assertEqual(len(backgrounds), 2)

    def test_nothing_is_covered_or_cut_off(self):
        for width in (1280, 1000, 400):
            self.browser.size(width, 900)
            for name in self.names:
                self.open(name)
                with self.subTest(name, width=width):
                    self.assertLessEqual(self.browser.script(
                        "return document.documentElement.scrollWidth"), width)
                    self.assertEqual(self.browser.script(COVERED), [])
                    self.assertEqual(self.browser.script(BOXES), [])

    def test_paper_shows_threads_below_each_other_and_no_controls(self):
        self.open("dekker")
        self.assertTrue(self.browser.one("svg.channel").shown())
        self.browser.media("print", "dark")
        self.browser.size(720, 1000)
        self.assertFalse(self.browser.one("svg.channel").shown())
        self.assertTrue(self.browser.one("svg.side").shown())
        self.assertFalse(self.browser.one(".slider").shown())
        self.assertEqual(self.browser.script(CONTRAST), [])
        self.assertEqual(self.browser.script(
            "return getComputedStyle(document.body).backgroundColor"), "rgb(255, 255, 255)")
        self.assertTrue(self.browser.pdf().startswith(b"%PDF"))

    def test_without_scripts_the_page_has_everything_to_read(self):
        self.browser.scripts(False)
        try:
            self.open("dekker")
            self.browser.one(".try").click()
        finally:
            self.browser.scripts(True)
        self.assertTrue(self.browser.script("return location.hash").startswith("#p1-c"))
        self.assertFalse(self.browser.one(".slider").shown())
        for selector in (".verdict", ".threads svg.channel", ".steps", ".memory", ".graph",
                         ".models", ".change", "#p1-repair pre"):
            self.assertTrue(self.browser.one(selector).shown(), selector)


if __name__ == "__main__":
    ROBUR = sys.argv[1]
    suites = {"html": Html, "browser": InBrowser}
    suite = unittest.defaultTestLoader.loadTestsFromTestCase(suites[sys.argv[2]])
    sys.exit(not unittest.TextTestRunner(verbosity=2).run(suite).wasSuccessful())
