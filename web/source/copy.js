// Copying to the clipboard, with a notice. navigator.clipboard exists only if the page comes from this machine or by HTTPS.

import { signal } from "@preact/signals";
import { html } from "./html.js";
import { t } from "./words.js";

const SHOWN = 2000; // milliseconds
const notice = signal("");
let latest = 0;

export async function copy(text) {
    let done;
    try {
        await navigator.clipboard.writeText(text);
        done = true;
    } catch {
        done = selected(text);
    }
    notice.value = done ? "copied" : "not copied";
    const number = ++latest;
    setTimeout(() => number === latest && (notice.value = ""), SHOWN);
}

// Copies by a selection, which works without navigator.clipboard. The field is inside an open dialog, because nothing
// outside of it can be selected.
function selected(text) {
    const [before, field] = [document.activeElement, document.createElement("textarea")];
    field.value = text;
    (before?.closest("dialog") ?? document.body).append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    before?.focus();
    return done;
}

export const Copied = () => html`<p class=${notice.value ? "copied" : "hidden"} role="status">${notice.value && t(notice.value)}</p>`;
