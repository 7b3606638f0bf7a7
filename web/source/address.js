// Routes: the part of an address after its #, with a game, a view, options, a state and the moves from there, such as
// #/lgame/explore?position=...&mover=2&moves=... An address with malformed percent encoding gives an empty route.

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
    const parameters = new URLSearchParams(query);
    const { position, mover } = readPosition(parameters.get("position") ?? "");
    return {
        malformed: !names,
        game,
        view: VIEWS.includes(view) ? view : "explore",
        set: parameters.getAll("set"),
        position: position || null,
        forbid: parameters.get("forbid"),
        mover: parameters.get("mover") === "2" ? 2 : mover,
        moves: parameters.get("moves") ?? "",
        puzzle: parameters.get("puzzle"),
    };
}

export function write({ game, view = "explore", set = [], position, forbid, mover = 1, moves, puzzle }) {
    if (!game) return "#/";
    const parameters = new URLSearchParams(set.map((each) => ["set", each]));
    if (position) parameters.set("position", position);
    if (forbid) parameters.set("forbid", forbid);
    if (position && mover === 2) parameters.set("mover", 2);
    if (moves) parameters.set("moves", moves);
    if (puzzle && view === "puzzles") parameters.set("puzzle", puzzle);
    const query = parameters.toString();
    return `#/${encodeURIComponent(game)}/${view}${query && `?${query}`}`;
}
