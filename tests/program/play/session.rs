//! A session in a real terminal, which tmux provides (Debian: tmux).

use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

use xwc_testkit::process::{puzzle, xwc_path};

/// A terminal of our own, which goes when the test does.
struct Tmux(String);

impl Tmux {
    fn run(&self, arguments: &[&str]) -> String {
        let output =
            Command::new("tmux").args(["-L", &self.0, "-f", "/dev/null"]).args(arguments).output();
        let output = output.unwrap_or_else(|error| panic!("tmux: {error}; apt-get install tmux"));
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "tmux {arguments:?}: {complaint}");
        String::from_utf8(output.stdout).expect("UTF-8")
    }

    fn keys(&self, keys: &[&str]) {
        self.run(&[&["send-keys", "-t", "game"], keys].concat());
    }

    /// Waits until the screen shows a text; a machine may be slow.
    fn wait_for(&self, text: &str) -> String {
        let mut screen = String::new();
        for _ in 0..600 {
            screen = self.run(&["capture-pane", "-p", "-t", "game"]);
            if screen.contains(text) {
                return screen;
            }
            sleep(Duration::from_millis(100));
        }
        panic!("{text:?} does not appear:\n{screen}");
    }
}

impl Drop for Tmux {
    fn drop(&mut self) {
        let _ = Command::new("tmux").args(["-L", &self.0, "kill-server"]).output();
    }
}

#[test]
fn a_level_is_solved_in_a_terminal() {
    let tmux = Tmux(format!("xwc-test-{}", std::process::id()));
    let xwc = xwc_path();
    let command = format!(
        "LC_ALL=C.UTF-8 '{xwc}' play '{}'; echo \"code $?\"; exec sleep 60",
        puzzle("mathcrossword/example.json")
    );
    tmux.run(&["-u", "new-session", "-d", "-s", "game", "-x", "100", "-y", "30", &command]);
    tmux.wait_for("Tiles: 2 3 5 10 15");
    // A wrong number first: its tile is spent, and freed again.
    tmux.keys(&["2"]);
    let screen = tmux.wait_for("Tiles: (2) 3 5 10 15");
    assert!(screen.contains("0 right, 1 wrong, 3 open"), "{screen}");
    tmux.keys(&["C-z"]);
    tmux.wait_for("Tiles: 2 3 5 10 15");
    tmux.keys(&["3", "Down", "1", "5", "Right", "1", "0", "Right", "5"]);
    tmux.wait_for("Tiles: 2 (3) (5) (10) (15)");
    tmux.keys(&["Up", "2"]);
    let screen = tmux.wait_for("Solved!");
    assert!(screen.contains("4 right, 0 wrong, 0 open"), "{screen}");
    tmux.keys(&["Escape"]);
    // The terminal is given back, and the last word stays on it.
    let screen = tmux.wait_for("code 0");
    assert!(screen.contains("Solved!") && !screen.contains("Tiles"), "{screen}");
}
