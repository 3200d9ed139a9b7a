// One level being played: what is filled in, what is chosen, and everything that changes it. Which
// keys there are and where the cursor goes is asked of its mode.

class Game {
  constructor(level, screen) {
    this.level = level;
    this.mode = MODES[level.mode];
    this.screen = screen;
    this.cells = level.cells;
    this.values = new Array(level.slots.length).fill("");
    this.notes = new Array(level.slots.length).fill("");
    // Slots that a check found wrong, that were revealed, that may not hold what they hold; and cells
    // that break a rule.
    this.marks = new Set();
    this.shown = new Set();
    this.clashes = new Set();
    this.bad = new Set();
    // The cell of each slot, the first if there are several; entries are clues with a place.
    this.cellOf = new Map();
    this.cells.forEach((cell, i) => ((cell && cell.parts) || []).forEach((part) => {
      if (typeof part === "number" && !this.cellOf.has(part)) this.cellOf.set(part, i);
    }));
    this.entries = level.lists.flatMap(({ down, clues }) => clues.filter((clue) => clue.slots.length > 0)
      .map((clue) => ({ ...clue, down, cells: clue.slots.map((slot) => this.cellOf.get(slot)) })));
    this.lines = readLines(this);
    this.helped = false;
    this.history = new History();
    this.draft = "";
    this.down = false;
    this.done = false;
    this.startSeconds = 0;
    this.recall(storage.read(level.id));
    this.mode.begin(this);
    judge(this);
    const open = [...this.cells.keys()].filter((i) => this.cells[i] && this.cells[i].parts);
    const empty = open.find((i) => written(this, i) === null);
    this.at = empty === undefined ? open[0] : empty;
    if (this.mode.first) this.at = this.mode.first(this);
    this.slot = this.slotOf(this.at);
    this.board = new Board(this);
    this.pad = new Pad(this);
    this.clues = new Clues(this);
  }

