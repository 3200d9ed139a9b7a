// Tiles and keys below the grid. Spent ones stay where they are, greyed, until they are free again.

class Pad {
  constructor(game) {
    this.game = game;
    this.keys = game.mode.pad(game).map((key) => {
      const badge = make("span", { class: "badge", "aria-hidden": "true" });
      const element = make("button", { type: "button", "data-key": key.value },
        make("span", { class: "face" }), badge);
      element.addEventListener("click", () => game.press(key.value));
      return element;
    });
    // Chips, if there are any, stand on lines of their own.
    const isChip = (_, i) => game.mode.pad(game)[i].kind.startsWith("chip");
    const rows = [this.keys.filter(isChip), this.keys.filter((key, i) => !isChip(key, i))];
    this.element = make("div", { role: "group", "aria-label": game.mode.padName(game) },
      ...rows.map((row) => make("div", { class: "pad " + game.level.mode + "-pad" }, ...row)));
  }

  paint() {
    this.game.mode.pad(this.game).forEach((key, i) => {
      const element = this.keys[i];
      element.className = "key " + (key.kind || "");
      element.classList.toggle("spent", key.spent === true);
      element.firstChild.textContent = key.text;
      element.lastChild.textContent = key.badge === undefined ? "" : key.badge;
      element.setAttribute("aria-label", key.label);
      const flag = (name, value) =>
        value === undefined ? element.removeAttribute(name) : element.setAttribute(name, value);
      flag("aria-disabled", key.spent === true ? "true" : undefined);
      flag("aria-pressed", key.pressed);
    });
  }
}

const ERASE = { text: "⌫", value: "erase", label: WORDS.clearCell, kind: "erase" };

// One key per tile: as many are greyed as are placed.
function tileKeys(game) {
  const placed = new Map();
  for (const value of game.values) placed.set(value, (placed.get(value) || 0) + 1);
  const keys = game.supply.map((text) => {
    const spent = (placed.get(text) || 0) > 0;
    if (spent) placed.set(text, placed.get(text) - 1);
    const label = WORDS.tile(text) + (spent ? WORDS.placed : "");
    return { text, value: text, spent, label, kind: "tile" };
  });
  // Where so many tiles have to be scrolled, the key must not be at their end.
  return keys.length > 24 ? [ERASE, ...keys] : [...keys, ERASE];
}

