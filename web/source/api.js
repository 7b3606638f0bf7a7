// Questions to the server. What was asked lately is remembered: a solved game does not change.

const ROOT = "api/v1";
const KEPT = 300;
export const BUSY = 503;
const known = new Map();

export class Refused extends Error {
    constructor(status, { error, command, older } = { error: "" }) {
        super(error);
        Object.assign(this, { status, command, older });
    }
}

async function fetched(address, options) {
    let response;
    try {
        response = await fetch(address, options);
    } catch {
        throw new Refused(0);
    }
    const found = await response.json().catch(() => ({ error: response.statusText }));
    if (!response.ok) throw new Refused(response.status, found);
    return found;
}

export const games = () => fetched(`${ROOT}/games`);

function address(place, what, said = {}) {
    const pairs = [...place.set.map((each) => ["set", each]), ...Object.entries(said)];
    const query = new URLSearchParams(pairs.filter(([, each]) => each !== null && each !== undefined && each !== ""));
    return `${ROOT}/games/${encodeURIComponent(place.game)}/${what}?${query}`;
}

// With a `signal`, of an AbortController, the server is disconnected from when it is aborted, and stops computing.
export function ask(place, what, said, remembered = true, signal = undefined) {
    const where = address(place, what, said);
    if (!remembered) return fetched(where, { signal });
    if (!known.has(where)) {
        if (known.size >= KEPT) known.delete(known.keys().next().value);
        const asked = fetched(where, { signal });
        const forget = () => known.delete(where);
        signal?.addEventListener("abort", forget);
        asked.then(() => signal?.removeEventListener("abort", forget), forget);
        known.set(where, asked);
    }
    return known.get(where);
}

export const tell = (place, what, body, signal = undefined) =>
    fetched(address(place, what), {
        method: "POST",
        signal,
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body),
    });
