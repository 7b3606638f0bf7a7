// What an address says after its #: a view of a game, its options, and a state: #/lgame/explore?position=...&mover=2
// Where its percent encoding is malformed it says nothing.

import { readPosition } from "./position.js";

export const VIEWS = ["explore", "play", "review", "puzzles", "statistics"];

function decoded(path) {
    try {
        return path.split("/").map(decodeURIComponent);
    } catch {
        return null;
    }
}

export function read(hash) {
    const [path, query = ""] = hash.replace(/^#\/?/, "").split("?");
    const names = decoded(path);
    const [game = "", view = ""] = names ?? [];
    const said = new URLSearchParams(query);
    const { position, mover } = readPosition(said.get("position") ?? "");
    return {
        malformed: !names,
        game,
        view: VIEWS.includes(view) ? view : "explore",
        set: said.getAll("set"),
        position: position || null,
        forbid: said.get("forbid"),
        mover: said.get("mover") === "2" ? 2 : mover,
    };
}

export function write({ game, view = "explore", set = [], position, forbid, mover = 1 }) {
    if (!game) return "#/";
    const said = new URLSearchParams(set.map((each) => ["set", each]));
    if (position) said.set("position", position);
    if (forbid) said.set("forbid", forbid);
    if (position && mover === 2) said.set("mover", 2);
    const query = said.toString();
    return `#/${encodeURIComponent(game)}/${view}${query && `?${query}`}`;
}
