// Requests to the server, with a cache of recent answers. Answers about a solved game do not change.

import { explained, t } from "./words.js";

const ROOT = "api/v1";
const MAX_CACHED = 300;
export const BUSY = 503;
export const UNANSWERED = 0;
const TOO_MANY = 429; // of a proxy before the server
const cache = new Map();

class Refused extends Error {
    constructor(status, { error, command, older } = { error: "" }) {
        super(explained(error) || t("no server"));
        Object.assign(this, { status, command, older });
    }
}

async function fetched(address, options) {
    let response;
    try {
        response = await fetch(address, options);
    } catch {
        throw new Refused(UNANSWERED);
    }
    const body = await response.json().catch(() => ({ error: response.statusText }));
    if (!response.ok) throw new Refused(response.status === TOO_MANY ? BUSY : response.status, body);
    return body;
}

export const games = () => fetched(`${ROOT}/games`);

export function addressOf(route, what, parameters = {}) {
    const pairs = [...route.set.map((each) => ["set", each]), ...Object.entries(parameters)];
    const query = new URLSearchParams(pairs.filter(([, each]) => each !== null && each !== undefined && each !== ""));
    return `${ROOT}/games/${encodeURIComponent(route.game)}/${what}?${query}`;
}

// Aborting `signal`, of an AbortController, disconnects from the server, which then stops computing.
export function request(route, what, parameters, cached = true, signal = undefined) {
    const where = addressOf(route, what, parameters);
    if (!cached) return fetched(where, { signal });
    if (!cache.has(where)) {
        if (cache.size >= MAX_CACHED) cache.delete(cache.keys().next().value);
        const answer = fetched(where, { signal });
        const forget = () => cache.delete(where);
        signal?.addEventListener("abort", forget);
        answer.then(() => signal?.removeEventListener("abort", forget), forget);
        cache.set(where, answer);
    }
    return cache.get(where);
}

export const post = (route, what, body, signal = undefined) =>
    fetched(addressOf(route, what), {
        method: "POST",
        signal,
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body),
    });
