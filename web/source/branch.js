// A note that the board shows a variation, with a button that leads back to the game.

import { html } from "./html.js";
import { t } from "./words.js";

export function Branch({ desk }) {
    const ply = desk.branch.value;
    if (ply === null) return null;
    const number = Math.min(ply, desk.game.value.length - 1);
    return html`<p class="row branch" role="status">
        <span>${t("variation", { ply })}</span>
        <button class="first" onClick=${() => desk.toGame(number)}>${t("back to the game", { number })}</button>
    </p>`;
}
