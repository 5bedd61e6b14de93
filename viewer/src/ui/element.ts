// Elements of the page in one call.

type Attributes = Record<string, string | boolean | ((event: never) => void)>;

export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name, value as EventListener);
    else if (typeof value === "string") made.setAttribute(name, value);
    else if (value) made.setAttribute(name, "");
  }
  made.append(...children);
  return made;
}

const icons: Record<string, string> = {
  play: "M5 3.5v13l11-6.5z",
  pause: "M5 3.5h3.5v13H5zM11.5 3.5H15v13h-3.5z",
  previous: "M13.5 4v12L5.5 10zM4 4h1.6v12H4z",
  next: "M6.5 4v12l8-6zM14.4 4H16v12h-1.6z",
  first: "M16 4v12l-6-6zM10 4v12l-6-6z",
  last: "M4 4v12l6-6zM10 4v12l6-6z",
  theme: "M10 2.5a7.5 7.5 0 1 0 0 15zM10 2.5v2a5.5 5.5 0 0 1 0 11v2a7.5 7.5 0 0 0 0-15z",
  panel: "M3 5h14v1.8H3zM3 9.1h14v1.8H3zM3 13.2h14V15H3z",
  fit: "M3 3h5v1.7H4.7V8H3zM12 3h5v5h-1.7V4.7H12zM3 12h1.7v3.3H8V17H3zM15.3 12H17v5h-5v-1.7h3.3z",
  picture: "M3 5h3l1.3-2h5.4L14 5h3v11H3zM10 7.2a3.4 3.4 0 1 0 0 6.8 3.4 3.4 0 0 0 0-6.8z",
  film: "M2.5 5h10v10h-10zM13.7 8.6l3.8-2.4v7.6l-3.8-2.4z",
  close: "M5.2 4L10 8.8 14.8 4 16 5.2 11.2 10l4.8 4.8-1.2 1.2L10 11.2 5.2 16 4 14.8 8.8 10 4 5.2z",
};

export function icon(name: string): SVGSVGElement {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 20 20");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", icons[name]);
  path.setAttribute("fill-rule", "evenodd");
  svg.append(path);
  return svg;
}

/** A button with a picture; `label` is what it does, `key` its shortcut. */
export function iconButton(name: string, label: string, key: string, act: () => void): HTMLButtonElement {
  const button = element("button", { type: "button", class: "icon", "aria-label": label, click: act }, icon(name));
  button.title = key ? `${label} (${key})` : label;
  return button;
}

export function setIcon(button: HTMLButtonElement, name: string, label: string): void {
  if (button.getAttribute("aria-label") === label) return;
  button.replaceChildren(icon(name));
  button.title = button.title.replace(button.getAttribute("aria-label") ?? "", label);
  button.setAttribute("aria-label", label);
}

/** A labelled choice among words. */
export function select(
  label: string,
  options: Record<string, string>,
  value: string,
  act: (value: string) => void,
): { row: HTMLLabelElement; input: HTMLSelectElement } {
  const input = element("select", { change: () => act(input.value) });
  for (const [key, text] of Object.entries(options)) input.append(element("option", { value: key }, text));
  input.value = value;
  return { row: element("label", { class: "row" }, element("span", {}, label), input), input };
}

export function checkbox(
  label: string,
  value: boolean,
  act: (value: boolean) => void,
): { row: HTMLLabelElement; input: HTMLInputElement } {
  const input = element("input", { type: "checkbox", change: () => act(input.checked) });
  input.checked = value;
  return { row: element("label", { class: "row check" }, input, element("span", {}, label)), input };
}

export function slider(
  label: string,
  [low, high, step]: [number, number, number],
  value: number,
  act: (value: number) => void,
): { row: HTMLLabelElement; input: HTMLInputElement } {
  const input = element("input", { type: "range", min: String(low), max: String(high), step: String(step) });
  input.addEventListener("input", () => act(input.valueAsNumber));
  input.valueAsNumber = value;
  return { row: element("label", { class: "row" }, element("span", {}, label), input), input };
}
