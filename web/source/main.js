// The page of `retro serve`.

import { batch, computed, signal, untracked, useSignalEffect } from "@preact/signals";
import { render } from "preact";
import { VIEWS, write } from "./address.js";
import { request, games as requestGames } from "./api.js";
import { Copied } from "./copy.js";
import { desk as atDesk, flipped } from "./desk.js";
import { Explore } from "./explore.js";
import { keepFocus } from "./focus.js";
import { Home, named, settings, settingsInWords, where } from "./home.js";
import { HowToPlay, howToPlay, useFirstVisit } from "./how_to_play.js";
import { html } from "./html.js";
import { Help, help } from "./keys.js";
import { arrived, go, route, record, sameVariant, variant } from "./route.js";
import { Play } from "./play.js";
import { Puzzles } from "./puzzles.js";
import { Review } from "./review.js";
import { starts } from "./starts.js";
import { Statistics } from "./statistics.js";
import { theme, turn } from "./theme.js";
import { Unsolved } from "./unsolved.js";
import { LANGUAGES, chosen, language, own, shownGame, t } from "./words.js";

const SHOWN = { explore: Explore, play: Play, review: Review, puzzles: Puzzles, statistics: Statistics };
const games = signal(null);
const ready = computed(() => games.value !== null);
const lost = signal(false);
const desk = atDesk(record);

async function look() {
    try {
        games.value = (await requestGames()).games;
        lost.value = false;
    } catch {
        lost.value = true;
    }
}

// Whether a variant has no start position; then a random position is shown.
const startless = (game, { set }) => !starts(game, set).length;

let latest = 0;

// Shows the state of a route, unless it is shown already.
async function show({ line, ...to }) {
    const [number, here, now] = [++latest, desk.state.peek(), variant(to)];
    const same = sameVariant(now, desk.route.peek());
    if (!same) flipped.value = false;
    if (line && (await desk.restore(same ? desk.route.peek() : now, line))) return;
    const place = { ...now, ...desk.place.peek() };
    const shown = to.moves ? write({ ...to, view: "explore" }) === write(place) : to.position === here?.position && to.forbid === here?.forbid;
    if (same && here && (to.position || to.moves ? shown : to.view !== "explore")) return;
    const game = games.value.find((each) => each.game === to.game);
    const begin = to.position || to.moves || !startless(game, to) ? to : await request(now, "random", { replies: 0 }).then(({ position }) => ({ position }), () => to);
    if (number !== latest) return; // the user has opened something else meanwhile
    const result = await desk.open(same ? desk.route.peek() : now, begin, true);
    if (!result) return;
    const set = settings(game, result.options);
    if (String(set) !== String(to.set)) {
        batch(() => {
            desk.route.value = { game: to.game, set };
            route.value = { ...route.value, set };
        });
    }
    record(desk.line.value, true);
}

function Page() {
    useSignalEffect(() => {
        const to = arrived.value;
        if (to.game && ready.value) untracked(() => show(to)); // untracked: signals that show() reads must not run it again
    });
    const game = route.value.game && games.value?.find((each) => each.game === route.value.game);
    shownGame.value = game || null;
    document.title = game ? `${own(game, game.title)} · ${t(route.value.view)} · retro` : "retro";
    return html`
        <a class="skip" href="#main" onClick=${skip}>${t("skip")}</a>
        <${Top} game=${game} />
        ${lost.value && html`<p class="wrong wide" role="alert">${t("no server")} <button onClick=${look}>${t("look again")}</button></p>`}
        ${games.value && !route.value.game && html`<${Home} games=${games.value} malformed=${route.value.malformed} />`}
        ${games.value && route.value.game && !game && html`<main id="main" class="wide" tabindex="-1"><p class="wrong">${t("no game", { game: route.value.game })}</p></main>`}
        ${game && html`<${Game} game=${game} />`}
        <${Copied} />
        <${Help} />
    `;
}

function skip(event) {
    event.preventDefault();
    document.querySelector("main button, main a, main [tabindex='0']")?.focus();
}

