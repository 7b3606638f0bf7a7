// Pasting: a position, the moves of a game, or a record that retro play wrote.

import { useSignal } from "@preact/signals";
import { Dialog } from "./dialog.js";
import { html } from "./html.js";
import { sameVariant, stand } from "./place.js";
import { readPosition } from "./position.js";
import { t } from "./words.js";

const FORMAT = "retro game 1";

function asRecord(text) {
    try {
        const found = JSON.parse(text);
        return found?.format === FORMAT && Array.isArray(found.moves) ? found : null;
    } catch {
        return null;
    }
}

// A move in each line, or in each word; without numbers of moves, as in 1. a1U 2... b2D
const asMoves = (text) =>
    [/\s*\n\s*/, /\s+/].map((between) =>
        text
            .split(between)
            .map((each) => each.replace(/^\d+\.+\s*/, ""))
            .filter((each) => each && !/^\d+$/.test(each)),
    );

export function Paste({ desk, close, game }) {
    const text = useSignal("");
    const wrong = useSignal("");
    const place = desk.place.value;

    async function read() {
        wrong.value = "";
        const record = asRecord(text.value);
        if (record) {
            if (record.game !== game.game) return t("another game", { game: record.game });
            const set = Object.entries(record.options ?? {}).map((each) => each.join("="));
            const begin = { position: record.position, forbid: record.forbidden, mover: record.mover === 2 ? 2 : 1 };
            const where = { ...place, set: changed(game, set) };
            if (!sameVariant(where, place)) stand({ ...where, view: "review" });
            return (await desk.replay(where, begin, record.moves)) ? "" : desk.problem.value?.message ?? t("no such move");
        }
        const before = desk.line.value;
        if (await desk.open(place, readPosition(text.value.trim()))) return "";
        const refused = desk.problem.value?.message;
        for (const moves of asMoves(text.value)) {
            for (const from of before ? [{}, before.states[0]] : [{}]) {
                if (await desk.replay(place, from, moves)) return "";
            }
        }
        if (before) await desk.restore(place, before);
        return refused;
    }
    async function submit(event) {
        event.preventDefault();
        wrong.value = await read();
        if (!wrong.value) close();
    }
    return html`<${Dialog} title=${t("paste")} close=${close}>
        <form onSubmit=${submit}>
            <label for="pasted">${t("paste what")}</label>
            <textarea id="pasted" rows="6" autofocus spellcheck="false" onInput=${(event) => (text.value = event.target.value)}></textarea>
            ${wrong.value && html`<p class="wrong" role="alert">${wrong.value}</p>`}
            <div class="row"><button class="first" disabled=${!text.value.trim()}>${t("read it")}</button></div>
        </form>
    <//>`;
}

// Those of a record's options that are not the default, which an address does without.
function changed(game, set) {
    const usual = new Set(game.options.map((each) => `${each.name}=${each.default}`));
    return set.filter((each) => !usual.has(each));
}
