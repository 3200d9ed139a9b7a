// The grid on the page: one element per cell, made once and painted after each change.

class Board {
  constructor(game) {
    this.game = game;
    this.elements = [];
    this.parts = new Map();
    const { width, mode, title } = game.level;
    const rows = Array.from({ length: game.cells.length / width }, (_, r) =>
      make("div", { role: "row", class: "row", "aria-rowindex": r + 1 },
        ...game.cells.slice(r * width, (r + 1) * width).map((cell, c) => this.cell(cell, c))));
    // Few cells may be large.
    this.grid = make("div", {
      role: "grid", class: "grid " + mode + (width < 10 ? " small" : ""), "aria-label": WORDS.grid(title),
      "aria-rowcount": rows.length, "aria-colcount": width,
    }, ...rows);
    this.grid.style.setProperty("--w", width);
    const tap = (event) => {
      const element = event.target.closest("[data-cell]");
      if (element) game.tap(Number(element.dataset.cell));
    };
    this.grid.addEventListener("click", tap);
    this.frame = make("div", { class: "frame" }, this.grid);
  }

  cell(cell, column) {
    const index = this.elements.length;
    const element = make("div", { role: "gridcell", "aria-colindex": column + 1 });
    this.elements.push(element);
    if (cell === null) {
      element.className = "hole";
      return element;
    }
    element.className = "cell";
    const mark = (name, on) => { if (on) element.classList.add(name); };
    mark("result", cell.result);
    mark("bar-right", cell.barRight);
    mark("bar-below", cell.barBelow);
    if (cell.label !== undefined) element.append(make("span", { class: "label" }, cell.label));
    if (cell.black) {
      mark("black", true);
      element.setAttribute("aria-label", WORDS.black);
    } else if (cell.sign !== undefined) {
      mark("sign", true);
      element.append(make("span", { class: "ink" }));
      this.setSign(index, cell.sign, "open");
    } else if (cell.parts !== undefined) {
      mark("open", true);
      element.dataset.cell = index;
      element.tabIndex = -1;
      this.write(index, cell);
    } else if (cell.text !== undefined) {
      mark("given", true);
      element.append(make("span", { class: "ink" }, cell.text));
      element.style.setProperty("--len", cell.text.length);
    } else {
      mark("unused", true);
    }
    return element;
  }

  // The places of a number that is to be found: one, or, where letters are digits, several.
  write(index, cell) {
    const element = this.elements[index];
    const letters = this.game.level.letters;
    const parts = cell.parts.map((part) => {
      const value = make("span", { class: "value" }, typeof part === "string" ? part : "");
      const name = letters && typeof part === "number" ? letters[part] : null;
      return make("span", { class: name ? "part lettered" : "part" },
        name ? make("span", { class: "letter" }, name) : null, value);
    });
    element.append(make("span", { class: "ink" }, ...parts));
    element.style.setProperty("--len", parts.length);
    this.parts.set(index, parts);
  }

  setSign(index, sign, state) {
    const element = this.elements[index];
    element.lastChild.textContent = sign === "-" ? "−" : sign;
    element.setAttribute("aria-label", sign === "≠" ? WORDS.unequal : WORDS.signs[sign]);
    element.classList.toggle("right", state === "right");
    element.classList.toggle("wrong", state === "wrong");
  }

  paint() {
    const game = this.game;
    const lit = new Set(game.mode.lit(game));
    for (const [index, parts] of this.parts) {
      const element = this.elements[index];
      const slots = game.cells[index].parts;
      const chosen = index === game.at;
      slots.forEach((slot, i) => {
        if (typeof slot !== "number") return;
        const value = chosen && slot === game.slot && game.draft ? game.draft : game.values[slot];
        parts[i].lastChild.textContent = game.mode.show ? game.mode.show(value) : value;
        parts[i].classList.toggle("filled", value !== "");
        parts[i].classList.toggle("chosen", slot === game.slot && game.level.letters !== undefined);
        if (slots.length === 1) {
          const letters = game.level.letters ? 1 : 0;
          element.style.setProperty("--len", Math.max(1, value.length) + letters);
        }
      });
      const own = slots.filter((slot) => typeof slot === "number");
      const has = (set) => own.some((slot) => set.has(slot));
      const mark = (name, on) => element.classList.toggle(name, on);
      mark("chosen", chosen);
      mark("lit", lit.has(index));
      mark("marked", has(game.marks));
      mark("shown", has(game.shown));
      mark("draft", chosen && game.draft !== "" && game.values[game.slot] === "");
      mark("blackened", own.length === 1 && game.values[own[0]] === "#");
      mark("bad", game.bad.has(index));
      element.tabIndex = chosen ? 0 : -1;
      element.setAttribute("aria-selected", chosen);
      element.setAttribute("aria-label", this.label(index, own));
    }
    this.grid.classList.toggle("done", game.done);
  }

  // What a screen reader says: place, content, lines or clues, and state.
  label(index, own) {
    const game = this.game;
    const { row, column } = game.place(index);
    const says = [WORDS.place(row + 1, column + 1), game.mode.speak(game, index)];
    if (own.some((slot) => game.marks.has(slot))) says.push(WORDS.checkedWrong);
    if (own.some((slot) => game.shown.has(slot))) says.push(WORDS.revealed);
    return says.join(". ");
  }

  // Shows the chosen cell; the focus follows if it was in the grid, or nowhere.
  focus(always) {
    const element = this.elements[this.game.at];
    const inside = this.grid.contains(document.activeElement);
    if (always || inside || document.activeElement === document.body) {
      element.focus({ preventScroll: true });
    }
    element.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  // The next cell to fill in that direction: straight on, or else the nearest that lies there.
  neighbour(from, down, right) {
    const { row, column } = this.game.place(from);
    let best = null;
    let least = Infinity;
    for (const index of this.parts.keys()) {
      const place = this.game.place(index);
      const along = (place.row - row) * down + (place.column - column) * right;
      const aside = Math.abs((place.row - row) * right) + Math.abs((place.column - column) * down);
      const cost = along + 100 * aside;
      if (along > 0 && cost < least) [best, least] = [index, cost];
    }
    return best;
  }
}

