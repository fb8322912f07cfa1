"use strict";
{
  const root = document.documentElement;
  const remembered = (value) => {
    // Pages from files have no storage in some browsers.
    try {
      if (value !== undefined) localStorage.setItem("secant-report-theme", value);
      return localStorage.getItem("secant-report-theme");
    } catch {
      return null;
    }
  };
  const theme = document.getElementById("theme");
  const dark = () =>
    root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  const label = () => { theme.textContent = dark() ? "Light theme" : "Dark theme"; };
  const before = remembered();
  if (before === "dark" || before === "light") root.dataset.theme = before;
  label();
  theme.addEventListener("click", () => {
    root.dataset.theme = dark() ? "light" : "dark";
    remembered(root.dataset.theme);
    label();
  });

  const key = (row, column) => row.children[column].dataset.value ?? row.children[column].textContent.trim();
  const compare = (a, b) => {
    if (a === b) return 0;
    // What is not there comes last, whatever the direction.
    if (a === "") return 1;
    if (b === "") return -1;
    const [x, y] = [Number(a), Number(b)];
    return Number.isNaN(x) || Number.isNaN(y) ? a.localeCompare(b, "en", { numeric: true }) : x - y;
  };
  for (const table of document.querySelectorAll("table.sorts")) {
    const heads = [...table.tHead.rows[0].cells];
    for (const [column, head] of heads.entries()) {
      head.querySelector("button")?.addEventListener("click", () => {
        const descending = head.getAttribute("aria-sort") === "ascending";
        for (const other of heads) other.removeAttribute("aria-sort");
        head.setAttribute("aria-sort", descending ? "descending" : "ascending");
        const rows = [...table.tBodies[0].rows].map((row) => [key(row, column), row]);
        rows.sort(([a], [b]) => (descending && a !== "" && b !== "" ? compare(b, a) : compare(a, b)));
        table.tBodies[0].append(...rows.map(([, row]) => row));
      });
    }
  }

  for (const tools of document.querySelectorAll(".tools[data-for]")) {
    const table = document.getElementById(tools.dataset.for);
    const [text, kind, shown] = ["input", "select", "output"].map((tag) => tools.querySelector(tag));
    const filter = () => {
      const words = text.value.toLowerCase().split(/\s+/).filter(Boolean);
      let count = 0;
      for (const row of table.tBodies[0].rows) {
        const content = row.textContent.toLowerCase();
        row.hidden = !words.every((word) => content.includes(word)) || (kind.value !== "" && row.dataset.kind !== kind.value);
        count += row.hidden ? 0 : 1;
      }
      shown.textContent = `${count} of ${table.tBodies[0].rows.length} rows`;
    };
    text.addEventListener("input", filter);
    kind.addEventListener("change", filter);
    filter();
  }

  // A page on paper has nothing to open.
  addEventListener("beforeprint", () => {
    for (const details of document.querySelectorAll("details:not([open])")) {
      details.open = true;
      details.dataset.printed = "";
    }
  });
  addEventListener("afterprint", () => {
    for (const details of document.querySelectorAll("details[data-printed]")) {
      details.open = false;
      delete details.dataset.printed;
    }
  });
}
