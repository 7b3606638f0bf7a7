// The list of games with their solved variants.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { write } from "./address.js";
import { request } from "./api.js";
import { html } from "./html.js";
import { Picture } from "./picture.js";
import { Mark } from "./value.js";
import { count, own, t } from "./words.js";

// The options that are not at their default.
const changes = (game, options) =>
    Object.entries(options).filter(([name, value]) => game.options.find((each) => each.name === name)?.default !== value);

// These options as in an address.
export const settings = (game, options) => changes(game, options).map((each) => each.join("="));
export const where = (game, solved) => ({ game: game.game, set: settings(game, solved.options) });

export const settingsInWords = (game, set) => set.map((each) => each.split("=").map((word) => own(game, word)).join(" ")).join(" · ");

export const named = (game, solved) => settingsInWords(game, settings(game, solved.options)) || t("the whole game");

const MARKS = 3; // values of starts

// The solved variants as links, each with the values of its starts.
export const Solved = ({ game }) => html`<ul>
    ${game.solved.map(
        (each) => html`<li>
            <a href=${write(where(game, each))}>${named(game, each)}</a>${" "}
            <small>${t("positions.n", { n: each.positions, count: count(each.positions) })}</small>
            ${each.start && [each.start, ...each.other_starts].slice(0, MARKS).map((value) => html`<${Mark} of=${{ value: value.value }} />${" "}`)}
        </li>`,
    )}
</ul>`;

// The variants whose databases cannot be opened, usually because older rules solved them.
function Older({ game }) {
    const again = game.older.filter((each) => each.command);
    const others = game.older.filter((each) => !each.command);
    return html`
        ${again.length > 0 && html`<p class="note">${t("solved by older rules")}</p>
            <ul>${again.map((each) => html`<li>${named(game, each)} <code>${each.command}</code></li>`)}</ul>`}
        ${others.map((each) => html`<p class="note">${named(game, each)}: ${each.why}</p>`)}
    `;
}

export function Home({ games, malformed }) {
    return html`<main class="home" id="main" tabindex="-1">
        ${malformed && html`<p class="wrong" role="alert">${t("malformed address")}</p>`}
        <p class="lead">${t("lead")}</p>
        <div class="cards">
            ${games.map((game) => html`<${Card} key=${game.game} game=${game} />`)}
        </div>
        <p class="note"><a href="api/v1/docs">${t("api")}</a></p>
    </main>`;
}

function Card({ game }) {
    const shown = useSignal(null);
    const main = game.solved.find((each) => each.start) ?? game.solved[0];
    useEffect(() => {
        if (!main) return;
        const [what, seed] = main.start ? ["position"] : ["random", 4];
        request(where(game, main), what, { picture: 1, replies: 0, seed }).then((result) => (shown.value = result), () => {});
    }, []);
    if (game.problem) {
        return html`<article class="card"><h2>${game.game}</h2><p class="wrong">${game.problem}</p></article>`;
    }
    const open = write(main ? where(game, main) : { game: game.game });
    return html`<article class="card">
        <a class="picture" href=${open} tabindex="-1" aria-hidden="true">
            ${shown.value ? html`<${Picture} of=${shown.value} />` : html`<div class="blank">${own(game, game.title)[0]}</div>`}
        </a>
        <h2><a href=${open}>${own(game, game.title)}</a></h2>
        ${
            main &&
            html`<div class="ways">
                ${["play", "explore"].map((view) => html`<a class="button ${view === "play" ? "first" : ""}" href=${write({ ...where(game, main), view })}>${t(view)}</a>`)}
            </div>`
        }
        ${game.solved.length ? html`<${Solved} game=${game} />` : html`<p class="note">${t("not solved yet")}</p>`}
        <${Older} game=${game} />
    </article>`;
}
