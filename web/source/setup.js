// The dialog in which a position is typed as text; the server checks each change at once, and the position is shown.

import { useSignal, useSignalEffect } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { request } from "./api.js";
import { Dialog } from "./dialog.js";
import { Side } from "./headline.js";
import { html } from "./html.js";
import { Picture } from "./picture.js";
import { readPosition } from "./position.js";
import { Mark, mine } from "./value.js";
import { explained, t } from "./words.js";

export function SetUp({ desk, close }) {
    const begin = desk.state.value;
    const text = useSignal(begin.position);
    const mover = useSignal(begin.mover);
    const answer = useSignal(null);
    const position = useSignal(null); // the last answer about a position, which stays on the board while a text is none
    const latest = useMemo(() => ({ number: 0 }), []);
    useSignalEffect(() => {
        const number = ++latest.number;
        const sent = { position: text.value, mover: mover.value };
        const shown = (result) => {
            if (number !== latest.number) return;
            answer.value = { ...result, sent };
            if (result.drawn !== null) position.value = result;
        };
        request(desk.route.value, "setup", sent).then(shown, (error) => shown({ problem: error.message, drawn: null }));
    });
    const result = answer.value;
    const judged = result?.sent.position === text.value && result.sent.mover === mover.value; // whether the answer is about the current text
    const typed = (event) => {
        const read = readPosition(event.target.value);
        if (read.position !== event.target.value) mover.value = read.mover;
        text.value = read.position;
    };
    async function done(event) {
        event.preventDefault();
        if (await desk.open(desk.route.value, { position: result.position, mover: mover.value })) close();
    }
    return html`<${Dialog} title=${t("set up")} close=${close} wide>
        <form onSubmit=${done} class="setup">
            ${position.value && html`<div class="board ${result.drawn === null ? "stale" : ""}"><${Picture} of=${position.value} label=${t("board")} /></div>`}
            <label for="position">${t("as text")}</label>
            <input id="position" value=${text.value} spellcheck="false" autocomplete="off" onInput=${typed} />
            <p class="verdict" role="status">
                ${
                    result?.problem
                        ? html`<span class="wrong">✗ ${explained(result.problem)}</span>`
                        : result && html`✓ <${Side} of=${result.turn || mover.value} />${t("to move")} <${Mark} of=${result} mine=${mine(result)} long />`
                }
            </p>
            <div class="row"><button class="first" disabled=${!judged || Boolean(result.problem)}>${t("use it")}</button></div>
        </form>
    <//>`;
}
