/** Elements and text. Nothing here takes markup: whatever comes from the node or the wire becomes text. */

export const byId = id => document.getElementById(id);

/** An element with attributes and children, of which strings become text. */
export function el(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    element.setAttribute(key, value);
  }
  element.append(...children.map(asNode));
  return element;
}

const asNode = child => child instanceof Node ? child : document.createTextNode(String(child));

/** Sets text where it has changed, so that a selection in it survives. */
export function put(element, text) {
  if (element.textContent !== String(text)) {
    element.textContent = text;
  }
}

/** Makes a list of terms and values; those that are there already keep their elements. */
export function figures(list, pairs) {
  const names = pairs.map(([name]) => name).join("\n");
  if (list.dataset.names !== names) {
    list.dataset.names = names;
    list.replaceChildren(...pairs.flatMap(([name]) => [el("dt", {}, name), el("dd")]));
  }
  const values = list.querySelectorAll("dd");
  pairs.forEach(([, value], i) => put(values[i], value));
}