  // Goes on where the last visit ended, if what was kept makes sense.
  recall(saved) {
    const fits = (list) => Array.isArray(list) && list.length === this.level.slots.length &&
      list.every((text) => /^(#|[A-Z]|-?\d*)$/.test(text));
    if (!saved || !fits(saved.values) || !fits(saved.notes)) return;
    [this.values, this.notes] = [saved.values, saved.notes];
    this.shown = new Set(saved.shown);
    this.helped = saved.helped === true;
    this.startSeconds = Number(saved.seconds) || 0;
  }

  // What a slot may hold.
  accepts(slot) {
    return this.level.accepts[this.level.slots[slot]];
  }

  place(index) {
    const width = this.level.width;
    return { row: Math.floor(index / width), column: index % width };
  }

  // The slot of a cell: of several, the first that is empty.
  slotOf(cell) {
    const own = this.cells[cell].parts.filter((part) => typeof part === "number");
    const empty = own.find((slot) => this.values[slot] === "");
    return empty === undefined ? own[0] : empty;
  }

  say(text) {
    this.screen.say(text);
  }

  select(cell) {
    const moved = cell !== this.at;
    this.at = cell;
    this.draft = "";
    if (moved || !this.cells[cell].parts.includes(this.slot)) this.slot = this.slotOf(cell);
    if (moved && this.mode.arrive) this.mode.arrive(this);
    this.paint();
    this.board.focus(false);
  }

  tap(cell) {
    const again = cell === this.at;
    this.select(cell);
    if (again && this.mode.again) this.mode.again(this);
    this.paint();
    this.board.focus(true);
  }

  move(down, right) {
    const next = this.board.neighbour(this.at, down, right);
    if (next !== null) this.select(next);
    this.board.focus(true);
  }

  // The first or last cell to fill in this row.
  edge(last) {
    const { row } = this.place(this.at);
    const cells = [...this.board.parts.keys()].filter((cell) => this.place(cell).row === row);
    this.select(cells[last ? cells.length - 1 : 0]);
    this.board.focus(true);
  }

  // The next cell that is not filled yet, in reading order.
  nextEmpty() {
    const empty = [...this.board.parts.keys()].filter((cell) => written(this, cell) === null);
    const next = empty.find((cell) => cell > this.at);
    if (empty.length > 0) this.select(next === undefined ? empty[0] : next);
  }

  snapshot() {
    return { values: this.values.slice(), notes: this.notes.slice(), shown: [...this.shown] };
  }

  restore(state) {
    [this.values, this.notes] = [state.values.slice(), state.notes.slice()];
    this.shown = new Set(state.shown);
    this.marks.clear();
    this.draft = "";
    this.settle();
  }

  // Every change of the player's goes through here. `again` joins it to the one before.
  change(action, again) {
    if (this.done) return;
    const before = this.snapshot();
    action();
    const same = (one, two) => one.every((value, i) => value === two[i]);
    if (same(before.values, this.values) && same(before.notes, this.notes)) return;
    this.values.forEach((value, slot) => {
      if (value !== before.values[slot]) {
        this.marks.delete(slot);
        this.shown.delete(slot);
      }
    });
    if (!again) this.history.keep(before);
    this.settle();
  }

  // After a change: what is true now, and is it the end?
  settle() {
    judge(this);
    const was = this.done;
    this.done = this.isSolved();
    this.save();
    this.say("");
    this.paint();
    if (this.done !== was) this.screen.ended(this.done);
  }

  isSolved() {
    if (this.values.includes("")) return false;
    const own = isSolvedByRules(this);
    if (own !== null) return own;
    return this.level.seal !== undefined && allIsRight(this.level, this.values);
  }

  save() {
    const { values, notes, helped, done } = this;
    const seconds = Math.floor(this.screen.seconds());
    storage.write(this.level.id, { values, notes, shown: [...this.shown], helped, seconds, done });
  }

  paint() {
    this.board.paint();
    this.pad.paint();
    this.clues.paint();
    paintSigns(this);
    this.screen.paint(this);
  }

  press(key) {
    if (this.done) return;
    if (key === "erase") this.erase();
    else this.mode.press(this, key);
  }

  // A key of the keyboard; whether it meant something.
  type(key) {
    if (this.done) return false;
    if (key === "Backspace" || key === "Delete") {
      this.erase();
      return true;
    }
    if (this.mode.type(this, key)) return true;
    if (key !== "Enter") return false;
    this.nextEmpty();
    return true;
  }

  erase() {
    if (!this.done) this.mode.erase(this);
  }

  undo() {
    this.go(this.history.undo(this.snapshot()), WORDS.nothingToUndo, WORDS.undone);
  }

  redo() {
    this.go(this.history.redo(this.snapshot()), WORDS.nothingToRedo, WORDS.redone);
  }

  go(state, nothing, done) {
    if (state) this.restore(state);
    if (!this.done) this.say(state ? done : nothing);
  }

  clearAll() {
    const before = this.snapshot();
    if (before.values.every((value) => value === "") && before.notes.every((n) => n === "")) return;
    this.history.keep(before);
    const empty = new Array(this.level.slots.length).fill("");
    this.restore({ values: empty, notes: empty, shown: [] });
    this.say(WORDS.cleared);
  }

  check() {
    if (this.done) return;
    if (this.level.seal === undefined) {
      this.say(this.mode.checkByRules ? this.mode.checkByRules(this) : this.level.note || "");
      return;
    }
    this.marks.clear();
    let filled = 0;
    this.values.forEach((value, slot) => {
      if (value === "") return;
      filled++;
      if (!slotIsRight(this.level, slot, value)) this.marks.add(slot);
    });
    this.paint();
    if (filled === 0) this.say(WORDS.nothingToCheck);
    else if (this.marks.size === 0) this.say(WORDS.rightSoFar);
    else this.say(WORDS.wrongSlots(this.marks.size, this.level.letters !== undefined));
  }

  // Shows one slot, or all of them.
  reveal(all) {
    const answers = openSeal(this.level);
    const slots = all ? [...answers.keys()] : [this.slot];
    this.helped = true;
    const before = this.snapshot();
    for (const slot of slots) {
      if (this.mode.free) this.mode.free(this, slot, answers);
      this.values[slot] = answers[slot];
      this.shown.add(slot);
    }
    this.history.keep(before);
    this.draft = "";
    slots.forEach((slot) => this.marks.delete(slot));
    this.settle();
  }
}

const MODES = {};

