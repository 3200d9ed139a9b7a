// The page around the game: title, levels, clock, messages, buttons, and the keyboard.

const LEVELS = JSON.parse(document.getElementById("data").textContent).levels;
const PACK = LEVELS.length > 1 ? "pack " + hex(sha256(LEVELS.map((l) => l.id).join(" "))).slice(0, 32) : null;

const screen = {
  game: null,
  clock: null,
  current: 0,

  start() {
    this.title = make("h1", {});
    this.time = make("span", { class: "time", role: "timer", "aria-label": WORDS.time });
    this.progress = make("span", { class: "progress" });
    this.message = make("p", { class: "message", role: "status", "aria-live": "polite" });
    this.note = make("p", { class: "note" });
    this.rule = make("p", { class: "rule" });
    this.bar = make("button", { type: "button", class: "bar" },
      make("b", { class: "name" }), make("span", { class: "text" }));
    this.bar.addEventListener("click", () => this.game.mode.again(this.game));
    this.place = make("div", { class: "place" });
    this.padPlace = make("div", { class: "pad-place" });
    this.side = make("aside", { class: "side", "aria-label": WORDS.side });
    const tool = (text, id, action) => button(text, { class: "tool", id }, () => action(this.game));
    this.tools = {
      undo: tool(WORDS.undo, "undo", (game) => game.undo()),
      redo: tool(WORDS.redo, "redo", (game) => game.redo()),
      check: tool(WORDS.check, "check", (game) => game.check()),
      reveal: tool(WORDS.reveal, "reveal", () => this.dialog.showModal()),
      clear: tool(WORDS.clear, "clear", (game) => game.clearAll()),
    };
    this.next = button(WORDS.next, { class: "tool main", id: "next-level", hidden: true },
      () => this.open(this.current + 1));
    this.hands = make("div", { class: "hands" }, this.bar, this.message, this.next, this.padPlace,
      make("div", { class: "tools", role: "group", "aria-label": WORDS.game }, ...Object.values(this.tools)));
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
    this.picker = make("select", { id: "picker", "aria-label": WORDS.level },
      ...LEVELS.map((level, i) => make("option", { value: String(i) }, level.name)));
    this.picker.addEventListener("change", () => this.open(Number(this.picker.value)));
    this.before = button("‹", { class: "step", "aria-label": WORDS.before }, () => this.open(this.current - 1));
    this.after = button("›", { class: "step", "aria-label": WORDS.after }, () => this.open(this.current + 1));
    LEVELS.forEach((_, i) => this.tick(i));
    return make("nav", { class: "picker", "aria-label": WORDS.levels }, this.before, this.picker, this.after);
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
    this.one = button(WORDS.thisCell, { class: "tool main", id: "reveal-one" }, reveal(false));
    this.dialog = make("dialog", { "aria-labelledby": "reveal-title" },
      make("h2", { id: "reveal-title" }, WORDS.revealTitle),
      make("div", { class: "choices" }, this.one,
        button(WORDS.everything, { class: "tool", id: "reveal-all" }, reveal(true)),
        button(WORDS.cancel, { class: "tool", id: "reveal-none" }, close)));
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
    this.clock = new Clock(game.startSeconds, (text) => { this.time.textContent = text; });
    this.title.textContent = level.title;
    document.title = level.title + " – " + level.name;
    this.note.textContent = level.note || (storage.works ? "" : WORDS.noStorage);
    this.tools.check.disabled = level.seal === undefined && !game.mode.checkByRules;
    this.tools.reveal.disabled = level.seal === undefined;
    this.one.textContent = level.letters ? WORDS.thisLetter : WORDS.thisCell;
    this.place.replaceChildren(game.board.frame);
    this.padPlace.replaceChildren(game.pad.element);
    const help = [level.task, ...game.mode.help(game)];
    this.rule.textContent = level.task;
    const about = make("details", { class: "help" }, make("summary", {}, WORDS.help),
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
    this.say((this.game.helped ? WORDS.helpedIn : WORDS.solvedIn) + this.clock.text());
    this.game.save();
    if (PACK !== null) this.tick(this.current);
  },

  paint(game) {
    const filled = game.values.filter((value) => value !== "").length;
    this.progress.textContent = filled + WORDS.of + game.values.length;
    this.tools.undo.setAttribute("aria-disabled", game.history.past.length === 0);
    this.tools.redo.setAttribute("aria-disabled", game.history.future.length === 0);
    const bar = game.mode.bar ? game.mode.bar(game) : null;
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
