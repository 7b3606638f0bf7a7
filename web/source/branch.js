// A note that the board shows a variation, with buttons that lead back to the game, make it the main line, and remove it.

import { html } from "./html.js";
import { t } from "./words.js";

export function Branch({ desk }) {
    if (desk.gamePly.value !== null || !desk.line.value) return null;
    const ply = desk.branch.value;
    const number = Math.min(ply, desk.game.value.length - 1);
    return html`<p class="row branch" role="status">
        <span>${t("variation", { ply })}</span>
        <button class="first" onClick=${() => desk.toGame(number)}>${t("back to the game", { number })}</button>
        <button onClick=${desk.promote}>${t("promote")}</button>
        <button onClick=${desk.remove}>${t("remove variation")}</button>
    </p>`;
}
