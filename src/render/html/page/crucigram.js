// Crucigram: letter tiles and black squares; the clues have no places.

const BLACK = "#";

FAMILIES.crucigram = {
  title: "Crucigram",
  padName: "Tiles",
  help: [
    "A clue is ticked when its word stands in the grid between black squares or borders.",
    "Tap a cell, then a tile or ■; tap the cell again to type in the other direction. A tile that is used up is grey until you clear a cell.",
    "Keyboard: arrows move, letters fill in and go on, # or . is a black square, Space changes direction, Backspace clears and goes back.",
  ],

  begin(game) {
    const { tiles, slots } = game.level;
    game.supply = [...tiles, ...new Array(slots - tiles.length).fill(BLACK)];
    game.digests = new Map();
    this.judge(game);
  },

  // Runs of letters that end at black squares or borders on both sides.
  runs(game, down) {
    const { width } = game.level;
    const height = game.cells.length / width;
    const [lines, length] = down ? [width, height] : [height, width];
    const runs = [];
    for (let line = 0; line < lines; line++) {
      let cells = [];
      let closed = true;
      for (let i = 0; i <= length; i++) {
        const cell = down ? i * width + line : line * width + i;
        const value = i === length ? BLACK : game.values[cell];
        if (value !== BLACK && value !== "") {
          cells.push(cell);
          continue;
        }
        if (closed && value === BLACK && cells.length > 1) runs.push({ cells, down });
        [cells, closed] = [[], value === BLACK];
      }
    }
    return runs;
  },

  digest(game, what) {
    if (!game.digests.has(what)) game.digests.set(what, sealed(game.level, what).slice(0, 32));
    return game.digests.get(what);
  },

  fits(game, entry, direction, word) {
    if (entry.pattern !== undefined) {
      return entry.pattern.length === word.length &&
        [...entry.pattern].every((letter, i) => letter === "." || letter === word[i]);
    }
    return entry.words.includes(this.digest(game, direction + " " + word));
  },

  judge(game) {
    game.bad.clear();
    game.found = new Set();
    game.words = [];
    for (const direction of ["across", "down"]) {
      for (const run of this.runs(game, direction === "down")) {
        const word = run.cells.map((cell) => game.values[cell]).join("");
        const entry = game.level[direction].find((one) =>
          !game.found.has(one) && this.fits(game, one, direction, word));
        if (entry) game.found.add(entry);
        else run.cells.forEach((cell) => game.bad.add(cell));
        game.words.push({ ...run, word, right: entry !== undefined });
      }
    }
  },

  // With a seal, that decides. Without one, the rules do, unless they would need a dictionary.
  solved(game) {
    const { seal, across, down, short } = game.level;
    if (seal !== undefined) return null;
    if ([...across, ...down].some((entry) => entry.pattern !== undefined)) return null;
    const few = game.words.filter(({ word }) => word.length === 2).length <= short;
    return game.bad.size === 0 && game.found.size === across.length + down.length && few &&
      this.hangsTogether(game) && !this.hasBlock(game);
  },

  hangsTogether(game) {
    const { width } = game.level;
    const isLetter = (cell) => game.values[cell] !== undefined && game.values[cell] !== BLACK;
    const all = [...game.cells.keys()].filter(isLetter);
    const reached = new Set(all.slice(0, 1));
    for (const cell of reached) {
      const near = [cell - width, cell + width];
      if (cell % width > 0) near.push(cell - 1);
      if (cell % width < width - 1) near.push(cell + 1);
      near.filter(isLetter).forEach((other) => reached.add(other));
    }
    return reached.size === all.length;
  },

  // Three by three black squares.
  hasBlock(game) {
    const { width } = game.level;
    const three = [0, 1, 2];
    return [...game.cells.keys()].some((cell) => cell % width < width - 2 && three.every((r) =>
      three.every((c) => game.values[cell + r * width + c] === BLACK)));
  },

  // A key a letter, with the number of tiles that are left.
  pad(game) {
    const key = (text) => {
      const left = tilesLeft(game, text, -1);
      const name = text === BLACK ? "Black square" : "Tile " + text;
      return { text: text === BLACK ? "■" : text, value: text, badge: String(left), spent: left <= 0,
        label: name + ", " + (left > 0 ? left + " left" : "all placed"), kind: "tile" };
    };
    return [...[...new Set(game.supply)].map(key), ERASE];
  },

  press(game, text) {
    if (tilesLeft(game, text, game.slot) > 0) typeAlong(game, text);
    else game.say(this.refusal(game, text));
  },

  refusal: (game, text) => {
    if (text === BLACK) return "All black squares are placed";
    return game.supply.includes(text) ? "Every tile " + text + " is placed" : "There is no tile " + text;
  },

  type(game, key) {
    if (key === " ") {
      turn(game);
      return true;
    }
    if (key === "#" || key === ".") this.press(game, BLACK);
    else if (/^[a-zA-Z]$/.test(key)) this.press(game, key.toUpperCase());
    else return false;
    return true;
  },

  erase: eraseBack,

  // The row or column of the cursor.
  run(game) {
    const { row, column } = game.place(game.at);
    const same = (i) => (game.down ? game.place(i).column === column : game.place(i).row === row);
    return [...game.cells.keys()].filter(same);
  },

  lit(game) {
    return this.run(game);
  },

  again: turn,

  free: freeTile,

  show: (value) => (value === BLACK ? "" : value),

  bar: (game) => ({ name: game.down ? "Down ↓" : "Across →", text: "typing direction" }),

  speak(game, cell) {
    const value = game.values[cell];
    const words = game.words.filter((run) => run.cells.includes(cell)).map((run) =>
      (run.down ? "down " : "across ") + run.word + (run.right ? ", one of the words" : ", not one of the words"));
    return [value === BLACK ? "black" : value || "blank", ...words].join(". ");
  },

  clues(game) {
    const item = (entry) => ({
      text: entry.clue,
      shown: entry.shown,
      state: () => ({ done: game.found.has(entry) }),
    });
    const list = (title, entries) => ({ title, items: entries.map(item) });
    return [list("Across", game.level.across), list("Down", game.level.down)];
  },

  checkByRules(game) {
    const wrong = game.words.filter((run) => !run.right).length;
    return wrong ? count(wrong, "word") + " not in the list" : "All right so far, as far as the rules tell";
  },
};

