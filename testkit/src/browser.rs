//! Chromium, driven over the WebDriver protocol: the pages that xwc writes, as people see them.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value, json};

/// Under this name WebDriver wraps the id of an element.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// The protocol's private characters for keys that have no letter.
pub mod key {
    pub const BACKSPACE: &str = "\u{e003}";
    pub const TAB: &str = "\u{e004}";
    pub const ENTER: &str = "\u{e007}";
    pub const SHIFT: &str = "\u{e008}";
    pub const CONTROL: &str = "\u{e009}";
    pub const ESCAPE: &str = "\u{e00c}";
    pub const SPACE: &str = "\u{e00d}";
    pub const LEFT: &str = "\u{e012}";
    pub const UP: &str = "\u{e013}";
    pub const RIGHT: &str = "\u{e014}";
    pub const DOWN: &str = "\u{e015}";
    pub const DELETE: &str = "\u{e017}";
}

/// One browser with one window and a profile of its own. It ends when it is dropped.
pub struct Browser {
    driver: Child,
    /// The address of the session.
    session: String,
    profile: PathBuf,
}

/// An element of the page that is open.
pub struct Element<'a> {
    browser: &'a Browser,
    id: String,
}

impl Browser {
    /// Starts Chromium without a window; nothing, and a loud word, if browsers are to be skipped.
    #[expect(clippy::print_stderr, reason = "what is left out is said aloud")]
    pub fn start() -> Option<Self> {
        if std::env::var_os("XWC_SKIP_BROWSER").is_some() {
            eprintln!("XWC_SKIP_BROWSER is set: NO PAGE WAS OPENED IN A BROWSER");
            return None;
        }
        // With port 0 the driver takes a free one and says which.
        let mut driver = Command::new("chromedriver")
            .arg("--port=0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("run scripts/setup-browser, or set XWC_SKIP_BROWSER");
        let mut lines = BufReader::new(driver.stdout.take().expect("it was piped")).lines();
        let port: u16 = lines
            .find_map(|line| {
                let line = line.expect("text");
                line.split_once("successfully on port ")?.1.trim_end_matches('.').parse().ok()
            })
            .expect("chromedriver names its port");
        // What else the driver says is read and dropped, so that it never waits for a reader.
        std::thread::spawn(move || lines.for_each(drop));

        static STARTED: AtomicUsize = AtomicUsize::new(0);
        let number = STARTED.fetch_add(1, Ordering::Relaxed);
        let profile =
            std::env::temp_dir().join(format!("xwc-browser-{}-{number}", std::process::id()));
        let arguments = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--disable-dev-shm-usage",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--force-color-profile=srgb",
            "--hide-scrollbars",
            &format!("--user-data-dir={}", profile.display()),
        ];
        let wanted = json!({ "capabilities": { "alwaysMatch": {
            "goog:chromeOptions": { "args": arguments },
            "goog:loggingPrefs": { "browser": "ALL" },
        } } });
        // From here on a failure ends the driver, too.
        let mut browser =
            Self { driver, session: format!("http://127.0.0.1:{port}/session"), profile };
        let session = call("POST", &browser.session, &wanted).expect("Chromium starts");
        let id = session["sessionId"].as_str().expect("the id of the session");
        browser.session = format!("{}/{id}", browser.session);
        Some(browser)
    }

    /// Opens an address in a window of that size, in CSS pixels. Up to 600 pixels wide it is a
    /// phone with a touch screen.
    pub fn open(&self, url: &str, width: u32, height: u32) {
        let mobile = width <= 600;
        self.chrome(
            "Emulation.setDeviceMetricsOverride",
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": mobile }),
        );
        self.chrome(
            "Emulation.setTouchEmulationEnabled",
            json!({ "enabled": mobile, "maxTouchPoints": if mobile { 5 } else { 1 } }),
        );
        self.post("url", json!({ "url": url }));
    }

    /// Opens a file in a window of that size.
    pub fn open_file(&self, path: &Path, width: u32, height: u32) {
        let path = path.canonicalize().unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        self.open(&format!("file://{}", path.display()), width, height);
    }

    /// Loads the page again.
    pub fn reload(&self) {
        self.post("refresh", json!({}));
    }

    /// From now on the reader prefers `dark` or `light`, or looks at `print`.
    pub fn prefer(&self, scheme: &str) {
        let media = if scheme == "print" { "print" } else { "" };
        let features = json!([{ "name": "prefers-color-scheme", "value": scheme }]);
        let features = if media.is_empty() { features } else { json!([]) };
        self.chrome("Emulation.setEmulatedMedia", json!({ "media": media, "features": features }));
    }

