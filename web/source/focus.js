// Keeps the keyboard's focus in the page: if the element that has it is removed, hidden or disabled, such as a button that
// begins a game, the focus goes to the main part of the page. Otherwise it would go to the page's beginning.

let last = null; // the focused element, if the keyboard moved the focus there

const isThere = (element) => element.isConnected && !element.disabled && element.checkVisibility();

function keep() {
    if (!last || isThere(last) || ![document.body, last].includes(document.activeElement)) return;
    last = null;
    document.getElementById("main")?.focus({ preventScroll: true });
}

export function keepFocus() {
    let keyboard = false;
    addEventListener("keydown", (event) => (event.key === "Escape" ? (last = null) : (keyboard = true)), true);
    addEventListener("pointerdown", () => (keyboard = last = null), true);
    addEventListener("focusin", (event) => (last = keyboard ? event.target : null));
    new MutationObserver(() => requestAnimationFrame(keep)).observe(document.body, { attributes: true, childList: true, subtree: true });
}
