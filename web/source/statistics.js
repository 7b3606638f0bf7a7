// All of a game in numbers: states by value and by plies to the end, the longest wins; each opens on the board.

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { write } from "./address.js";
import { ask } from "./api.js";
import { html } from "./html.js";
import { go, variant } from "./place.js";
import { Mark, inWords } from "./value.js";
import { count, own, t } from "./words.js";

const LARGE = 2e7; // positions of which longest wins are counted only if asked for

export function Statistics({ desk, game }) {
    const place = desk.place.value;
    const told = useSignal(null);
    const longest = useSignal(null);
    const wrong = useSignal("");
    const counting = useRef(null); // an AbortController of the request for the longest wins
    const find = () => {
        const { signal } = (counting.current = new AbortController());
        longest.value = "asked";
        wrong.value = "";
        ask(place, "longest", {}, true, signal).then((found) => signal.aborted || (longest.value = found.parts), (error) => {
            if (signal.aborted) return;
            longest.value = null;
            wrong.value = error.message;
        });
    };
    useEffect(() => {
        told.value = longest.value = null;
        wrong.value = "";
        ask(place, "statistics").then((found) => {
            told.value = found;
            if (found.positions < LARGE) find();
        }, (error) => (wrong.value = error.message));
        return () => counting.current?.abort();
    }, [place.game, String(place.set)]);
    const found = told.value;
    if (!found) return html`<section class="wide">${wrong.value && html`<p class="wrong" role="alert">${wrong.value}</p>`}</section>`;
    const facts = [
        ["positions", count(found.positions)],
        ["states", count(found.states)],
        ["value of start", found.start && inWords(found.start)],
        ["longest", found.longest_dtm !== null && t("plies", { n: found.longest_dtm })],
        ["won at once", found.checkmates > 0 && count(found.checkmates)],
        ["forbidding", found.forbidding > 0 && count(found.forbidding)],
    ];
    return html`<section class="wide statistics">
        <h2>${own(game, game.title)}${place.set.length ? ` · ${place.set.join(", ")}` : ""}</h2>
        <dl class="facts">
            ${facts.filter(([, fact]) => fact).map(([name, fact]) => html`<div><dt>${t(name)}</dt><dd>${fact}</dd></div>`)}
        </dl>
        <${Shares} values=${found.values} />
        <${Histogram} rows=${found.histogram} place=${place} />
        <h2>${t(found.start && typeof found.start.value === "number" ? "extreme scores" : "longest wins")}</h2>
        <p class="note">${t("longest.why")}</p>
        ${wrong.value && html`<p class="wrong" role="alert">${wrong.value}</p>`}
        ${longest.value === null && html`<div class="row"><button onClick=${find}>${t("count longest")}</button></div>`}
        ${longest.value === "asked" && html`<p><span class="dots" aria-hidden="true"></span>${t("counting")}</p>`}
        ${Array.isArray(longest.value) && html`<${Longest} parts=${longest.value} place=${place} game=${game} />`}
        <h2>${t("how counted")}</h2>
        <ul class="notes">
            ${found.notes.map((note) => html`<li>${own(game, note)}</li>`)}
        </ul>
    </section>`;
}

function Shares({ values }) {
    const whole = Object.values(values).reduce((sum, each) => sum + each, 0) || 1;
    return html`<div class="shares">
        ${["win", "draw", "loss"].map(
            (kind) => html`<div class=${kind} style=${{ flexGrow: Math.max(values[kind] / whole, 0.002) }}>
                <${Mark} of=${{ value: kind, dtm: null }} />
                <span>${count(values[kind])}</span> <small>${((100 * values[kind]) / whole).toFixed(1)} %</small>
            </div>`,
        )}
    </div>`;
}

