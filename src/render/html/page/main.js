// The page around the game: title, levels, clock, messages, buttons, and the keyboard.

const LEVELS = JSON.parse(document.getElementById("data").textContent).levels;
const PACK = LEVELS.length > 1 ? "pack " + hex(sha256(LEVELS.map((l) => l.id).join(" "))).slice(0, 32) : null;

const screen = {
  game: null,
  clock: null,
  current: 0,

  start() {
    this.title = make("h1", {});
    this.time = make("span", { class: "time", role: "timer", "aria-label": "Time" });
    this.progress = make("span", { class: "progress" });
    this.message = make("p", { class: "message", role: "status", "aria-live": "polite" });
    this.note = make("p", { class: "note" });
    this.rule = make("p", { class: "rule" });
    this.bar = make("button", { type: "button", class: "bar" },
      make("b", { class: "name" }), make("span", { class: "text" }));
    this.bar.addEventListener("click", () => this.game.family.again(this.game));
    this.place = make("div", { class: "place" });
    this.padPlace = make("div", { class: "pad-place" });
    this.side = make("aside", { class: "side", "aria-label": "Clues and help" });
    const tool = (text, id, action) => button(text, { class: "tool", id }, () => action(this.game));
    this.tools = {
      undo: tool("Undo", "undo", (game) => game.undo()),
      redo: tool("Redo", "redo", (game) => game.redo()),
      check: tool("Check", "check", (game) => game.check()),
      reveal: tool("Reveal", "reveal", () => this.dialog.showModal()),
      clear: tool("Clear", "clear", (game) => game.clearAll()),
    };
    this.next = button("Next level", { class: "tool main", id: "next-level", hidden: true },
      () => this.open(this.current + 1));
    this.hands = make("div", { class: "hands" }, this.bar, this.message, this.next, this.padPlace,
      make("div", { class: "tools", role: "group", "aria-label": "Game" }, ...Object.values(this.tools)));
    this.makeDialog();
    document.body.append(
      make("header", { class: "top" }, this.title,
        LEVELS.length > 1 ? this.makePicker() : make("p", { class: "name-of-level" }, LEVELS[0].name),
        make("p", { class: "figures" }, this.progress, this.time)),
      make("main", { class: "table" },
        make("div", { class: "play" }, this.note, this.rule, this.place, this.hands), this.side),
      this.dialog);
    document.addEventListener("keydown", (event) => this.key(event));
    window.addEventListener("pagehide", () => this.game.save());
    document.addEventListener("visibilitychange", () => { if (document.hidden) this.game.save(); });
    const last = PACK === null ? 0 : Number(storage.read(PACK));
    this.open(Number.isInteger(last) && last >= 0 && last < LEVELS.length ? last : 0);
  },

  makePicker() {
    this.picker = make("select", { id: "picker", "aria-label": "Level" },
      ...LEVELS.map((level, i) => make("option", { value: String(i) }, level.name)));
    this.picker.addEventListener("change", () => this.open(Number(this.picker.value)));
    this.before = button("‹", { class: "step", "aria-label": "Previous level" }, () => this.open(this.current - 1));
    this.after = button("›", { class: "step", "aria-label": "Following level" }, () => this.open(this.current + 1));
    LEVELS.forEach((_, i) => this.tick(i));
    return make("nav", { class: "picker", "aria-label": "Levels" }, this.before, this.picker, this.after);
  },

  // Solved levels have a tick in the list.
  tick(i) {
    const saved = storage.read(LEVELS[i].id);
    this.picker.options[i].textContent = LEVELS[i].name + (saved && saved.done ? " ✓" : "");
  },

  makeDialog() {
    const close = () => this.dialog.close();
    const reveal = (all) => () => {
      close();
      this.game.reveal(all);
    };
    this.one = button("This cell", { class: "tool main", id: "reveal-one" }, reveal(false));
    this.dialog = make("dialog", { "aria-labelledby": "reveal-title" },
      make("h2", { id: "reveal-title" }, "Reveal the answer?"),
      make("div", { class: "choices" }, this.one,
        button("Everything", { class: "tool", id: "reveal-all" }, reveal(true)),
        button("Cancel", { class: "tool", id: "reveal-none" }, close)));
  },

  open(i) {
    if (i < 0 || i >= LEVELS.length) return;
    if (this.game) {
      this.game.save();
      this.clock.stop();
      this.clock = null;
    }
    this.current = i;
    if (PACK !== null) storage.write(PACK, i);
    const level = LEVELS[i];
    const game = new Game(level, this);
    this.game = game;
    const family = game.family;
    this.clock = new Clock(game.startSeconds, (text) => { this.time.textContent = text; });
    this.title.textContent = family.title;
    document.title = family.title + " – " + level.name;
    this.note.textContent = level.note || (storage.works ? "" : "This browser does not keep your progress.");
    this.tools.check.disabled = level.seal === undefined && !family.checkByRules;
    this.tools.reveal.disabled = level.seal === undefined;
    this.one.textContent = level.letters ? "This letter" : "This cell";
    this.place.replaceChildren(game.board.frame);
    this.padPlace.replaceChildren(game.pad.element);
    const help = [level.task, ...(level.unknowns === "numbers" ? family.helpNumbers : family.help)];
    this.rule.textContent = level.task;
    const about = make("details", { class: "help" }, make("summary", {}, "How to play"),
      ...help.map((text) => make("p", {}, text)));
    this.side.replaceChildren(...[game.clues.element, about].filter((part) => part !== null));
    if (PACK !== null) {
      this.picker.value = String(i);
      this.before.disabled = i === 0;
      this.after.disabled = i === LEVELS.length - 1;
    }
    this.ended(false);
    game.settle();
  },

  say(text) {
    this.message.textContent = text;
  },

  seconds() {
    return this.clock.seconds();
  },

  // The level is solved, or no longer.
  ended(done) {
    this.padPlace.hidden = done;
    this.tools.check.hidden = this.tools.reveal.hidden = done;
    this.next.hidden = !done || this.current + 1 >= LEVELS.length;
    this.message.classList.toggle("won", done);
    if (!done) {
      this.clock.resume();
      return;
    }
    this.clock.end();
    this.say((this.game.helped ? "Completed with help in " : "Solved in ") + this.clock.text());
    this.game.save();
    if (PACK !== null) this.tick(this.current);
  },

  paint(game) {
    const filled = game.values.filter((value) => value !== "").length;
    this.progress.textContent = filled + " of " + game.values.length;
    this.tools.undo.setAttribute("aria-disabled", game.history.past.length === 0);
    this.tools.redo.setAttribute("aria-disabled", game.history.future.length === 0);
    const bar = game.family.bar ? game.family.bar(game) : null;
    this.bar.hidden = bar === null || game.done;
    if (bar !== null) {
      this.bar.firstChild.textContent = bar.name;
      this.bar.lastChild.textContent = bar.text;
    }
  },

  key(event) {
    const game = this.game;
    const command = event.ctrlKey || event.metaKey;
    const pressed = event.key;
    if (this.dialog.open || event.altKey) return;
    if (command) {
      const redo = pressed === "y" || ((pressed === "z" || pressed === "Z") && event.shiftKey);
      if (redo) game.redo();
      else if (pressed === "z") game.undo();
      else return;
      event.preventDefault();
      return;
    }
    const tag = event.target.tagName;
    if (tag === "SELECT") return;
    if ((tag === "BUTTON" || tag === "SUMMARY") && (pressed === "Enter" || pressed === " ")) return;
    const arrows = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    if (arrows[pressed]) game.move(...arrows[pressed]);
    else if (pressed === "Home" || pressed === "End") game.edge(pressed === "End");
    else if (!game.type(pressed)) return;
    event.preventDefault();
  },
};

screen.start();
