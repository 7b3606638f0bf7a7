// Best play of both players to the end, to step through, copy and download.

import { useSignal, useSignalEffect } from "@preact/signals";
import { request } from "./api.js";
import { copy } from "./copy.js";
import { downloadRecord } from "./download.js";
import { html } from "./html.js";
import { useListFocus } from "./keys.js";
import { endless, inWords } from "./value.js";
import { t } from "./words.js";

export function BestLine({ desk, game }) {
    const line = useSignal(null);
    useSignalEffect(() => {
        const [state, answer, route] = [desk.state.value, desk.answer.value, desk.route.value];
        line.value = null;
        if (!answer || !state || state.over || neverEnds(answer)) return;
        request(route, "line", { position: state.position, forbid: state.forbid }).then(
            (result) => desk.answer.peek()?.position === result.position && (line.value = result),
            () => {},
        );
    });
    const { list, choose } = useListFocus("best line", line.value?.moves);
    const answer = desk.answer.value;
    if (!answer || desk.state.value?.over || !answer.moves.length) return null;
    const step = () => desk.make(desk.playable.value[0]);
    const steps = line.value?.moves ?? [];
    const moves = steps.map((each) => each.move);
    const upTo = (number) => desk.follow(moves.slice(0, number));
    return html`<section class="bestline" aria-labelledby="bestline">
        <h2 id="bestline">${t("best line")}</h2>
        ${
            steps.length > 0 &&
            html`<ol ref=${list}>
                ${steps.map(
                    (each, number) => html`<li key=${number}>
                        <button onClick=${(event) => (choose(event), upTo(number + 1))} title=${inWords(each)}>${each.move}</button>
                    </li>`,
                )}
            </ol>`
        }
        ${(neverEnds(answer) || line.value?.endless) && html`<p class="note">${t(endless.value || line.value ? "goes on for ever" : "no end")}</p>`}
        <div class="row">
            <button onClick=${step} disabled=${!desk.playable.value.length}>${t("best move")}</button>
            ${
                steps.length > 0 &&
                html`<button onClick=${() => copy(inText(moves))}>${t("copy line")}</button>
                    <button onClick=${() => downloadRecord(`${game.game}-line.json`, asRecord(desk, moves))}>${t("download")}</button>`
            }
        </div>
    </section>`;
}

// Whether best play is a draw without an end.
const neverEnds = ({ value, dtm }) => value === "draw" && dtm === null;

// Moves as one text that can be pasted: separated by spaces, or by line ends if a move contains spaces.
const inText = (moves) => moves.join(moves.some((each) => each.includes(" ")) ? "\n" : " ");

// A record of a game for retro replay. `state` is the state before the first move.
export function asRecord(desk, moves, state = desk.state.value, names = ["perfect", "perfect"]) {
    return {
        format: "retro game 1",
        game: desk.answer.value.game,
        options: desk.answer.value.options,
        position: state.position,
        forbidden: state.forbid,
        mover: state.mover,
        lead: state.lead,
        first: names[0],
        second: names[1],
        skill: 5,
        seed: 0,
        moves,
        result: null,
    };
}
