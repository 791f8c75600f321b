"""A headless Chromium that is controlled through ChromeDriver: what tests of the page need, and no more.

Commands are HTTP requests with JSON bodies (W3C WebDriver); `cdp` passes commands of Chromium's own
protocol on, for what WebDriver does not have: colour schemes, media, the size of the screen.
"""
import base64
import contextlib
import http.client
import json
import re
import subprocess
import tempfile

# Keys of the WebDriver standard.
LEFT, RIGHT, TAB, ENTER, SPACE, HOME, END = "\ue012", "\ue014", "\ue004", "\ue007", " ", "\ue011", "\ue010"

# The page must not need a network, and a test machine may have none.
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
         "--disable-background-networking", "--disable-component-update", "--disable-sync",
         "--disable-dev-shm-usage", "--hide-scrollbars", "--force-device-scale-factor=1"]

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


class Element:
    def __init__(self, browser, number):
        self.browser, self.number = browser, number

    def _path(self, rest):
        return f"/element/{self.number}/{rest}"

    def click(self):
        self.browser.script("arguments[0].scrollIntoView({block: 'center'})", self)
        self.browser.call("POST", self._path("click"), {})

    def keys(self, text):
        self.browser.call("POST", self._path("value"), {"text": text})

    @property
    def text(self):
        return self.browser.script("return arguments[0].textContent", self)

    def attribute(self, name):
        return self.browser.script("return arguments[0].getAttribute(arguments[1])", self, name)

    def shown(self):
        return self.browser.script("return arguments[0].checkVisibility()", self)


class Browser:
    """Use it in a `with` statement; it ends with the block."""

    def __enter__(self):
        self._stack = contextlib.ExitStack()
        profile = self._stack.enter_context(
            tempfile.TemporaryDirectory(prefix="robur-page-", ignore_cleanup_errors=True))
        driver = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, text=True)
        self._stack.callback(driver.wait)
        self._stack.callback(driver.terminate)
        self._stack.callback(driver.stdout.close)
        for line in driver.stdout:
            if match := re.search(r"started successfully on port (\d+)", line):
                break
        else:
            self._stack.close()
            raise RuntimeError("chromedriver did not start")
        self._port = int(match[1])
        self._prefix = ""
        options = {"args": FLAGS + [f"--user-data-dir={profile}"]}
        capabilities = {"alwaysMatch": {"browserName": "chrome", "goog:chromeOptions": options,
                                        "goog:loggingPrefs": {"browser": "ALL"}}}
        try:
            session = self.call("POST", "/session", {"capabilities": capabilities})
        except Exception:
            self._stack.close()
            raise
        self._prefix = "/session/" + session["sessionId"]
        return self

    def __exit__(self, *_):
        try:
            self.call("DELETE", "")
        finally:
            self._stack.close()

    def call(self, method, path, body=None):
        connection = http.client.HTTPConnection("127.0.0.1", self._port)
        try:
            connection.request(method, self._prefix + path,
                               None if body is None else json.dumps(body),
                               {"Content-Type": "application/json"})
            value = json.loads(connection.getresponse().read())["value"]
        finally:
            connection.close()
        if isinstance(value, dict) and "error" in value:
            raise RuntimeError(f"{method} {path}: {value['error']}: {value['message']}")
        return value

    def cdp(self, command, **parameters):
        return self.call("POST", "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def open(self, path):
        self.call("POST", "/url", {"url": "file://" + path})

    def size(self, width, height):
        self.cdp("Emulation.setDeviceMetricsOverride", width=width, height=height,
                 deviceScaleFactor=1, mobile=False)

    def media(self, kind="", scheme="light"):
        self.cdp("Emulation.setEmulatedMedia", media=kind,
                 features=[{"name": "prefers-color-scheme", "value": scheme}])

    def scripts(self, on):
        self.cdp("Emulation.setScriptExecutionDisabled", value=not on)

    def script(self, text, *arguments):
        sent = [{ELEMENT: a.number} if isinstance(a, Element) else a for a in arguments]
        return self._received(self.call("POST", "/execute/sync", {"script": text, "args": sent}))

    def _received(self, value):
        if isinstance(value, dict) and ELEMENT in value:
            return Element(self, value[ELEMENT])
        if isinstance(value, list):
            return [self._received(v) for v in value]
        return value

    def all(self, selector):
        return self.script("return [...document.querySelectorAll(arguments[0])]", selector)

    def one(self, selector):
        found = self.all(selector)
        if not found:
            raise RuntimeError(f"there is no {selector}")
        return found[0]

    def press(self, key):
        """A key, for whatever has the focus."""
        actions = [{"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]
        self.call("POST", "/actions", {"actions": [{"type": "key", "id": "k", "actions": actions}]})

    def log(self):
        """What the console has got since the last call."""
        return self.call("POST", "/se/log", {"type": "browser"})

    def screenshot(self):
        return base64.b64decode(self.call("GET", "/screenshot"))

    def pdf(self):
        page = {"width": 21.0, "height": 29.7}
        return base64.b64decode(self.call("POST", "/print", {"page": page, "background": True}))
