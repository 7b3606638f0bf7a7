// How to play: the rules that a game's plugin brings, in words and positions. The dialog opens on the first visit to a game.

import { signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { write } from "./address.js";
import { request } from "./api.js";
import { Dialog } from "./dialog.js";
import { settingsInWords, where } from "./home.js";
import { html } from "./html.js";
import { Picture } from "./picture.js";
import { variant } from "./route.js";
import { solvedAs } from "./starts.js";
import { stored } from "./stored_signal.js";
import { language, own, t } from "./words.js";

const known = stored("games whose rules were shown", []);
const open = signal(false);

export const howToPlay = () => (open.value = true);

// Opens the rules if they were never shown. An address of a position or a puzzle is that of a user who knows them.
export function useFirstVisit(game, route) {
    useEffect(() => {
        open.value = false;
        const there = route.position || route.moves || route.puzzle;
        if (!game?.rules.length || there || known.value.includes(game.game)) return;
        known.value = [...known.value, game.game];
        open.value = true;
    }, [game?.game]);
}

const TAGS = { heading: "h3", paragraph: "p", bullet: "li", number: "li" };

const Span = ({ of, route, close }) => {
    const { text, style, target } = of;
    if (style === "strong") return html`<strong>${text}</strong>`;
    if (style === "em") return html`<em>${text}</em>`;
    if (style === "code") return html`<code>${text}</code>`;
    if (style !== "link") return text;
    const here = target.startsWith("?");
    const set = here ? new URLSearchParams(target).getAll("set") : [];
    if (!here && !/^https?:/.test(target)) return text;
    return html`<a href=${here ? write({ game: route.game, set }) : target} rel=${here ? undefined : "noreferrer"} onClick=${here ? close : undefined}>${text}</a>`;
};

function Figure({ block, children }) {
    return html`<figure>
        <${Picture} of=${block} label=${block.spans.map((each) => each.text).join("")} />
        <figcaption>${children}</figcaption>
    </figure>`;
}

// Items of a list that follow each other, as one list.
function grouped(blocks) {
    const groups = [];
    for (const block of blocks) {
        const last = groups[groups.length - 1];
        if (last && last.kind === block.kind && ["bullet", "number"].includes(block.kind)) last.blocks.push(block);
        else groups.push({ kind: block.kind, blocks: [block] });
    }
    return groups;
}

export function HowToPlay({ route, game }) {
    if (!open.value || !game) return null;
    return html`<${Shown} route=${route} game=${game} />`;
}

function Shown({ route, game }) {
    const rules = useSignal(null);
    const spoken = [language.value, "en", ...game.rules].find((each) => game.rules.includes(each));
    const close = () => (open.value = false);
    useEffect(() => {
        if (!spoken || !game.solved.length) return close();
        const place = solvedAs(game, route.set) ? variant(route) : where(game, game.solved[0]);
        request(place, "rules", { language: spoken }).then((result) => (rules.value = result.blocks), close);
    }, [spoken]);
    if (!rules.value) return null;
    const spans = (block) => block.spans.map((each) => html`<${Span} of=${each} route=${route} close=${close} />`);
    const one = (block) => (block.kind === "figure" ? html`<${Figure} block=${block}>${spans(block)}<//>` : html`<${TAGS[block.kind] ?? "p"}>${spans(block)}<//>`);
    const group = ({ kind, blocks }) => (kind === "bullet" ? html`<ul>${blocks.map(one)}</ul>` : kind === "number" ? html`<ol>${blocks.map(one)}</ol>` : blocks.map(one));
    const [first, ...others] = rules.value;
    const title = first?.kind === "heading" ? first.spans.map((each) => each.text).join("") : own(game, game.title);
    return html`<${Dialog} title=${title} close=${close} wide>
        ${route.set.length > 0 && html`<p class="note">${t("this variant", { options: settingsInWords(game, route.set) })}</p>`}
        <div class="how" lang=${spoken}>${grouped(first?.kind === "heading" ? others : rules.value).map(group)}</div>
        <div class="row">
            <a class="button first" href=${write({ ...variant(route), view: "play" })} onClick=${close}>${t("play")}</a>
            <a class="button" href=${write({ ...variant(route), view: "explore" })} onClick=${close}>${t("explore")}</a>
        </div>
    <//>`;
}
