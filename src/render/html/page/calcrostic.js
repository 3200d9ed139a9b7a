// Calcrostic: letters stand for digits, or for whole numbers. A letter is found once for all its
// places.

FAMILIES.calcrostic = {
  title: "Calcrostic",
  padName: "Digits",
  help: [
    "Choose a letter in the grid or below it, then a digit. With Notes on, digits are noted as possible for the letter.",
    "Keyboard: letters choose a letter, digits fill it in, N switches notes, arrows move, Backspace clears.",
  ],
  helpNumbers: [
    "Choose a letter, then type its number with the keys.",
    "Keyboard: letters choose a letter, digits type its number, arrows move, Backspace clears.",
  ],

  begin(game) {
    game.lines = readLines(game);
    game.noting = false;
    game.digits = game.level.unknowns === "digits";
    this.judge(game);
  },

  judge(game) {
    const { form, letters, max } = game.level;
    game.bad.clear();
    judgeLines(game, (numbers, signs, texts) => {
      if (game.digits && texts.some((text) => text.startsWith("0"))) return false;
      if (form === "zero") {
        const value = byPrecedence(numbers, signs);
        return value !== null && value.over === 0n;
      }
      const value = OPERATORS[signs[0]](numbers[0], numbers[1]);
      return value !== null && value.under === 1n && value.over === numbers[2].over;
    });
    game.clashes = new Set();
    letters.forEach((_, slot) => {
      const value = game.values[slot];
      if (value === "") return;
      const twice = game.digits && game.values.filter((other) => other === value).length > 1;
      const size = game.digits ? 0n : BigInt(value);
      const outside = !game.digits && (size < 1n || (max !== null && size > BigInt(max)));
      if (twice || outside) game.clashes.add(slot);
    });
  },

  solved: (game) => game.clashes.size === 0 && game.lines.every((line) => line.state === "right"),

  pad(game) {
    const { letters } = game.level;
    const chips = letters.map((letter, slot) => {
      const [value, notes] = [game.values[slot], game.notes[slot]];
      const clash = game.clashes.has(slot) ? ", not allowed" : "";
      const label = "Letter " + letter + ", " + (value || "blank") + clash +
        (notes ? ", noted " + [...notes].join(" ") : "");
      const kind = "chip" + (game.marks.has(slot) || clash ? " bad" : "");
      return { text: value ? letter + " = " + value : letter, badge: value ? "" : notes,
        value: "letter " + slot, label, pressed: slot === game.slot, kind };
    });
    const digits = [..."1234567890"].map((text) => {
      const owner = game.digits && !game.noting ? game.values.indexOf(text) : -1;
      const spent = owner >= 0 && owner !== game.slot;
      const label = text + (spent ? ", is " + letters[owner] : "");
      return { text, value: text, spent, label, kind: "tile" };
    });
    const note = { text: "Notes", value: "notes", label: "Notes", pressed: game.noting, kind: "wide" };
    return [...chips, ...digits, ...(game.digits ? [note] : []), { ...ERASE, label: "Clear letter" }];
  },

  press(game, key) {
    if (key === "notes") {
      game.noting = !game.noting;
      game.paint();
      game.say(game.noting ? "Notes on" : "Notes off");
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
      game.say(letter + " may be " + ([...game.notes[slot]].join(" ") || "anything"));
    } else {
      const owner = game.values.indexOf(key);
      if (owner >= 0 && owner !== slot) {
        game.say(key + " is " + game.level.letters[owner] + " already");
      } else {
        game.change(() => { game.values[slot] = key; });
      }
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
      game.say("Letter " + name);
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

  refusal: () => "Numbers are at least 1",

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

  // A number as it is read out: letters that are known by their digits, others by name.
  speakNumber(game, cell) {
    const { text, parts } = game.cells[cell];
    if (text !== undefined) return text;
    const letters = game.level.letters;
    return parts.map((part) => (typeof part === "number" ? game.values[part] || letters[part] : part)).join(" ");
  },

  speak(game, cell) {
    const { letters } = game.level;
    const own = game.cells[cell].parts.filter((part) => typeof part === "number");
    const known = own.map((slot) => letters[slot] + " " + (game.values[slot] || "blank"));
    const lines = game.lines.filter((line) => line.numbers.includes(cell));
    return [known.join(", "), ...lines.map((line) => speakLine(game, line))].join(". ");
  },

  checkByRules: (game) => countWrongLines(game, "line"),
};

