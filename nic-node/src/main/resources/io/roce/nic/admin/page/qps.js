/** Queue pairs, a part of them at a time, and one of them whole. */

import { byId, el, figures, put } from "./dom.js";
import { count, duration, hex24 } from "./format.js";
import { get, Refused } from "./node.js";

const LIMIT = 100;
const STATES = ["RESET", "INIT", "RTR", "RTS", "SQD", "SQE", "ERR"];
const NUMBER = /^(0x[0-9a-f]{1,6}|[0-9]{1,8})$/i;

const COLUMNS = [
  { name: "QPN", value: qp => qp.qpn, text: qp => hex24(qp.qpn) },
  { name: "type", value: qp => qp.type },
  { name: "state", value: qp => STATES.indexOf(qp.state), text: qp => qp.state },
  { name: "peer", value: qp => qp.attributes?.dgid ?? "" },
  { name: "peer's QPN", value: qp => qp.attributes?.dest_qp_num ?? -1,
    text: qp => qp.attributes?.dest_qp_num === undefined ? "" : hex24(qp.attributes.dest_qp_num) },
  { name: "generation", value: qp => qp.generation, isCount: true },
  { name: "epoch", value: qp => qp.epoch, isCount: true },
  { name: "requests", value: qp => qp.counters.requests, isCount: true },
  { name: "responses", value: qp => qp.counters.responses, isCount: true },
  { name: "refused", value: qp => qp.counters.refused, isCount: true }
];

let list = [];
let after = null;
let next = null;
let sortBy = COLUMNS[0];
let isDescending = false;
let asked = 0;

const state = byId("qp-state");
const text = byId("qp-text");
state.append(el("option", { value: "" }, "any"), ...STATES.map(name => el("option", { value: name }, name)));

for (const column of COLUMNS) {
  const button = el("button", { type: "button", class: "link" }, column.name);
  const head = el("th", { class: column.isCount ? "n" : "", "aria-sort": column === sortBy ? "ascending" : "none" }, button);
  button.addEventListener("click", () => {
    isDescending = sortBy === column && !isDescending;
    sortBy = column;
    byId("qp-heads").querySelectorAll("th").forEach(other => other.setAttribute("aria-sort", "none"));
    head.setAttribute("aria-sort", isDescending ? "descending" : "ascending");
    draw();
  });
  byId("qp-heads").append(head);
}

const restart = () => {
  after = null;
  load();
};
state.addEventListener("change", restart);
text.addEventListener("input", () => {
  const wanted = text.value.trim();
  NUMBER.test(wanted) || list.length === 1 ? restart() : draw();
});
text.addEventListener("keydown", event => {
  if (event.key === "Enter" && NUMBER.test(text.value.trim())) {
    location.hash = "#qp=" + text.value.trim();
  }
});
byId("qp-first").addEventListener("click", restart);
byId("qp-next").addEventListener("click", () => {
  after = next;
  load();
});

/** Asks for the part that is shown. */
export async function load() {
  const turn = ++asked;
  const wanted = text.value.trim();
  try {
    const number = NUMBER.test(wanted) ? Number(wanted) : null;
    const parameters = new URLSearchParams({ limit: number === null ? LIMIT : 1 });
    if (state.value) {
      parameters.set("state", state.value);
    }
    // A number is found as the first one behind the number before it.
    const from = number === null ? after : number - 1;
    if (from !== null && from >= 0) {
      parameters.set("after", from);
    }
    const answer = await get("/v1/qps?" + parameters);
    if (turn === asked) {
      list = number === null ? answer.qps : answer.qps.filter(qp => qp.qpn === number);
      next = number === null ? answer.next : null;
      draw();
    }
  } catch (failure) {
    if (turn === asked) {
      put(byId("qp-note"), failure instanceof Refused ? failure.message : "The node does not answer.");
    }
  }
}

