// Numbers into cells: tiles, a key for each of a few numbers, or digits to type them with.

MODES.numbers = {
  padName: (game) => (game.level.tiles.length > 0 ? WORDS.tiles : WORDS.numbers),
  help: (game) => (game.level.tiles.length > 0 ? WORDS.helpTiles : WORDS.helpNumbers),

  begin(game) {
    const { tiles, accepts, different } = game.level;
    const few = ({ min, max }) => min !== null && max !== null && max - min < 20;
    // Few possible numbers get a key each; otherwise numbers are typed.
    const keyed = tiles.length === 0 && accepts.length === 1 && few(accepts[0]);
    game.supply = tiles;
    // Whether what is placed is spent.
    game.spends = tiles.length > 0 || (keyed && different.cells.length > 0);
    if (!keyed) return;
    const given = different.cells.map((cell) => game.cells[cell].text);
    const { min, max } = accepts[0];
    const all = Array.from({ length: max - min + 1 }, (_, i) => String(min + i));
    game.supply = all.filter((text) => !given.includes(text));
  },

  pad(game) {
    if (game.spends) return tileKeys(game);
    const negative = game.level.accepts.some(({ min }) => min === null || min < 0);
    const texts = game.supply.length > 0 ? game.supply : [..."1234567890", ...(negative ? ["-"] : [])];
    const key = (text) => ({ text: text.replace("-", "−"), value: text,
      label: text === "-" ? WORDS.minus : text, kind: "tile" });
    return [...texts.map(key), ERASE];
  },

  press(game, key) {
    if (game.spends) {
      placeTile(game, key);
    } else if (game.supply.length === 0) {
      this.type(game, key);
    } else {
      game.draft = "";
      game.change(() => { game.values[game.slot] = key; });
    }
  },

  fits(game, text) {
    if (game.supply.length === 0) return /^-?\d{1,19}$/.test(text);
    return game.supply.includes(text) && (!game.spends || tilesLeft(game, text, game.slot) > 0);
  },

  type(game, key) {
    const grows = (text) => (game.supply.length === 0 ? text === "-"
      : game.supply.some((tile) => tile.startsWith(text) && this.fits(game, tile)));
    return typeNumber(game, key, (text) => this.fits(game, text), grows);
  },

  erase(game) {
    eraseNumber(game, (text) => this.fits(game, text));
  },

  refusal(game, text) {
    const { min, max } = game.accepts(game.slot);
    const there = game.supply.includes(text);
    if (game.level.tiles.length > 0) return there ? WORDS.everyTilePlaced(text) : WORDS.noTile(text);
    return there ? WORDS.used(text) : WORDS.range(min, max);
  },

  free(game, slot, answers) {
    if (game.spends) freeTile(game, slot, answers);
  },

  lit: litLines,

  speak: (game, cell) => speakCell(game, cell, written(game, cell) || WORDS.blank) +
    (game.bad.has(cell) ? WORDS.notAllowedHere : ""),

  checkByRules: checkLines,
};

