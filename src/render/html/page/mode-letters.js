// Letters stand for digits, or for whole numbers. A letter is found once for all its places.

MODES.letters = {
  padName: () => WORDS.digits,
  help: (game) => (game.digits ? WORDS.helpLetterDigits : WORDS.helpLetterNumbers),

  begin(game) {
    game.noting = false;
    game.digits = game.level.accepts[0].kind === "digit";
  },

  pad(game) {
    const { letters } = game.level;
    const chips = letters.map((letter, slot) => {
      const [value, notes] = [game.values[slot], game.notes[slot]];
      const clash = game.clashes.has(slot);
      const label = WORDS.letter(letter) + ", " + (value || WORDS.blank) +
        (clash ? WORDS.isNotAllowed : "") + (notes ? WORDS.noted + [...notes].join(" ") : "");
      const kind = "chip" + (game.marks.has(slot) || clash ? " bad" : "");
      return { text: value ? letter + " = " + value : letter, badge: value ? "" : notes,
        value: "letter " + slot, label, pressed: slot === game.slot, kind };
    });
    const digits = [..."1234567890"].map((text) => {
      const owner = game.digits && !game.noting ? game.values.indexOf(text) : -1;
      const spent = owner >= 0 && owner !== game.slot;
      const label = text + (spent ? WORDS.isLetter(letters[owner]) : "");
      return { text, value: text, spent, label, kind: "tile" };
    });
    const note = { text: WORDS.notes, value: "notes", label: WORDS.notes, pressed: game.noting, kind: "wide" };
    return [...chips, ...digits, ...(game.digits ? [note] : []), { ...ERASE, label: WORDS.clearLetter }];
  },

  press(game, key) {
    if (key === "notes") {
      game.noting = !game.noting;
      game.paint();
      game.say(game.noting ? WORDS.notesOn : WORDS.notesOff);
    } else if (key.startsWith("letter ")) {
      this.choose(game, Number(key.slice(7)));
    } else {
      this.digit(game, key);
    }
  },

  // Chooses a letter, and the cell nearest by that has it.
  choose(game, slot) {
    const has = (cell) => game.cells[cell] && game.cells[cell].parts && game.cells[cell].parts.includes(slot);
    game.slot = slot;
    game.draft = "";
    if (!has(game.at)) game.at = [...game.cells.keys()].find(has);
    game.paint();
  },

  digit(game, key) {
    const slot = game.slot;
    const letter = game.level.letters[slot];
    if (!game.digits) {
      typeNumber(game, key, (text) => /^[1-9]\d{0,17}$/.test(text), () => false);
    } else if (game.noting) {
      game.change(() => {
        const notes = new Set(game.notes[slot]);
        if (!notes.delete(key)) notes.add(key);
        game.notes[slot] = [...notes].sort().join("");
      });
      game.say(WORDS.mayBe(letter, [...game.notes[slot]].join(" ")));
    } else {
      const owner = game.values.indexOf(key);
      if (owner >= 0 && owner !== slot) game.say(WORDS.taken(key, game.level.letters[owner]));
      else game.change(() => { game.values[slot] = key; });
    }
  },

  type(game, key) {
    if (/^\d$/.test(key)) {
      this.digit(game, key);
      return true;
    }
    const name = game.digits ? key.toUpperCase() : key.toLowerCase();
    const slot = key.length === 1 ? game.level.letters.indexOf(name) : -1;
    if (slot >= 0) {
      this.choose(game, slot);
      game.say(WORDS.letter(name));
      return true;
    }
    if (game.digits && key.toUpperCase() === "N") {
      this.press(game, "notes");
      return true;
    }
    return false;
  },

  erase(game) {
    const slot = game.slot;
    if (!game.digits) {
      eraseNumber(game, (text) => text !== "");
      return;
    }
    game.change(() => {
      if (game.values[slot] !== "") game.values[slot] = "";
      else game.notes[slot] = "";
    });
  },

  refusal: (game) => WORDS.atLeast(game.accepts(game.slot).min),

  // Another letter of the same cell.
  again(game) {
    const own = [...new Set(game.cells[game.at].parts.filter((part) => typeof part === "number"))];
    game.slot = own[(own.indexOf(game.slot) + 1) % own.length];
    game.draft = "";
  },

  // A digit that is revealed is taken from a letter that has it wrongly.
  free(game, slot, answers) {
    const owner = game.values.indexOf(answers[slot]);
    if (game.digits && owner >= 0 && owner !== slot) game.values[owner] = "";
  },

  lit(game) {
    const has = (cell) => cell && cell.parts && cell.parts.includes(game.slot);
    return [...game.cells.keys()].filter((i) => has(game.cells[i]));
  },

  speak(game, cell) {
    const own = game.cells[cell].parts.filter((part) => typeof part === "number");
    const known = own.map((slot) => game.level.letters[slot] + " " + (game.values[slot] || WORDS.blank));
    return speakCell(game, cell, known.join(", "));
  },

  checkByRules: checkLines,
};

