/** The account that adds up, and what stands beside it. */

import { byId, el, figures, put } from "./dom.js";
import { count, rate } from "./format.js";

let isAll = false;
const rows = new Map();

byId("all-fates").addEventListener("click", event => {
  isAll = !isAll;
  event.currentTarget.setAttribute("aria-pressed", isAll);
  rows.forEach(row => row.tr.hidden = !isAll && row.count === 0);
});

/** @param perSecond from a count and the same count before to a rate. */
export function show(ledger, before, perSecond) {
  const sum = ledger.fates.reduce((total, fate) => total + fate.count, 0);
  equation(ledger, sum);
  const past = new Map(before?.fates.map(fate => [fate.fate, fate.count]));
  for (const fate of ledger.fates) {
    const row = rows.get(fate.fate) ?? newRow(fate);
    row.count = fate.count;
    row.tr.hidden = !isAll && fate.count === 0;
    row.tr.className = fate.count === 0 ? "zero" : "";
    put(row.tr.cells[1], count(fate.count));
    put(row.tr.cells[2], rate(perSecond(fate.count, past.get(fate.fate) ?? 0)));
  }
  beside(ledger);
}

function equation(ledger, sum) {
  const adds = ledger.balanced && ledger.received + ledger.injected === sum + ledger.held;
  const line = byId("equation");
  if (line.childElementCount === 0) {
    line.append(el("span"), " ", el("strong"));
  }
  put(line.children[0], `received ${count(ledger.received)} + injected ${count(ledger.injected)} = ` +
    `fates ${count(sum)} + held ${count(ledger.held)}`);
  put(line.children[1], adds ? "✓ adds up" : "does not add up");
  line.children[1].className = adds ? "ok" : "bad";
}

function newRow(fate) {
  const tr = el("tr", { "data-fate": fate.fate },
    el("td", {}, fate.fate, el("small", {}, fate.description)), el("td", { class: "n" }), el("td", { class: "n" }));
  byId(fate.drop ? "dropped" : "taken").append(tr);
  const row = { tr, count: 0 };
  rows.set(fate.fate, row);
  return row;
}

function beside(ledger) {
  const egress = ledger.egress;
  const failures = Object.entries(egress.failures).filter(([, n]) => n > 0).map(([why, n]) => `${why} ${count(n)}`);
  figures(byId("beside"), [
    ["dropped by the kernel before", ledger.kernel_drops === undefined ? "not known here" : count(ledger.kernel_drops)],
    ["ICRC right as it was / inferred", `${count(ledger.icrc.exact)} / ${count(ledger.icrc.inferred)}`],
    ["sent / not sent", `${count(egress.sent)} / ${count(egress.failed)}` + (failures.length ? ` (${failures.join(", ")})` : "")]
  ]);
}

/** Datagrams that ended as a drop. */
export const dropped = ledger => ledger.fates.reduce((sum, fate) => sum + (fate.drop ? fate.count : 0), 0);

/** Those that ended otherwise. */
export const taken = ledger => ledger.fates.reduce((sum, fate) => sum + (fate.drop ? 0 : fate.count), 0);
