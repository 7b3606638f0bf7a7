// The view of statistics: states by value and by plies to the end, and the longest wins, with links to positions.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { write } from "./address.js";
import { request } from "./api.js";
import { Csv } from "./download.js";
import { Histogram } from "./histogram.js";
import { settingsInWords } from "./home.js";
import { html } from "./html.js";
import { useLatest } from "./latest.js";
import { variant } from "./route.js";
import { Mark, inWords } from "./value.js";
import { count, own, t } from "./words.js";

const LARGE = 2e7; // number of positions from which on longest wins are counted only on request

export function Statistics({ desk, game }) {
    const route = desk.route.value;
    const answer = useSignal(null);
    const longest = useSignal(null);
    const wrong = useSignal("");
    const latest = useLatest();
    const find = () => {
        const signal = latest.begin();
        longest.value = "requested";
        wrong.value = "";
        request(route, "longest", {}, true, signal).then((result) => signal.aborted || (longest.value = result.parts), (error) => {
            if (signal.aborted) return;
            longest.value = null;
            wrong.value = error.message;
        });
    };
    useEffect(() => {
        answer.value = longest.value = null;
        wrong.value = "";
        const signal = latest.begin();
        request(route, "statistics").then((result) => {
            if (signal.aborted) return;
            answer.value = result;
            if (result.positions < LARGE) find();
        }, (error) => signal.aborted || (wrong.value = error.message));
    }, [route.game, String(route.set)]);
    const result = answer.value;
    if (!result) return html`<section class="wide">${wrong.value && html`<p class="wrong" role="alert">${wrong.value}</p>`}</section>`;
    const facts = [
        ["positions", count(result.positions)],
        ["states", count(result.states)],
        ["value of start", result.start && [result.start, ...result.other_starts.slice(0, 8)].map((each) => inWords(each, true)).join(", ")],
        ["longest", result.longest_dtm !== null && t("plies", { n: result.longest_dtm })],
        ["won at once", result.checkmates > 0 && count(result.checkmates)],
        ["forbidding", result.forbidding > 0 && count(result.forbidding)],
    ];
    return html`<section class="wide statistics">
        <h2>${own(game, game.title)}${route.set.length ? ` · ${settingsInWords(game, route.set)}` : ""}</h2>
        <dl class="facts">
            ${facts.filter(([, fact]) => fact).map(([name, fact]) => html`<div><dt>${t(name)}</dt><dd>${fact}</dd></div>`)}
        </dl>
        <${Shares} values=${result.values} />
        <${Histogram} rows=${result.histogram} route=${route} longest=${Array.isArray(longest.value) ? longest.value : null} />
        <h2>${t(result.start && typeof result.start.value === "number" ? "extreme scores" : "longest wins")}</h2>
        <p class="note">${t("longest.why")}</p>
        ${wrong.value && html`<p class="wrong" role="alert">${wrong.value}</p>`}
        ${longest.value === null && html`<div class="row"><button onClick=${find}>${t("count longest")}</button></div>`}
        ${longest.value === "requested" && html`<p><span class="dots" aria-hidden="true"></span>${t("counting")}</p>`}
        ${Array.isArray(longest.value) && html`<${Longest} parts=${longest.value} route=${route} game=${game} />`}
        <h2>${t("how counted")}</h2>
        <ul class="notes">
            ${result.notes.map((note) => html`<li>${own(game, note)}</li>`)}
        </ul>
    </section>`;
}

// The shares as one bar, in which small ones remain visible, and their numbers below it.
function Shares({ values }) {
    const kinds = ["win", "draw", "loss"];
    const whole = Object.values(values).reduce((sum, each) => sum + each, 0) || 1;
    return html`<div class="shares">
        <div class="whole" aria-hidden="true">
            ${kinds.map((kind) => html`<span class=${kind} style=${{ flexGrow: Math.max(values[kind] / whole, 0.002) }} />`)}
        </div>
        <ul>
            ${kinds.map(
                (kind) => html`<li>
                    <${Mark} of=${{ value: kind }} />${" "}
                    <span>${count(values[kind])}</span> <small>${((100 * values[kind]) / whole).toFixed(1)} %</small>
                </li>`,
            )}
        </ul>
    </div>`;
}

function Longest({ parts, route, game }) {
    const cell = (list) => html`<td>
        ${list[0] && html`<${Mark} of=${list[0]} exact />`}
        ${list.map(
            (each, number) => html`<a href=${link(route, each)} class="sample" aria-label=${`${number + 1}: ${each.position}`}>${number + 1}</a>`,
        )}
    </td>`;
    const rows = () => [
        ["section", "value", "dtm", "position"],
        ...parts.flatMap((part) => [...part.win, ...part.loss].map((each) => [part.name, each.value, each.dtm, each.position])),
    ];
    return html`<${Csv} name=${`${game.game}-longest`} rows=${rows} /><div class="scroll" tabindex="0" role="region" aria-label=${t("longest wins")}>
        <table class="longest">
            <thead>
                <tr><th scope="col">${t("part")}</th><th scope="col">${t("win")}</th><th scope="col">${t("loss")}</th></tr>
            </thead>
            <tbody>
                ${parts
                    .filter((each) => each.win.length || each.loss.length)
                    .map((each) => html`<tr><th scope="row">${each.name && each.name !== "all" ? own(game, each.shown === each.name ? each.name : `${each.shown} (${each.name})`) : t("all")}</th>${cell(each.win)}${cell(each.loss)}</tr>`)}
            </tbody>
        </table>
    </div>`;
}

const link = (route, { position }) => write({ ...variant(route), view: "explore", position });
