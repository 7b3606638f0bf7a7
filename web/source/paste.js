// The dialog to paste a position, the moves of a game, or a record of retro play.

import { useSignal } from "@preact/signals";
import { post } from "./api.js";
import { named } from "./desk.js";
import { Dialog } from "./dialog.js";
import { isForbidden } from "./headline.js";
import { html } from "./html.js";
import { sameVariant, stand } from "./route.js";
import { readPosition } from "./position.js";
import { explained, t } from "./words.js";

const FORMAT = "retro game 1";

function asRecord(text) {
    try {
        const result = JSON.parse(text);
        return result?.format === FORMAT && Array.isArray(result.moves) ? result : null;
    } catch {
        return null;
    }
}

// The ways to split a text into moves: at line ends, spaces or commas. Move numbers, as in 1. a1U 2... b2D, are removed;
// numbers without a dot may be moves.
const BETWEEN = [/\n/, /[\s;]+/, /[\s,;]+/];
const asMoves = (text) =>
    BETWEEN.map((between) => text.split(between).map((each) => each.trim().replace(/^\d+\.+\s*|[,;]$/g, "")))
        .flatMap((moves) => [moves, moves.filter((each) => !/^\d+$/.test(each))])
        .map((moves) => moves.filter(Boolean));

// The shape of a text, in which all letters are equal and all digits are equal.
const shape = (text) => text.replace(/\p{L}/gu, "a").replace(/\d/g, "0");

// The message about the first illegal move of a list; `states` are those that the moves before it lead to.
function illegal(game, { result, states }, texts) {
    const [number, text] = [states.length, texts[states.length - 1]];
    const move = states[number - 1].over ? null : named(result.moves, text);
    const why = move?.forbidden ? ` ${isForbidden(game, result)}` : "";
    return t("not legal", { number, move: text }) + why;
}

export function Paste({ desk, close, game }) {
    const text = useSignal("");
    const wrong = useSignal("");
    const route = desk.route.value;

    // Shows the legal moves of a game; returns a message if none is legal.
    function put(where, texts, replayed) {
        const legal = replayed.states.length - 1;
        const problem = legal < texts.length ? illegal(game, replayed, texts) : "";
        if (problem && !legal) return problem;
        if (!sameVariant(where, route)) stand({ ...where, view: "review" });
        desk.put(where, replayed);
        if (problem) desk.problem.value = new Error(`${problem} ${t("up to there")}`);
        return "";
    }

    async function fromRecord(record) {
        if (record.game !== game.game) return t("another game", { game: record.game });
        const set = Object.entries(record.options ?? {}).map((each) => each.join("="));
        const begin = { position: record.position, forbid: record.forbidden, mover: record.mover === 2 ? 2 : 1, lead: record.lead || 0 };
        const where = { ...route, set: changed(game, set) };
        const moves = record.moves.map(String);
        return put(where, moves, await desk.replay(where, begin, moves));
    }

    // Plays the moves from the start, from the begin of the current line and from the current position, and shows the
    // attempt with the most legal moves.
    async function fromMoves(pasted) {
        let best = null;
        for (const moves of asMoves(pasted)) {
            for (const begin of [{}, desk.begin.value, desk.state.value]) {
                const replayed = begin && moves.length && (await desk.replay(route, begin, moves).catch(() => null));
                if (!replayed) continue;
                const legal = replayed.states.length;
                if (legal > moves.length) return put(route, moves, replayed);
                const like = legal > 1 || replayed.result.moves.some((each) => shape(each.move) === shape(moves[0]));
                if (like && legal > (best?.legal ?? 0)) best = { legal, moves, replayed };
            }
        }
        return best && put(route, best.moves, best.replayed);
    }

    async function read() {
        const pasted = text.value.trim();
        const record = asRecord(pasted);
        try {
            if (record) return await fromRecord(record);
            const begin = readPosition(pasted);
            const [{ error }] = (await post(route, "probe", { positions: [begin.position] })).values;
            if (!error) return put(route, [], await desk.replay(route, begin, []));
            return (await fromMoves(pasted)) ?? explained(error);
        } catch (error) {
            return error.message;
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

// The options of a record that are not at their default; an address contains only these.
function changed(game, set) {
    const usual = new Set(game.options.map((each) => `${each.name}=${each.default}`));
    return set.filter((each) => !usual.has(each));
}