// Bars of states by plies, won above and lost below, on a scale of logarithms if they differ much; or by points.
function Histogram({ rows, place }) {
    const scores = rows.some((each) => typeof each.value === "number");
    const at = (each) => (scores ? each.value : each.dtm);
    const bars = rows.filter((each) => at(each) !== null && each.states > 0);
    if (!bars.length) return null;
    const [low, high] = [Math.min(...bars.map(at)), Math.max(...bars.map(at))];
    const most = Math.max(...bars.map((each) => each.states));
    const [wide, tall, below] = [720, 220, 24];
    const step = wide / (high - low + 1);
    const tallness = (number) => (tall - 20) * (Math.log1p(number) / Math.log1p(most));
    const kind = (each) => (scores ? (each.value > 0 ? "win" : each.value < 0 ? "loss" : "draw") : each.value);
    const sorted = [...bars].sort((one, other) => other.states - one.states);
    const wrong = useSignal("");
    async function open({ value, dtm }) {
        const wanted = scores ? { points: value } : { value, min_dtm: dtm, max_dtm: dtm };
        try {
            const found = await ask(place, "random", { ...wanted, replies: 0 }, false);
            go({ ...variant(place), view: "explore", position: found.position, forbid: found.forbidden });
        } catch (error) {
            wrong.value = error.message || t("no server");
        }
    }
    const ticks = [...new Set([low, ...Array.from({ length: 5 }, (_, place) => Math.round(low + ((high - low) * (place + 1)) / 5))])];
    return html`<figure class="histogram">
        <figcaption>${t(scores ? "states by points" : "states by plies")} <small>${t("logarithms, bars open")}</small>
            ${["win", "loss"].map((value) => html` <${Mark} of=${{ value, dtm: null }} />`)}
        </figcaption>
        <svg viewBox="0 0 ${wide} ${tall + below}" role="img" aria-label=${t(scores ? "states by points" : "states by plies")}>
            ${sorted.map(
                (each) => html`<rect
                    class="bar ${kind(each)} live"
                    x=${(at(each) - low) * step + step * 0.08}
                    width=${Math.max(0.8, step * 0.84)}
                    y=${tall - tallness(each.states)}
                    height=${tallness(each.states)}
                    onClick=${() => open(each)}
                >
                    <title>${inWords(each)}: ${count(each.states)}</title>
                </rect>`,
            )}
            <line x1="0" x2=${wide} y1=${tall} y2=${tall} />
            ${ticks.map((tick) => html`<text x=${(tick - low + 0.5) * step} y=${tall + 17}>${tick}</text>`)}
        </svg>
        ${wrong.value && html`<p class="wrong" role="alert">${wrong.value}</p>`}
        <details>
            <summary>${t("as table")}</summary>
            <div class="scroll" tabindex="0" role="region" aria-label=${t("as table")}>
                <table>
                    <tbody>
                        ${rows.map((each) => html`<tr><td><${Mark} of=${each} long /></td><td>${count(each.states)}</td><td><button onClick=${() => open(each)} aria-label=${`${t("open one")}: ${inWords(each)}`}>${t("open one")}</button></td></tr>`)}
                    </tbody>
                </table>
            </div>
        </details>
    </figure>`;
}

function Longest({ parts, place, game }) {
    const cell = (list) => html`<td>
        ${list[0] && html`<${Mark} of=${list[0]} />`}
        ${list.map(
            (each, number) => html`<a href=${link(place, each)} class="sample" aria-label=${`${number + 1}: ${each.position}`}>${number + 1}</a>`,
        )}
    </td>`;
    return html`<div class="scroll" tabindex="0" role="region" aria-label=${t("longest wins")}>
        <table class="longest">
            <thead>
                <tr><th scope="col">${t("part")}</th><th scope="col">${t("win")}</th><th scope="col">${t("loss")}</th></tr>
            </thead>
            <tbody>
                ${parts
                    .filter((each) => each.win.length || each.loss.length)
                    .map((each) => html`<tr><th scope="row">${each.name ? own(game, each.shown === each.name ? each.name : `${each.shown} (${each.name})`) : t("all")}</th>${cell(each.win)}${cell(each.loss)}</tr>`)}
            </tbody>
        </table>
    </div>`;
}

const link = (place, { position }) => write({ ...variant(place), view: "explore", position });