function Top({ game }) {
    return html`<header class="top">
        <a class="logo" href="#/"><img src="page/icon.svg" alt="" width="26" height="26" />retro</a>
        ${game && html`<${Variant} game=${game} />`}
        <span class="fill"></span>
        ${game && game.rules.length > 0 && game.solved.length > 0 && html`<button onClick=${howToPlay}>${t("how to play")}</button>`}
        <label class="language">
            <span class="hidden">${t("language")}</span>
            <select value=${language.value} onChange=${(event) => (chosen.value = event.target.value)}>
                ${Object.entries(LANGUAGES).map(([name, words]) => html`<option value=${name} lang=${name}>${words["this language"]}</option>`)}
            </select>
        </label>
        <button class="of-keys" aria-label=${t("keys")} title=${`${t("keys")} (?)`} onClick=${help}>?</button>
        <button aria-label=${t(theme.value === "dark" ? "light" : "dark")} title=${t(theme.value === "dark" ? "light" : "dark")} onClick=${turn}>
            ${theme.value === "dark" ? "☀" : "☾"}
        </button>
    </header>`;
}

// A choice among the solved variants of the game.
function Variant({ game }) {
    const here = write(variant(route.value));
    const variants = game.solved.map((each) => [write(where(game, each)), named(game, each)]);
    if (!variants.some(([address]) => address === here)) variants.push([here, settingsInWords(game, route.value.set) || t("the whole game")]);
    return html`<h1>${own(game, game.title)}</h1>
        ${
            variants.length > 1 &&
            html`<label class="variant">
                <span class="hidden">${t("variant")}</span>
                <select value=${here} onChange=${(event) => (location.hash = event.target.value)}>
                    ${variants.map(([address, name]) => html`<option value=${address}>${name}</option>`)}
                </select>
            </label>`
        }`;
}

function Game({ game }) {
    const { view } = route.value;
    useFirstVisit(game, route.value);
    const ours = sameVariant(variant(route.value), desk.route.value);
    const problem = desk.problem.value;
    const tab = (name) => html`<a
        href=${write({ ...route.value, ...(ours && desk.place.value), view: name })}
        aria-current=${name === view ? "page" : undefined}
    >
        ${t(name)}
    </a>`;
    const Shown = SHOWN[view];
    const again = () => look().then(() => go({ ...route.value }, true));
    const refused = problem && !ours;
    return html`
        <nav class="tabs" aria-label=${t("views")}>${VIEWS.map(tab)}</nav>
        <${Rules} game=${game} />
        <${HowToPlay} route=${route.value} game=${game} />
        <main id="main" class="view ${view}" tabindex="-1">
            ${
                problem?.status === 409
                    ? html`<${Unsolved} game=${game} problem=${problem} again=${again} />`
                    : refused
                      ? html`<section class="wide"><p class="wrong" role="alert">${problem.message}</p><button onClick=${() => go(route.value.position ? variant(route.value) : { game: game.game })}>${t("the start")}</button></section>`
                      : ours && desk.route.value && html`<${Shown} desk=${desk} game=${game} />`
            }
        </main>
    `;
}

// The options of the variant that is shown, and the plugin's remarks on them, such as on a reading of a rule.
function Rules({ game }) {
    const options = desk.answer.value?.game === game.game ? desk.answer.value.options : null;
    if (!options || !game.options.length) return null;
    const pairs = Object.entries(options).map((each) => each.join("="));
    const more = pairs.filter((each) => own(game, each) !== each);
    return html`<details class="rules">
        <summary>${t("rules")}: ${Object.entries(options).map(([name, value]) => `${own(game, name)} ${own(game, String(value))}`).join(" · ")}</summary>
        <dl>
            ${game.options.map((each) => html`<div><dt>${own(game, each.name)} ${own(game, String(options[each.name]))}</dt><dd>${own(game, each.help)}</dd></div>`)}
        </dl>
        ${more.map((each) => html`<p>${own(game, each)}</p>`)}
    </details>`;
}

look();
keepFocus();
render(html`<${Page} />`, document.getElementById("page"));
