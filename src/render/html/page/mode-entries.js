// Digits along entries, as in a crossword; clues are shown, and the seal judges.

MODES.entries = {
  padName: () => WORDS.digits,
  help: () => WORDS.helpEntries,

  begin() {},

  pad(game) {
    const { digits } = game.level.accepts[0];
    const keys = [...digits.filter((d) => d !== 0), ...digits.filter((d) => d === 0)];
    const key = (digit) => ({ text: String(digit), value: String(digit), label: String(digit), kind: "tile" });
    return [...keys.map(key), ERASE];
  },

  press: typeAlong,

  type(game, key) {
    if (key === " ") {
      this.again(game);
      return true;
    }
    if (key === "Enter") {
      this.next(game);
      return true;
    }
    if (!/^\d$/.test(key)) return false;
    if (game.level.accepts[0].digits.includes(Number(key))) typeAlong(game, key);
    else game.say(WORDS.digitNotUsed(key));
    return true;
  },

  erase: eraseBack,

  // The entry under the cursor, in its direction if there is one.
  entry(game) {
    const through = game.entries.filter((entry) => entry.cells.includes(game.at));
    return through.find((entry) => entry.down === game.down) || through[0];
  },

  run(game) {
    const entry = this.entry(game);
    return entry ? entry.cells : [game.at];
  },

  lit(game) {
    return this.run(game);
  },

  again(game) {
    const through = game.entries.filter((entry) => entry.cells.includes(game.at));
    if (through.length > 1) turn(game);
  },

  // The direction that the cell has.
  arrive(game) {
    const entry = this.entry(game);
    if (entry) game.down = entry.down;
  },

  firstEmpty(game, entry) {
    const empty = entry.cells.find((cell) => written(game, cell) === null);
    return empty === undefined ? entry.cells[0] : empty;
  },

  // The game begins in the first entry that is not full.
  first(game) {
    const isOpen = (entry) => entry.cells.some((cell) => written(game, cell) === null);
    const entry = game.entries.find(isOpen) || game.entries[0];
    game.down = entry.down;
    return this.firstEmpty(game, entry);
  },

  next(game) {
    const { entries } = game;
    this.jump(game, entries[(entries.indexOf(this.entry(game)) + 1) % entries.length]);
  },

  jump(game, entry) {
    game.down = entry.down;
    game.select(this.firstEmpty(game, entry));
    game.board.focus(true);
  },

  bar(game) {
    const entry = this.entry(game);
    if (!entry) return null;
    return { name: WORDS.entry(entry.label, entry.down), text: (entry.text || WORDS.noClue) + " (" + entry.hint + ")" };
  },

  speak(game, cell) {
    const through = game.entries.filter((entry) => entry.cells.includes(cell));
    const name = (entry) => WORDS.digitOf(WORDS.entry(entry.label, entry.down),
      entry.cells.indexOf(cell) + 1, entry.cells.length, entry.text || WORDS.noClue);
    const bad = game.bad.has(cell) ? [WORDS.againstRules] : [];
    return [written(game, cell) || WORDS.blank, ...bad, ...through.map(name)].join(". ");
  },

  clues(game) {
    const item = (entry) => ({
      label: entry.label,
      text: entry.text || "–",
      shown: entry.hint,
      choose: () => this.jump(game, entry),
      state: () => ({ current: this.entry(game) === entry,
        filled: entry.slots.every((slot) => game.values[slot] !== "") }),
    });
    const list = ({ title, down }) => ({ title, items: game.entries.filter((entry) => entry.down === down).map(item) });
    const plain = (text) => ({ text, state: () => ({}) });
    const lists = [...game.level.lists.map(list), { title: WORDS.also, items: game.level.notes.map(plain) }];
    return lists.filter((one) => one.items.length > 0);
  },
};