function draw() {
  const wanted = text.value.trim().toLowerCase();
  const isNumber = NUMBER.test(wanted);
  const shown = list.filter(qp => isNumber || !wanted || (qp.attributes?.dgid ?? "").includes(wanted) ||
    hex24(qp.qpn).includes(wanted));
  shown.sort((one, other) => {
    const [a, b] = [sortBy.value(one), sortBy.value(other)];
    return (a < b ? -1 : a > b ? 1 : one.qpn - other.qpn) * (isDescending ? -1 : 1);
  });
  // New rows take the focus over from those before.
  const focused = byId("qp-rows").contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
  byId("qp-rows").replaceChildren(...shown.map(row));
  if (focused !== null) {
    (byId("qp-rows").querySelector(`a[href="${CSS.escape(focused)}"]`) ?? text).focus({ preventScroll: true });
  }
  byId("qp-next").disabled = next === null;
  byId("qp-first").disabled = after === null;
  const from = after === null ? "" : ` behind ${hex24(after)}`;
  put(byId("qp-note"), `${count(shown.length)} shown${from}` + (next === null ? "" : ", there are more") +
    (isNumber && !shown.length ? ": no live queue pair has that number; Enter shows what is known of it" : ""));
}

function row(qp) {
  return el("tr", {}, ...COLUMNS.map((column, i) => {
    const value = column.text?.(qp) ?? (column.isCount ? count(column.value(qp)) : column.value(qp));
    return i === 0 ?
      el("td", { class: "qpn" }, el("a", { href: "#qp=" + value }, value)) :
      el("td", { class: column.isCount ? "n" : "" }, value);
  }));
}

const dialog = byId("qp-dialog");
byId("qp-close").addEventListener("click", () => dialog.close());
dialog.addEventListener("close", () => {
  if (location.hash.startsWith("#qp=")) {
    history.replaceState(null, "", location.pathname);
  }
});
addEventListener("hashchange", open);

/** Shows the queue pair that the address names, if it names one. */
export async function open() {
  const wanted = /^#qp=(.+)$/.exec(location.hash)?.[1];
  if (wanted === undefined) {
    return;
  }
  const isNumber = NUMBER.test(wanted);
  put(byId("qp-name"), isNumber ? "Queue pair " + hex24(Number(wanted)) : "No number of a queue pair");
  byId("qp-detail").replaceChildren();
  if (!dialog.open) {
    dialog.showModal();
  }
  if (!isNumber) {
    byId("qp-detail").append(el("p", {}, "A number is 24 bits, in decimal or hex: " + wanted.slice(0, 40)));
    return;
  }
  try {
    detail(await get("/v1/qps/" + Number(wanted)));
  } catch (failure) {
    byId("qp-detail").append(el("p", {}, failure instanceof Refused ? failure.message : "The node does not answer."));
    if (failure instanceof Refused && failure.answer.history) {
      past(failure.answer.history);
    }
  }
}

function detail(qp) {
  const values = el("dl", { class: "figures" });
  byId("qp-detail").append(values);
  const rest = Object.entries(qp).filter(([name]) => !["qpn", "attributes", "counters", "history"].includes(name));
  figures(values, [
    ...rest.map(([name, value]) => [name, plain(value)]),
    ...Object.entries(qp.attributes ?? {}).map(([name, value]) => [name, plain(value)]),
    ...Object.entries(qp.counters).map(([name, value]) => [name, count(value)])
  ]);
  past(qp.history);
}

const plain = value => Array.isArray(value) ? value.join(" ") : value !== null && typeof value === "object" ?
  JSON.stringify(value) : String(value);

function past(lives) {
  byId("qp-detail").append(
    el("h3", {}, "Who had the number before"),
    lives.length === 0 ? el("p", { class: "muted" }, "Nobody that is remembered.") : el("ul", {}, ...lives.map(life =>
      el("li", {}, `generation ${life.generation}, ${life.type}, peer ${life.peer ?? "none"}, created ` +
        `${duration(life.created_ms_ago)} ago, destroyed ${duration(life.destroyed_ms_ago)} ago`))));
}
