// Lists of clues beside the grid. A clue that has a place in the grid can be chosen.

class Clues {
  constructor(game) {
    this.game = game;
    this.items = [];
    const lists = game.mode.clues ? game.mode.clues(game) : [];
    const parts = lists.map((list, i) => {
      const id = "clues" + i;
      const items = list.items.map((item) => this.item(item));
      return make("section", { class: "clue-list", "aria-labelledby": id },
        make("h2", { id }, list.title), make("ol", {}, ...items));
    });
    this.element = parts.length ? make("div", { class: "clues" }, ...parts) : null;
  }

  item(item) {
    const text = [
      item.label ? make("b", { class: "number" }, item.label) : null,
      make("span", { class: "text" }, item.text),
      item.shown ? make("span", { class: "length" }, "(" + item.shown + ")") : null,
      make("span", { class: "tick" }),
    ];
    const inner = item.choose
      ? make("button", { type: "button", class: "clue" }, ...text)
      : make("span", { class: "clue" }, ...text);
    if (item.choose) inner.addEventListener("click", item.choose);
    this.items.push({ item, inner });
    return make("li", {}, inner);
  }

  paint() {
    for (const { item, inner } of this.items) {
      const { current, filled, done } = item.state();
      inner.classList.toggle("current", current === true);
      inner.classList.toggle("filled", filled === true);
      inner.classList.toggle("done", done === true);
      inner.lastChild.textContent = done ? " ✓" : "";
      if (item.choose) inner.setAttribute("aria-current", current === true);
    }
  }
}

