/** The last drops, newest first. */

import { byId, el, put } from "./dom.js";
import { count, hex24 } from "./format.js";

const opened = new Set();
let newest = -1;

const PLAIN = new Set(["number", "time", "fate", "reason", "src", "udp_src_port", "packet", "qp", "look_up"]);

export function show(drops) {
  const last = drops.length ? drops[drops.length - 1].number : 0;
  // Rows that somebody reads do not go from under the eye, nor the focus with them.
  const isRead = newest >= 0 && (opened.size > 0 || byId("drop-rows").querySelector(":focus-visible") !== null);
  if (last !== newest && !isRead) {
    newest = last;
    byId("drop-rows").replaceChildren(...drops.slice().reverse().flatMap(rows));
  }
  put(byId("drop-note"), isRead && last !== newest ?
    `Held while you read: ${count(last - newest)} more since. Close what is open and leave the list to go on.` : "");
}

export function clear() {
  newest = -1;
  opened.clear();
}

function rows(drop) {
  const isOpen = opened.has(drop.number);
  const detail = el("tr", {}, el("td", { colspan: 5 }, el("pre", {}, text(drop))));
  detail.hidden = !isOpen;
  const button = el("button", { type: "button", class: "link", "aria-expanded": isOpen }, drop.time.slice(11, 23));
  button.addEventListener("click", () => {
    detail.hidden = !detail.hidden;
    button.setAttribute("aria-expanded", !detail.hidden);
    detail.hidden ? opened.delete(drop.number) : opened.add(drop.number);
  });
  const qpn = drop.bth?.dest_qp ?? drop.dest_qp;
  return [
    el("tr", {},
      el("td", {}, button),
      el("td", {}, `${drop.src}:${drop.udp_src_port}`),
      el("td", { class: "qpn" }, qpn === undefined || qpn === null ? "" : hex24(qpn)),
      el("td", { class: "drop" }, drop.fate),
      el("td", {}, drop.reason?.text ?? "")),
    detail
  ];
}

/** Everything else that is known of it. */
function text(drop) {
  const lines = [drop.packet];
  for (const [name, value] of Object.entries(drop)) {
    if (!PLAIN.has(name)) {
      lines.push(name + ": " + JSON.stringify(value));
    }
  }
  if (drop.qp) {
    lines.push("queue pair: " + JSON.stringify(drop.qp));
  }
  if (drop.look_up) {
    lines.push("look-up: " + JSON.stringify(drop.look_up));
  }
  return lines.join("\n");
}
