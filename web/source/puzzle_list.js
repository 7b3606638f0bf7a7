// The puzzles of a variant and a day; what the user chose of them; and which he has solved.

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { request } from "./api.js";
import { html } from "./html.js";
import { useLatest } from "./latest.js";
import { variant } from "./route.js";
import { stored } from "./stored_signal.js";
import { own, t } from "./words.js";

const GRADES = ["easy", "medium", "hard"];
const GOALS = ["win", "draw"]; // themes that are no tags
const SPACING = 3; // number of other puzzles before a failed one comes back
const MAX_SOLVED = 500;
const AGAIN = 3000; // milliseconds between two requests while the server composes

const grade = stored("grade of puzzles", "");
const theme = stored("theme of puzzles", "");
const solved = stored("solved puzzles", []);
const failed = stored("failed puzzles", []);
const tally = stored("tally", { solved: 0, failed: 0, seen: 0 });
const streak = stored("streak", { now: 0, best: 0 });
const counted = stored("today's puzzles in the tally", { day: 0, places: [] });

export const today = () => Number(new Date().toLocaleDateString("sv").replaceAll("-", ""));

const addressOf = (route, position) => JSON.stringify([route.game, route.set, position]);
const place = (route) => JSON.stringify(variant(route));
const themes = (puzzle) => [...GOALS.filter((goal) => goal === puzzle.theme), ...puzzle.tags];

// Puzzles of the variant and the day that `of` names: `all` grows until `loading` is false, and `problem` is an error that
// ended that.
const NONE = { of: "", all: [], loading: true, problem: null };
const requested = signal(NONE);

// The puzzles of a route; none of another variant, whose puzzles were shown before.
export function usePuzzles(route) {
    const latest = useLatest();
    const of = `${place(route)} ${today()}`;
    useEffect(() => {
        const ended = latest.begin();
        requested.value = { ...NONE, of };
        load(route, ended).then(() => ended.aborted || add({ loading: false }));
    }, [of]);
    return requested.value.of === of ? requested.value : NONE;
}

const add = (more) => (requested.value = { ...requested.value, ...more });

async function load(route, ended) {
    for (;;) {
        try {
            const { puzzles, ready } = await request(route, "puzzles", { seed: today() }, false, ended);
            if (!ended.aborted) add({ all: puzzles });
            if (ended.aborted || ready) return;
        } catch (error) {
            if (!ended.aborted) add({ problem: error });
            return;
        }
        await new Promise((done) => setTimeout(done, AGAIN));
    }
}

// Today's puzzle, the same for all users of a database; undefined if the variant has none.
const todays = () => requested.value.all[0];

const fits = (puzzle, grade, theme) => (!grade || puzzle.grade === grade) && (!theme || themes(puzzle).includes(theme));

// The position of the next puzzle: one that was failed, else one of the chosen kind.
export function next(route, present) {
    tally.value = { ...tally.value, seen: tally.value.seen + 1 };
    const due = failed.value.find((each) => each.place === place(route) && each.due <= tally.value.seen && each.position !== present);
    if (due) {
        failed.value = failed.value.map((each) => (each === due ? { ...due, due: later() } : each));
        return due.position;
    }
    return another(route, present);
}

// The position of a puzzle of the chosen kind, one that is not solved yet if there is any.
function another(route, present) {
    const others = requested.value.all.filter((each) => each.position !== present);
    const kind = others.filter((each) => fits(each, grade.value, theme.value));
    const some = kind.length ? kind : others;
    const fresh = some.filter((each) => !solved.value.includes(addressOf(route, each.position)));
    const choice = fresh.length ? fresh : some;
    return choice[Math.floor(Math.random() * choice.length)]?.position;
}

const later = () => tally.value.seen + SPACING + 1;

// Whether today's puzzle of a route has been counted: it counts once, however often it is opened.
const isCounted = (route, position) =>
    position === todays()?.position && counted.value.day === today() && counted.value.places.includes(place(route));

// Counts a puzzle: `right` if it was solved at the first attempt, `clean` if nothing was counted at an earlier attempt.
export function settle(route, position, right, clean) {
    const others = failed.value.filter((each) => !(each.place === place(route) && each.position === position));
    failed.value = right ? others : [...others, { place: place(route), position, due: later() }].slice(-50);
    if (right) solved.value = [...solved.value, addressOf(route, position)].slice(-MAX_SOLVED);
    if (!clean || isCounted(route, position)) return;
    const name = right ? "solved" : "failed";
    const now = right ? streak.value.now + 1 : 0;
    tally.value = { ...tally.value, [name]: tally.value[name] + 1 };
    streak.value = { now, best: Math.max(now, streak.value.best) };
    if (position !== todays()?.position) return;
    const places = counted.value.day === today() ? counted.value.places : [];
    counted.value = { day: today(), places: [...places, place(route)] };
}

// A choice with the number of puzzles of each kind; kinds of which there are none are not offered.
function Choice({ name, chosen, kinds, words, count, change }) {
    const some = kinds.filter(count);
    if (!some.length) return null;
    const option = (kind) => html`<option key=${kind} value=${kind}>${`${words(kind)} (${count(kind)})`}</option>`;
    return html`<label>${t(name)}
        <select value=${some.includes(chosen.value) ? chosen.value : ""} onChange=${(event) => ((chosen.value = event.target.value), change())}>
            <option value="">${t("any")}</option>
            ${some.map(option)}
        </select>
    </label>`;
}

// `open` gets the position of a puzzle of the kind that was chosen, unless the present one, at `position`, is of that kind.
export function PuzzleChoice({ route, game, position, open }) {
    const { all, loading } = requested.value;
    const tags = [...new Set(all.flatMap(themes))].filter((each) => !GOALS.includes(each));
    const number = (grade, theme) => all.filter((each) => fits(each, grade, theme)).length;
    const inWords = (kind) => (GOALS.includes(kind) ? t(`theme.${kind}`) : kind === "quiet" ? t("theme.quiet") : own(game, kind));
    const change = () => {
        const present = all.find((each) => each.position === position);
        if (!present || !fits(present, grade.value, theme.value)) open(another(route, position));
    };
    const back = failed.value.filter((each) => each.place === place(route)).length;
    return html`<form class="opponent" onSubmit=${(event) => event.preventDefault()}>
        <h2>${t("what puzzles")}</h2>
        <div class="row">
            <${Choice} name="grade" chosen=${grade} kinds=${GRADES} words=${(each) => t(`grade.${each}`)} count=${(each) => number(each, theme.value)} change=${change} />
            <${Choice} name="theme" chosen=${theme} kinds=${[...GOALS, ...tags]} words=${inWords} count=${(each) => number(grade.value, each)} change=${change} />
        </div>
        ${loading && all.length > 0 && html`<p class="note"><span class="dots" aria-hidden="true"></span>${t("composing more")}</p>`}
        <p class="note">
            ${t("tally", tally.value)} ${t("streak", streak.value)} ${isCounted(route, position) && t("today's counted")}
            ${back > 0 && ` ${t("to come back", { n: back })}`}
        </p>
    </form>`;
}
