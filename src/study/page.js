"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);

  // Tables: a column sorts up, then down. What has no value stays below.
  for (const table of document.querySelectorAll("table")) {
    const heads = [...table.tHead.rows[0].cells];
    const body = table.tBodies[0];
    const value = (row, i) => {
      const text = row.cells[i].dataset.v;
      if (text === undefined) return row.cells[i].textContent;
      return text === "" ? null : Number(text);
    };
    const compare = (a, b) =>
      typeof a === "number" && typeof b === "number"
        ? a - b
        : String(a).localeCompare(String(b), "en", { numeric: true });
    heads.forEach((head, i) => {
      head.querySelector("button").addEventListener("click", () => {
        const up = head.getAttribute("aria-sort") !== "ascending";
        heads.forEach((other) => other.removeAttribute("aria-sort"));
        head.setAttribute("aria-sort", up ? "ascending" : "descending");
        const rows = [...body.rows].map((row) => [value(row, i), row]);
        rows.sort(([a], [b]) => {
          if (a === null || b === null) return (a === null) - (b === null);
          return up ? compare(a, b) : compare(b, a);
        });
        body.append(...rows.map(([, row]) => row));
      });
    });
  }

  // The legend hides a contender in every plot.
  for (const button of document.querySelectorAll(".legend button")) {
    button.addEventListener("click", () => {
      const shown = button.getAttribute("aria-pressed") === "false";
      button.setAttribute("aria-pressed", shown);
      const parts = document.querySelectorAll(`svg [data-contender="${button.dataset.contender}"]`);
      parts.forEach((part) => part.classList.toggle("off", !shown));
    });
  }

  // Two contenders: the points go where the frame that is there says.
  const selects = ["first", "second"].map((id) => document.getElementById(id));
  const points = [...document.querySelectorAll("#scatter .points > path")];
  const [left, top, width, height] = data.place;
  const share = (time) =>
    time === null
      ? (1 + data.solved) / 2
      : data.solved * Math.min(1, Math.max(0, (Math.log10(time) - data.low) / (data.high - data.low)));
  const say = (time) => (time === null ? "not decided" : `${time.toPrecision(3)} s`);
  const draw = () => {
    const [first, second] = selects.map((select) => Number(select.value));
    points.forEach((point, i) => {
      const [a, b] = [data.times[i][first], data.times[i][second]];
      const x = left + width * share(a), y = top + height * (1 - share(b));
      point.setAttribute("class", `dot ${data.contenders[first].classes}`);
      point.setAttribute("d", `M${x - 3.8} ${y}a3.8 3.8 0 1 0 7.6 0a3.8 3.8 0 1 0 -7.6 0z`);
      point.querySelector("title").textContent = `${data.instances[i]}: ${say(a)}, ${say(b)}`;
    });
    const title = (i) => `seconds, ${data.contenders[i].name}`;
    document.querySelector("#scatter .across").textContent = title(first);
    document.querySelector("#scatter .up").textContent = title(second);
  };
  selects.forEach((select) => select.addEventListener("change", draw));
  draw();

  // The runs that contain a text.
  const filter = document.getElementById("filter");
  const rows = [...document.querySelectorAll("#all-runs tbody tr")];
  const narrow = () => {
    const wanted = filter.value.trim().toLowerCase();
    let shown = 0;
    for (const row of rows) {
      row.hidden = !row.textContent.toLowerCase().includes(wanted);
      shown += !row.hidden;
    }
    document.getElementById("shown").textContent = `${shown} of ${rows.length} runs`;
  };
  filter.addEventListener("input", narrow);
  narrow();
})();
