// @ts-check
// Moves through the runs of the page, shows what a change would do where its button is, and copies
// text. Everything that it shows is in the page already.
(() => {
  "use strict";

  /**
   * @typedef {{text: string, thread: number, at: string, event: number, cell?: number,
   *            read?: [string, string], remark?: string, set: [number, string, string][]}} Step
   * @typedef {{id: string, start: [string, string][], steps: Step[]}} Run
   */

  /** @param {ParentNode} root @param {string} selector @returns {HTMLElement[]} */
  const all = (root, selector) => Array.from(root.querySelectorAll(selector));

  // One run: the slider, and everything that shows where in the run it stands.
  class RunView {
    /** @param {Run} run @param {HTMLElement} root */
    constructor(run, root) {
      this.run = run;
      this.view = /** @type {HTMLElement} */ (root.closest(".view"));
      this.slider = /** @type {HTMLInputElement} */ (root.querySelector("input"));
      this.output = /** @type {HTMLOutputElement} */ (root.querySelector("output"));
      this.caption = /** @type {HTMLElement} */ (root.querySelector("caption"));
      this.reading = /** @type {HTMLElement} */ (root.querySelector(".reading"));
      this.rows = all(root, ".steps tbody tr:not(.gap)");
      this.cells = all(root, ".memory tbody tr");
      this.lines = all(this.view, ".r[data-at]");
      this.events = all(this.view, ".event[data-event]");
      /** @type {HTMLElement} */ (root.querySelector(".slider")).hidden = false;
      this.slider.addEventListener("input", () => this.show(Number(this.slider.value)));
      root.querySelector(".back")?.addEventListener("click", () => this.move(-1));
      root.querySelector(".on")?.addEventListener("click", () => this.move(1));
      this.rows.forEach((row, i) => row.addEventListener("click", () => this.show(i + 1)));
      this.show(run.steps.length);
    }

    /** @param {number} by */
    move(by) {
      this.show(Math.min(Math.max(Number(this.slider.value) + by, 0), this.run.steps.length));
    }

    /** Shows the state after so many steps. @param {number} count */
    show(count) {
      const { steps } = this.run;
      const step = count > 0 ? steps[count - 1] : undefined;
      this.slider.value = String(count);
      this.output.textContent =
        `step ${count} of ${steps.length}` + (step ? ` · ${step.text}` : " · before the first");
      this.slider.setAttribute("aria-valuetext", this.output.textContent);
      this.rows.forEach((row, i) => {
        row.classList.toggle("later", i >= count);
        if (i + 1 === count) row.setAttribute("aria-current", "step");
        else row.removeAttribute("aria-current");
      });
      this.showMemory(count, step);
      this.showPlace(count, step);
    }

    /** @param {number} count @param {Step | undefined} step */
    showMemory(count, step) {
      const memory = this.run.start.map((values) => values.slice());
      for (const { set } of this.run.steps.slice(0, count)) {
        for (const [cell, here, sc] of set) memory[cell] = [here, sc];
      }
      this.caption.textContent = count === 0 ? "memory at first" : `memory after step ${count}`;
      this.cells.forEach((row, i) => {
        const [here, sc] = memory[i];
        const values = row.querySelectorAll("code");
        values[1].textContent = here;
        values[2].textContent = sc;
        row.classList.toggle("bad", here !== sc);
        row.classList.toggle("touched", step !== undefined && step.cell === i);
      });
      this.reading.hidden = !step?.read && !step?.remark;
      this.reading.replaceChildren();
      if (step?.read) {
        const [here, sc] = step.read;
        this.reading.append("this step reads ", strong(here, here !== sc || step.remark));
        this.reading.append("; under SC it reads ", strong(sc, false));
      } else if (step?.remark) {
        this.reading.append(strong(step.remark, true));
      }
    }

    /** @param {number} count @param {Step | undefined} step */
    showPlace(count, step) {
      for (const line of this.lines) {
        const thread = line.parentElement?.dataset.thread;
        line.classList.toggle(
          "now", step !== undefined && line.dataset.at === step.at && thread === String(step.thread));
      }
      const done = new Set(this.run.steps.slice(0, count).map((s) => String(s.event)));
      const known = new Set(this.run.steps.map((s) => String(s.event)));
      for (const event of this.events) {
        const id = event.dataset.event ?? "";
        event.classList.toggle("later", known.has(id) && !done.has(id));
      }
    }
  }

  /** @param {string} text @param {unknown} bad */
  function strong(text, bad) {
    const element = document.createElement("b");
    element.textContent = text;
    if (bad) element.className = "bad";
    return element;
  }

  /** @type {RunView[]} */
  const views = [];
  const runs = JSON.parse(document.getElementById("runs")?.textContent ?? "[]");
  for (const run of runs) {
    const root = document.querySelector(`.run[data-run="${run.id}"]`);
    if (root instanceof HTMLElement) views.push(new RunView(run, root));
  }

  // The arrow keys move through the run that the reader is at: the one of the focused element, or
  // else the last one used. Elements that have a use for the keys keep them.
  let current = views[0];
  for (const view of views) {
    for (const kind of ["focusin", "pointerdown"]) {
      view.view.addEventListener(kind, () => { current = view; });
    }
  }
  document.addEventListener("keydown", (event) => {
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (by === 0 || !current || event.altKey || event.ctrlKey || event.metaKey) return;
    const target = /** @type {HTMLElement} */ (event.target);
    const scrolls = target !== document.body && target.scrollWidth > target.clientWidth + 1;
    if (target instanceof HTMLInputElement || scrolls) return;
    event.preventDefault();
    current.move(by);
  });

  // A link to a change becomes a button that shows its result beside the source.
  for (const link of all(document, ".threads .try")) {
    link.setAttribute("role", "button");
    link.setAttribute("aria-pressed", "false");
    link.addEventListener("click", (event) => {
      event.preventDefault();
      show(link);
    });
    link.addEventListener("keydown", (event) => {
      if (event.key !== " ") return;
      event.preventDefault();
      show(link);
    });
  }

  /** @param {HTMLElement} link */
  function show(link) {
    const view = /** @type {HTMLElement} */ (link.closest(".view"));
    const box = /** @type {HTMLElement} */ (view.querySelector(".tried"));
    const on = link.getAttribute("aria-pressed") !== "true";
    for (const other of all(view, ".try")) {
      const same = other.getAttribute("href") === link.getAttribute("href");
      other.setAttribute("aria-pressed", String(on && same));
    }
    box.hidden = !on;
    box.replaceChildren();
    const change = document.getElementById((link.getAttribute("href") ?? "").slice(1));
    if (!on || !change) return;
    box.append(change.querySelector(".result")?.cloneNode(true) ?? "");
  }

  // A link to something that is folded unfolds it.
  function unfold() {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (target instanceof HTMLDetailsElement) target.open = true;
  }
  addEventListener("hashchange", unfold);
  unfold();

  for (const button of all(document, ".copy button")) button.hidden = false;
  document.addEventListener("click", async (event) => {
    const button = /** @type {HTMLElement} */ (event.target).closest(".copy button");
    const text = button?.parentElement?.querySelector("pre");
    if (!button || !text) return;
    button.textContent = (await copy(text)) ? "copied" : "not copied";
    setTimeout(() => { button.textContent = "copy"; }, 1500);
  });

  /** @param {HTMLElement} element */
  async function copy(element) {
    try {
      await navigator.clipboard.writeText(element.textContent ?? "");
      return true;
    } catch {
      getSelection()?.selectAllChildren(element);  // then the usual keys copy it
      return document.execCommand("copy");
    }
  }
})();
