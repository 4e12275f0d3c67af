/** Table, quarantine and cache. */

import { byId, el, figures, put } from "./dom.js";
import { bytes, count, duration, hex24, percent } from "./format.js";
import { Chart } from "./chart.js";

const COLUMNS = 64;
const SIZE = 8;
const map = byId("map");
const hits = new Chart("hit rate now", "green", 1);
byId("hit-chart").append(hits.element);

let cells = [];
let first = 0;
let last = 0;
let grain = 1;
let chosen = null;

export function show(snapshot, before) {
  const table = snapshot.table;
  grain = snapshot.cells.grain;
  first = Math.floor(table.first_qpn / grain);
  last = Math.floor(table.last_qpn / grain);
  cells = new Map(snapshot.cells.cells.map(cell => [cell[0] / grain, cell]));
  draw();
  figures(byId("table-figures"), [
    ["live", `${count(table.live)} of ${count(table.max_qps)}`],
    ["quarantined", count(table.quarantined)],
    ["kind", `${table.kind}, ${count(table.pages)} ${table.pages === 1 ? "page" : "pages"}`],
    ["memory", bytes(table.bytes_committed) + (table.live ? `, ${bytes(table.bytes_per_live_qp)} a queue pair` : "")],
    ["numbers", `${hex24(table.first_qpn)} to ${hex24(table.last_qpn)}, ${count(grain)} in a cell`]
  ]);
  showQuarantine(snapshot.quarantine, snapshot.quarantine_queue);
  showCache(snapshot.cache, before?.cache);
}

function draw() {
  const rows = Math.ceil((last - first + 1) / COLUMNS);
  const style = getComputedStyle(document.documentElement);
  const colour = name => style.getPropertyValue("--" + name);
  if (map.width !== COLUMNS * SIZE || map.height !== rows * SIZE) {
    map.width = COLUMNS * SIZE;
    map.height = rows * SIZE;
  }
  const pen = map.getContext("2d");
  pen.clearRect(0, 0, map.width, map.height);
  let live = 0;
  for (let i = 0; i <= last - first; i++) {
    const cell = cells.get(first + i);
    live += cell?.[1] > 0 ? 1 : 0;
    const kind = !cell ? "empty" : cell[1] > 0 && cell[2] > 0 ? "blue" : cell[1] > 0 ? "green" : "amber";
    pen.fillStyle = colour(kind);
    const inset = i === chosen ? 0 : 1;
    pen.fillRect(i % COLUMNS * SIZE, Math.floor(i / COLUMNS) * SIZE, SIZE - inset, SIZE - inset);
  }
  map.setAttribute("aria-label", `${live} of ${last - first + 1} cells have live queue pairs; arrow keys choose a cell`);
  describe();
}

function describe() {
  if (chosen === null || chosen > last - first) {
    put(byId("cell"), "");
    return;
  }
  const cell = cells.get(first + chosen);
  const from = (first + chosen) * grain;
  put(byId("cell"), `${hex24(from)} to ${hex24(from + grain - 1)}: ` +
    (cell ? `${count(cell[1])} live, ${count(cell[2])} quarantined, ${count(grain - cell[1] - cell[2])} free` : "all free"));
}

function choose(index) {
  chosen = index === null ? null : Math.max(0, Math.min(last - first, index));
  draw();
}

map.addEventListener("mousemove", event => {
  const box = map.getBoundingClientRect();
  const column = Math.floor((event.clientX - box.left) / box.width * COLUMNS);
  const row = Math.floor((event.clientY - box.top) / box.height * map.height / SIZE);
  choose(row * COLUMNS + column);
});
map.addEventListener("mouseleave", () => choose(null));
map.addEventListener("blur", () => choose(null));
map.addEventListener("focus", () => chosen ?? choose(0));
map.addEventListener("keydown", event => {
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -COLUMNS, ArrowDown: COLUMNS }[event.key];
  if (step !== undefined) {
    event.preventDefault();
    choose((chosen ?? 0) + step);
  }
});

function showQuarantine(quarantine, queue) {
  figures(byId("quarantine-figures"), [
    ["policy", quarantine.policy],
    ["held", count(quarantine.held)],
    ["next leaves", quarantine.next_in_ms === null ? "no time frees one" : "in " + duration(quarantine.next_in_ms)],
    ["entered / let out", `${count(quarantine.entered)} / ${count(quarantine.released)}`],
    ["let out early / stolen", `${count(quarantine.released_early)} / ${count(quarantine.stolen)}`]
  ]);
  byId("queue").replaceChildren(...queue.map(number => el("li", {},
    el("span", { class: "mono" }, hex24(number.qpn)),
    el("span", {}, number.remaining_ms === null ? "by count" : duration(number.remaining_ms)))));
}

function showCache(cache, before) {
  const isOff = cache.kind === "off";
  hits.element.hidden = isOff;
  const asked = cache.hits + cache.misses;
  const now = asked - (before ? before.hits + before.misses : 0);
  if (!isOff && before && now > 0) {
    const part = (cache.hits - before.hits) / now;
    hits.add(part, percent);
  } else if (!isOff) {
    hits.say("no look-ups");
  }
  figures(byId("cache-figures"), isOff ? [["kind", "off"]] : [
    ["kind", `${cache.kind}, ${cache.sets} sets of ${cache.ways}`],
    ["resident", `${count(cache.resident)} of ${count(cache.sets * cache.ways)}`],
    ["hits / misses", `${count(cache.hits)} / ${count(cache.misses)}` + (asked ? ` (${percent(cache.hits / asked)} hit)` : "")],
    ["evicted / invalidated", `${count(cache.evictions)} / ${count(cache.invalidations)}`],
    ["cost of a miss", cache.miss_cost === "none" ? "none" : `${cache.miss_cost_ns} ns, ${cache.miss_cost}`]
  ]);
}

export function clear() {
  hits.clear();
}
