// What stands above everything: whose turn it is, what this position is worth, what is forbidden and what that costs.

import { html } from "./html.js";
import { Mark, inWords, mine, outcome } from "./value.js";
import { own, t } from "./words.js";

const SIDES = { 1: "blue", 2: "amber" };
export const Side = ({ of }) =>
    html`<span class="side"><span class="disc ${SIDES[of]}" aria-hidden="true"></span>${t(`player.${of}`)}</span>`;

// Why a move is forbidden: in the game's words, or the server's, where the game has none.
const NEUTRAL = "the rules forbid it after the last move";
export const isForbidden = (game, { forbidden, why_forbidden: why }) =>
    t("is forbidden", { move: forbidden, why: why === NEUTRAL ? t(NEUTRAL) : own(game, why) });

export function Headline({ desk, game, shown, reveal }) {
    const [answer, state] = [desk.answer.value, desk.state.value];
    if (!answer || !state) return html`<header class="headline"></header>`;
    const stuck = !answer.moves.some((move) => !move.forbidden);
    if (state.over || stuck) {
        const end = { mover: state.mover, over: state.over ?? answer };
        return html`<header class="headline" role="status"><${Over} of=${end} counted=${mine(answer)} /></header>`;
    }
    const cost = answer.forbidden && (answer.unforbidden.value !== answer.value || answer.unforbidden.dtm !== answer.dtm);
    return html`<header class="headline" role="status">
        <p class="turn"><${Side} of=${state.mover} /> ${t("to move")}${answer.scene?.notes.length ? ` · ${answer.scene.notes.map((note) => own(game, note)).join(" · ")}` : ""}</p>
        ${
            shown
                ? html`<p class="worth">
                      <${Mark} of=${answer} mine=${mine(answer)} long />
                      ${answer.scores && html`<small>${t(`points for ${answer.scores}`)}</small>`}
                  </p>`
                : html`<p class="worth"><button onClick=${reveal}>${t("show value")}</button></p>`
        }
        ${
            answer.forbidden &&
            html`<p class="note">
                ${isForbidden(game, answer)}
                ${shown && ` ${cost ? t("forbidding costs", { value: inWords(answer.unforbidden) }) : t("forbidding costs nothing")}`}
            </p>`
        }
        ${shown && answer.from_start !== null && html`<p class="note">${t("from start", { n: answer.from_start })}</p>`}
    </header>`;
}

// Who has won, by the last move.
function Over({ of: { over, mover }, counted }) {
    const kind = outcome(over.value, counted);
    const winner = kind === "win" ? mover : 3 - mover;
    const by = typeof over.value === "number" && over.value ? ` (${inWords(over)})` : "";
    return html`<p class="worth over">
        ${kind === "draw" ? t("ends in a draw") : html`<${Side} of=${winner} /> ${t("wins")}`}${by}
    </p>`;
}
