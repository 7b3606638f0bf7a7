// Pasting: a position, the moves of a game, or a record that retro play wrote. What cannot be read changes nothing.

import { useSignal } from "@preact/signals";
import { named } from "./desk.js";
import { Dialog } from "./dialog.js";
import { isForbidden } from "./headline.js";
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

// Ways to read a text as moves: one in each line, in each word, or between commas. Numbers of moves, as in
// 1. a1U 2... b2D, are left out; those without a dot may be moves.
const BETWEEN = [/\n/, /[\s;]+/, /[\s,;]+/];
const asMoves = (text) =>
    BETWEEN.map((between) => text.split(between).map((each) => each.trim().replace(/^\d+\.+\s*|[,;]$/g, "")))
        .flatMap((moves) => [moves, moves.filter((each) => !/^\d+$/.test(each))])
        .map((moves) => moves.filter(Boolean));

// What a text looks like: letters and digits are all the same.
const shape = (text) => text.replace(/\p{L}/gu, "a").replace(/\d/g, "0");

// Why the next move of a list is not legal where the legal ones lead.
function illegal(game, { found, states }, texts) {
    const [number, text] = [states.length, texts[states.length - 1]];
    const move = states[number - 1].over ? null : named(found.moves, text);
    const why = move?.forbidden ? ` ${isForbidden(game, found)}` : "";
    return t("not legal", { number, move: text }) + why;
}

export function Paste({ desk, close, game }) {
    const text = useSignal("");
    const wrong = useSignal("");
    const place = desk.place.value;

    // Put as much of a game on the board as is legal; a line of text if none of it is.
    function put(where, texts, replayed) {
        const legal = replayed.states.length - 1;
        const problem = legal < texts.length ? illegal(game, replayed, texts) : "";
        if (problem && !legal) return problem;
        if (!sameVariant(where, place)) stand({ ...where, view: "review" });
        desk.put(where, replayed);
        if (problem) desk.problem.value = new Error(`${problem} ${t("up to there")}`);
        return "";
    }

    async function fromRecord(record) {
        if (record.game !== game.game) return t("another game", { game: record.game });
        const set = Object.entries(record.options ?? {}).map((each) => each.join("="));
        const begin = { position: record.position, forbid: record.forbidden, mover: record.mover === 2 ? 2 : 1 };
        const where = { ...place, set: changed(game, set) };
        const moves = record.moves.map(String);
        return put(where, moves, await desk.replay(where, begin, moves));
    }

    // From the start, from where the line on the board begins, or from the position there: where most of them are legal.
    async function fromMoves(said) {
        let best = null;
        for (const moves of asMoves(said)) {
            for (const begin of [{}, desk.begin.value, desk.state.value]) {
                const replayed = begin && moves.length && (await desk.replay(place, begin, moves).catch(() => null));
                if (!replayed) continue;
                const legal = replayed.states.length;
                if (legal > moves.length) return put(place, moves, replayed);
                const like = legal > 1 || replayed.found.moves.some((each) => shape(each.move) === shape(moves[0]));
                if (like && legal > (best?.legal ?? 0)) best = { legal, moves, replayed };
            }
        }
        return best && put(place, best.moves, best.replayed);
    }

    async function read() {
        const said = text.value.trim();
        const record = asRecord(said);
        try {
            if (record) return await fromRecord(record);
            return put(place, [], await desk.replay(place, readPosition(said), []));
        } catch (error) {
            return (record ? null : await fromMoves(said)) ?? (error.message || t("no server"));
        }
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
