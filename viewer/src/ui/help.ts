// Keyboard shortcuts: one table that both acts and is shown.

import { element } from "./element";

export interface Shortcut {
  keys: string[];
  shown: string;
  does: string;
  act: (event: KeyboardEvent) => void;
}

/** Keys typed into a field are the field's; arrows and space belong to the control that has the focus. */
function taken(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement;
  if (event.ctrlKey || event.metaKey || event.altKey) return true;
  if (target instanceof HTMLInputElement && target.type === "text") return true;
  const own = ["ArrowLeft", "ArrowRight", "Home", "End", " "].includes(event.key);
  return own && (target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLButtonElement);
}

export function takeKeys(shortcuts: Shortcut[]): void {
  document.addEventListener("keydown", (event) => {
    if (taken(event)) return;
    const found = shortcuts.find(({ keys }) => keys.includes(event.key));
    if (!found) return;
    event.preventDefault();
    found.act(event);
  });
}

export class Help {
  readonly root: HTMLDialogElement;

  constructor(shortcuts: Shortcut[], closed: () => void) {
    const close = element("button", { type: "button", click: () => this.root.close() }, "Close");
    this.root = element(
      "dialog",
      { class: "help", "aria-label": "Keyboard shortcuts" },
      element("h2", {}, "Keyboard"),
      element("dl", {}, ...shortcuts.flatMap(({ shown, does }) => [element("dt", {}, ...shown.split(" ").map((key) => element("kbd", {}, key))), element("dd", {}, does)])),
      element("h2", {}, "Pointer"),
      element(
        "p",
        {},
        "Click a body to pick it. Wheel or pinch zooms. In 3D drag to turn, with the right button or two fingers to shift; in 2D drag to shift.",
      ),
      close,
    );
    this.root.addEventListener("close", closed);
    this.root.addEventListener("click", (event) => {
      if (event.target === this.root) this.root.close();
    });
  }

  show(on: boolean): void {
    if (on && !this.root.open) this.root.showModal();
    else if (!on && this.root.open) this.root.close();
  }
}