    /// The only element, or the first of those, that a CSS selector selects.
    pub fn find(&self, css: &str) -> Element<'_> {
        self.find_all(css).into_iter().next().unwrap_or_else(|| panic!("the page has no {css}"))
    }

    /// All elements that a CSS selector selects, in the order of the page.
    pub fn find_all(&self, css: &str) -> Vec<Element<'_>> {
        let found = self.post("elements", json!({ "using": "css selector", "value": css }));
        let id = |element: &Value| element[ELEMENT].as_str().expect("an id").to_string();
        let found = found.as_array().expect("a list");
        found.iter().map(|element| Element { browser: self, id: id(element) }).collect()
    }

    /// Sends keys to whatever has the focus.
    pub fn keys(&self, text: &str) {
        let strokes: Vec<Value> = text
            .chars()
            .flat_map(|key| ["keyDown", "keyUp"].map(|kind| json!({ "type": kind, "value": key })))
            .collect();
        let keyboard = json!({ "type": "key", "id": "keyboard", "actions": strokes });
        self.post("actions", json!({ "actions": [keyboard] }));
    }

    /// What the body of a JavaScript function returns.
    pub fn script(&self, body: &str) -> Value {
        self.post("execute/sync", json!({ "script": body, "args": [] }))
    }

    /// Waits until the body of a JavaScript function returns something true, at most ten seconds.
    pub fn wait_until(&self, body: &str) {
        let polling = format!(
            "const done = arguments[0], ask = () => {{ {body} }};
             let left = 200;
             const again = () => ask() ? done(true) : left-- ? setTimeout(again, 50) : done(false);
             again();"
        );
        let came = self.post("execute/async", json!({ "script": polling, "args": [] }));
        assert_eq!(came, json!(true), "waited in vain for: {body}");
    }

    /// Saves a picture of the visible part of the page.
    pub fn screenshot(&self, path: &Path) {
        self.save(path, json!({ "format": "png" }));
    }

    /// Saves a picture of the whole page, however long.
    pub fn screenshot_all(&self, path: &Path) {
        self.save(path, json!({ "format": "png", "captureBeyondViewport": true }));
    }

    fn save(&self, path: &Path, how: Value) {
        let picture = self.chrome("Page.captureScreenshot", how);
        fs::write(path, unbase64(picture["data"].as_str().expect("a picture"))).expect("a file");
    }

    /// The errors and warnings in the console since it was last asked.
    pub fn console_errors(&self) -> Vec<String> {
        let log = self.post("se/log", json!({ "type": "browser" }));
        let entries = log.as_array().expect("a list");
        let bad = |entry: &&Value| entry["level"] == "SEVERE" || entry["level"] == "WARNING";
        entries.iter().filter(bad).map(|entry| entry["message"].to_string()).collect()
    }

    /// A command of the Chrome DevTools protocol, for what WebDriver has no word for.
    pub fn chrome(&self, command: &str, parameters: Value) -> Value {
        self.post("goog/cdp/execute", json!({ "cmd": command, "params": parameters }))
    }

    fn post(&self, what: &str, body: Value) -> Value {
        call("POST", &format!("{}/{what}", self.session), &body)
            .unwrap_or_else(|error| panic!("{what} {body}: {error}"))
    }
}

impl Element<'_> {
    /// Clicks, or taps, into its middle.
    pub fn click(&self) {
        self.post("click", json!({}));
    }

    /// Gives it the focus and types.
    pub fn keys(&self, text: &str) {
        self.post("value", json!({ "text": text }));
    }

    /// The text that a reader sees.
    pub fn text(&self) -> String {
        self.get("text").as_str().expect("text").to_string()
    }

    /// An attribute, if it has it.
    pub fn attribute(&self, name: &str) -> Option<String> {
        self.get(&format!("attribute/{name}")).as_str().map(str::to_string)
    }

    /// Whether a reader sees it.
    pub fn is_displayed(&self) -> bool {
        self.get("displayed") == json!(true)
    }

    fn address(&self, what: &str) -> String {
        format!("{}/element/{}/{what}", self.browser.session, self.id)
    }

    fn get(&self, what: &str) -> Value {
        call("GET", &self.address(what), &Value::Null).unwrap_or_else(|e| panic!("{what}: {e}"))
    }

    fn post(&self, what: &str, body: Value) {
        call("POST", &self.address(what), &body).unwrap_or_else(|e| panic!("{what} {body}: {e}"));
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // Each step may fail if the browser has gone already, and none of that matters any more.
        let _ = call("DELETE", &self.session, &Value::Null);
        let _ = self.driver.kill();
        let _ = self.driver.wait();
        let _ = fs::remove_dir_all(&self.profile);
    }
}

/// One request to the driver: the value it returns, or what it complains about.
fn call(method: &str, url: &str, body: &Value) -> Result<Value, String> {
    let request = match method {
        "GET" => minreq::get(url),
        "DELETE" => minreq::delete(url),
        _ => minreq::post(url).with_body(body.to_string()),
    };
    let response = request.with_timeout(60).send().map_err(|error| error.to_string())?;
    let answer: Value = serde_json::from_slice(response.as_bytes()).map_err(|e| e.to_string())?;
    let value = answer["value"].clone();
    match response.status_code {
        200 => Ok(value),
        _ => Err(format!("{}: {}", value["error"], value["message"])),
    }
}

/// The bytes behind base64.
fn unbase64(text: &str) -> Vec<u8> {
    let value = |letter: u8| match letter {
        b'A'..=b'Z' => letter - b'A',
        b'a'..=b'z' => letter - b'a' + 26,
        b'0'..=b'9' => letter - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    for group in text.trim_end_matches('=').as_bytes().chunks(4) {
        let bits = group.iter().fold(0u32, |bits, letter| bits << 6 | u32::from(value(*letter)));
        let bits = bits << (6 * (4 - group.len()));
        bytes.extend_from_slice(&bits.to_be_bytes()[1..group.len()]);
    }
    bytes
}
