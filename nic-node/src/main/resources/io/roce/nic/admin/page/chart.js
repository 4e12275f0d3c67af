/** A value over the last minutes, as a line. */

import { el, put } from "./dom.js";

const SVG = "http://www.w3.org/2000/svg";
const POINTS = 360;
const WIDTH = 360;
const HEIGHT = 44;

export class Chart {
  #values = [];
  #output = el("output");
  #scale = el("small");
  #area = document.createElementNS(SVG, "path");
  #line = document.createElementNS(SVG, "path");
  #most;
  element;

  /** @param most what the top stands for; without it the largest value. */
  constructor(name, colour, most = null) {
    this.#most = most;
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
    svg.setAttribute("preserveAspectRatio", "none");
    svg.setAttribute("aria-hidden", "true");
    this.#area.setAttribute("class", "area");
    svg.append(this.#area, this.#line);
    this.element = el("div", { class: "chart " + colour },
      el("div", {}, el("span", {}, name, this.#scale), this.#output), svg);
  }

  clear() {
    this.#values = [];
    this.#line.removeAttribute("d");
    this.#area.removeAttribute("d");
    put(this.#scale, "");
  }

  /** Says something else than a value; the line stays as it is. */
  say(text) {
    put(this.#output, text);
  }

  /** @param text from a value to what is shown of it. */
  add(value, text) {
    this.#values.push(value);
    if (this.#values.length > POINTS) {
      this.#values.shift();
    }
    put(this.#output, text(value));
    put(this.#scale, this.#most === null ? " most " + text(Math.max(...this.#values)) : "");
    this.#draw();
  }

  #draw() {
    const most = this.#most ?? Math.max(1, ...this.#values);
    const left = WIDTH - (this.#values.length - 1);
    const points = this.#values.map((value, i) =>
      `${left + i} ${(HEIGHT - 2 - (HEIGHT - 4) * value / most).toFixed(1)}`);
    this.#line.setAttribute("d", "M" + points.join("L"));
    this.#area.setAttribute("d", `M${left} ${HEIGHT}L${points.join("L")}L${WIDTH} ${HEIGHT}Z`);
  }
}
