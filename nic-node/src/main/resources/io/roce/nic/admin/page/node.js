/** The node's API: requests, and the stream of snapshots. Both carry the token where one was given. */

const TOKEN = "roce-token";
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 8000;
const SILENCE_MS = 10_000;

let token = sessionStorage.getItem(TOKEN);

export class Refused extends Error {
  constructor(status, answer) {
    super(answer.message ?? "status " + status);
    this.status = status;
    this.answer = answer;
  }
}

export function setToken(value) {
  token = value;
  sessionStorage.setItem(TOKEN, value);
}

const options = signal => ({
  signal, cache: "no-store", headers: token ? { Authorization: "Bearer " + token } : {}
});

class Silence extends Error {
}

/** The answer to a GET; what is refused is thrown. */
export async function get(path, signal) {
  const response = await fetch(path, options(signal));
  const answer = await response.json();
  if (!response.ok) {
    throw new Refused(response.status, answer);
  }
  return answer;
}

/** Snapshots, one after the other, until it is stopped; a connection that is lost is made again, later each time. */
export class Stream {
  #onSnapshot;
  #onState;
  #stop = null;

  /** @param onState is told "connecting", "live", "token" or "lost", and why. */
  constructor(onSnapshot, onState) {
    this.#onSnapshot = onSnapshot;
    this.#onState = onState;
  }

  get isOn() {
    return this.#stop !== null;
  }

  start() {
    this.stop();
    const stop = new AbortController();
    this.#stop = stop;
    this.#run(stop.signal);
  }

  stop() {
    this.#stop?.abort();
    this.#stop = null;
  }

  async #run(signal) {
    let waitMs = FIRST_WAIT_MS;
    while (!signal.aborted) {
      let why = "the node has ended the stream";
      try {
        this.#onState("connecting");
        await this.#watched(signal, () => waitMs = FIRST_WAIT_MS);
      } catch (failure) {
        if (failure instanceof Refused && failure.status === 401) {
          this.#stop = null;
          this.#onState("token", failure.message);
          return;
        }
        why = failure instanceof Refused || failure instanceof Silence ? failure.message : "the node does not answer";
      }
      if (!signal.aborted) {
        this.#onState("lost", why);
        await new Promise(wake => setTimeout(wake, waitMs));
        waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS);
      }
    }
  }

  /** A node that is cut off closes nothing: its silence ends the connection, lest old figures pass for the latest. */
  async #watched(signal, onEvent) {
    const silent = new AbortController();
    const fallSilent = () => silent.abort(new Silence("nothing came for " + SILENCE_MS / 1000 + " s"));
    let timer = setTimeout(fallSilent, SILENCE_MS);
    try {
      await this.#read(AbortSignal.any([signal, silent.signal]), () => {
        clearTimeout(timer);
        timer = setTimeout(fallSilent, SILENCE_MS);
        onEvent();
      });
    } catch (failure) {
      throw silent.signal.aborted ? silent.signal.reason : failure;
    } finally {
      clearTimeout(timer);
    }
  }

  async #read(signal, onEvent) {
    const response = await fetch("/v1/events", options(signal));
    if (!response.ok) {
      throw new Refused(response.status, await response.json());
    }
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done) {
        return;
      }
      text += value;
      const events = text.split("\n\n");
      text = events.pop();
      for (const event of events) {
        onEvent();
        this.#take(event, signal);
      }
    }
  }

  #take(event, signal) {
    const lines = event.split("\n");
    const field = name => lines.filter(line => line.startsWith(name + ": "))
      .map(line => line.slice(name.length + 2)).join("\n");
    if (!signal.aborted && field("event") === "snapshot") {
      this.#onState("live");
      this.#onSnapshot(JSON.parse(field("data")));
    }
  }
}
