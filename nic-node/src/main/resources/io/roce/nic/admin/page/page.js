/** Puts the page together: the stream of snapshots, what each part makes of one, keys and buttons. */

import { byId, el, figures, put } from "./dom.js";
import { duration, rate } from "./format.js";
import { get, setToken, Stream } from "./node.js";
import { Chart } from "./chart.js";
import * as ledger from "./ledger.js";
import * as table from "./table.js";
import * as drops from "./drops.js";
import * as qps from "./qps.js";

const THEME = "roce-theme";
const QPS_EVERY_MS = 2000;
const CLOCK_STEP_MS = 250;
const charts = [
  { chart: new Chart("received", "blue"), total: snapshot => snapshot.ledger.received },
  { chart: new Chart("taken", "green"), total: snapshot => ledger.taken(snapshot.ledger) },
  { chart: new Chart("dropped", "red"), total: snapshot => ledger.dropped(snapshot.ledger) }
];
byId("charts").append(...charts.map(each => each.chart.element));

let before = null;
let facts = null;
let isPaused = false;
let startMs = null;
let lostAt = null;
let lostWhy = "";

const stream = new Stream(show, (state, why) => {
  if (state === "live") {
    lostAt = null;
  } else if (state === "lost") {
    lostAt ??= new Date().toTimeString().slice(0, 8);
    lostWhy = why;
  }
  if (!isPaused) {
    // Until a snapshot comes it stays lost: each try would flicker otherwise.
    const shown = state === "connecting" && lostAt !== null ? "lost" : state;
    byId("state").dataset.state = shown;
    put(byId("state"), shown === "lost" ? `lost, trying again since ${lostAt}: ${lostWhy}` : shown);
  }
  if (state === "token") {
    askForToken(why);
  } else if (state === "live" && facts === null) {
    about();
  }
});

function show(snapshot) {
  // When the node began; its uptime alone says nothing after a pause that was longer than the new node's life.
  const nowStartMs = Date.parse(snapshot.time) - snapshot.uptime_ms;
  const isOther = startMs !== null &&
    (Math.abs(nowStartMs - startMs) > CLOCK_STEP_MS || before !== null && snapshot.uptime_ms < before.uptime_ms);
  startMs = nowStartMs;
  if (isOther) {
    charts.forEach(each => each.chart.clear());
    table.clear();
    drops.clear();
    before = null;
    facts = null;
  }
  const elapsedS = before === null ? 0 : (snapshot.uptime_ms - before.uptime_ms) / 1000;
  const perSecond = (now, then) => elapsedS > 0 ? Math.max(0, now - then) / elapsedS : 0;
  if (before !== null && elapsedS > 0) {
    for (const { chart, total } of charts) {
      chart.add(perSecond(total(snapshot), total(before)), rate);
    }
  }
  ledger.show(snapshot.ledger, before?.ledger, perSecond);
  table.show(snapshot, before);
  drops.show(snapshot.drops);
  showFacts(snapshot.uptime_ms);
  before = snapshot;
}

async function about() {
  facts = "";
  try {
    const node = await get("/v1/node");
    facts = `roce ${node.version}, link ${node.link.kind}, ICRC ${node.icrc}, ` +
      (node.lanes > 1 ? `${node.lanes} lanes, ` : "") + "up ";
    put(byId("address"), node.udp);
    document.title = node.udp + " · roce";
    document.documentElement.style.setProperty("--node-hue", hue(node.udp));
    qps.load();
    qps.open();
  } catch (failure) {
    facts = null;
  }
}

/** Another colour for another address, the same each time. */
const hue = name => [...name].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)) % 360, 7);

function showFacts(uptimeMs) {
  put(byId("facts"), (facts ?? "") + (facts ? duration(uptimeMs) : ""));
}

function pause(paused) {
  isPaused = paused;
  byId("pause").setAttribute("aria-pressed", paused);
  put(byId("pause"), paused ? "Go on" : "Pause");
  if (paused) {
    stream.stop();
    byId("state").dataset.state = "paused";
    put(byId("state"), "paused");
  } else {
    before = null;
    stream.start();
  }
}

function changeTheme() {
  const root = document.documentElement;
  const isDark = root.dataset.theme === "dark" ||
    root.dataset.theme === undefined && matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = isDark ? "light" : "dark";
  localStorage.setItem(THEME, root.dataset.theme);
}

function askForToken(why) {
  put(byId("token-note"), why);
  if (!byId("token-dialog").open) {
    byId("token-dialog").showModal();
  }
}

function takeToken() {
  const value = byId("token").value.trim();
  // What is no token cannot be sent in a header.
  if (/^[\x21-\x7e]+$/.test(value)) {
    setToken(value);
    byId("token").value = "";
    byId("token-dialog").close();
    stream.start();
  } else {
    put(byId("token-note"), "A token has visible ASCII characters alone.");
  }
}

const KEYS = [
  ["p", "pause and go on", () => pause(!isPaused)],
  ["t", "dark or light", changeTheme],
  ["/", "look for a queue pair", () => byId("qp-text").focus()],
  ["?", "these keys", () => byId("help-dialog").showModal()]
];
figures(byId("keys"), [...KEYS.map(([key, what]) => [key, what]), ["Tab", "from one thing to the next"],
  ["arrows", "in the table's map, from cell to cell"], ["Esc", "closes what is open"]]);

addEventListener("keydown", event => {
  const isTyping = event.target instanceof Element && event.target.matches("input, select, textarea");
  if (!isTyping && !event.ctrlKey && !event.metaKey && !event.altKey && !document.querySelector("dialog[open]")) {
    const key = KEYS.find(([name]) => name === event.key);
    if (key !== undefined) {
      event.preventDefault();
      key[2]();
    }
  }
});
byId("pause").addEventListener("click", () => pause(!isPaused));
byId("theme").addEventListener("click", changeTheme);
byId("help").addEventListener("click", () => byId("help-dialog").showModal());
byId("help-close").addEventListener("click", () => byId("help-dialog").close());
byId("token-form").addEventListener("submit", event => {
  // It goes nowhere but into a header.
  event.preventDefault();
  takeToken();
});

/** Nobody looks: the node need make no snapshots for this page. */
document.addEventListener("visibilitychange", () => {
  if (document.hidden) {
    stream.stop();
  } else if (!isPaused && !stream.isOn) {
    before = null;
    stream.start();
  }
});

const theme = localStorage.getItem(THEME);
if (theme === "dark" || theme === "light") {
  document.documentElement.dataset.theme = theme;
}
setInterval(() => !isPaused && !document.hidden && before !== null && qps.load(), QPS_EVERY_MS);
stream.start();
