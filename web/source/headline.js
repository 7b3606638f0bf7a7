// The headline: whose turn it is, the value of the position, and the forbidden move with its effect on the value.

import { html } from "./html.js";
import { Mark, inWords, mine, outcome } from "./value.js";
import { own, playerName, t } from "./words.js";

const SIDES = { 1: "blue", 2: "amber" };
export const Side = ({ of }) =>
    html`<span class="side"><span class="disc ${SIDES[of]}" aria-hidden="true"></span>${playerName(of)}</span>`;

// Why a move is forbidden: in the words of the game if it has any, otherwise in the server's.
const NEUTRAL = "the rules forbid it after the last move";
export const isForbidden = (game, { forbidden, why_forbidden: why }) =>
    t("is forbidden", { move: forbidden, why: why === NEUTRAL ? t(NEUTRAL) : own(game, why) });

// `ended` is the end of a game that does not follow from the position: {winner, why, endless}; the winner of a draw is null.
export function Headline({ desk, game, shown, reveal, ended = null }) {
    const [answer, state] = [desk.answer.value, desk.state.value];
    if (!answer || !state) return html`<header class="headline"></header>`;
    const stuck = !answer.moves.some((move) => !move.forbidden);
    if (ended || state.over || stuck) {
        const end = ended ?? result(state, answer);
        return html`<header class="headline" role="status">
            <p class="worth over">${end.winner ? html`<${Side} of=${end.winner} />${t("wins")}` : t(end.endless ? "goes on for ever" : "ends in a draw")}${end.by ?? ""}</p>
            <p class="note">${end.why}</p>
            ${!ended && !state.over && answer.forbidden && html`<p class="note">${isForbidden(game, answer)}</p>`}
        </header>`;
    }
    const cost = answer.forbidden && (answer.unforbidden.value !== answer.value || answer.unforbidden.dtm !== answer.dtm);
    return html`<header class="headline" role="status">
        <p class="turn"><${Side} of=${state.mover} />${t("to move")}${answer.scene?.notes.length ? ` · ${answer.scene.notes.map((note) => own(game, note)).join(" · ")}` : ""}</p>
        ${
            shown
                ? html`<p class="worth">
                      <${Mark} of=${answer} mine=${mine(answer)} long />
                      ${answer.scores && html`${" "}<small>${t(`points for ${answer.scores}`)}</small>`}
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
        ${state.lead !== 0 && html`<p class="note">${t("ahead", { side: playerName(state.lead > 0 ? 1 : 2), n: Math.abs(state.lead) })}</p>`}
        ${shown && answer.from_start !== null && html`<p class="note">${answer.from_start ? t("from start", { n: answer.from_start }) : t("the start")}</p>`}
    </header>`;
}

// The winner of a game that the last move ended or that has no more moves, the score, and the reason.
export function result({ over, move, mover, lead }, answer) {
    const end = { ...(over ?? answer) };
    if (typeof end.value === "number") end.value += answer.scores === "first" || mover === 1 ? lead : -lead;
    const kind = outcome(end.value, mine(answer));
    const stuck = answer.scores ? t("no move is left") : t("cannot move", { side: playerName(mover) });
    return {
        winner: kind === "draw" ? null : kind === "win" ? mover : 3 - mover,
        by: typeof end.value === "number" && end.value ? ` (${inWords({ value: Math.abs(end.value) })})` : "",
        why: over ? t("ended by", { move }) : stuck,
    };
}
