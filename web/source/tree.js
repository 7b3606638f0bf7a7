// Trees of moves. A node is a state with `children`, the nodes after it: the first continues the line, the others are
// variations. Trees never change; functions return new ones.
//
// A line in a tree is {root, path, at, states}: `path` has, for each ply, the index of the child, and leads to an end of
// the tree; `states` are the nodes along it, beginning with the root; `at` is the index of the one that is shown.

export const leaf = (state) => ({ ...state, children: [] });

// The line along a path, continued by first children to an end of the tree.
export function lineAt(root, path, at = path.length) {
    const states = [root];
    const whole = [];
    for (let here = root; here.children.length; states.push(here)) {
        const index = path[whole.length] ?? 0;
        whole.push(index);
        here = here.children[index];
    }
    return { root, path: whole, at: Math.min(at, whole.length), states };
}

// The main line of a tree, which is the game.
export const mainLine = (root, at = Infinity) => lineAt(root, [], at);

// The tree of states without variations.
export const chain = (states) => states.reduceRight((after, state) => ({ ...state, children: after ? [after] : [] }), null);

// The tree with another node at the end of a path; `change` makes it from the present one.
export function changed(root, path, change) {
    const nodes = [root];
    for (const index of path) nodes.push(nodes[nodes.length - 1].children[index]);
    return nodes.reduceRight((node, parent, ply) => {
        if (ply === path.length) return change(parent);
        return { ...parent, children: parent.children.map((each, index) => (index === path[ply] ? node : each)) };
    }, null);
}

// The ply at which a path leaves the main line; null if it does not.
export function departs(path) {
    const ply = path.findIndex((index) => index > 0);
    return ply < 0 ? null : ply + 1;
}

// The path of the first move of the innermost variation that contains a ply of a path; empty in the main line.
export const variation = (path, ply) => path.slice(0, path.findLastIndex((index, before) => index > 0 && before < ply) + 1);

// The tree without the variation that begins with the last step of a path.
export const without = (root, path) =>
    changed(root, path.slice(0, -1), (node) => ({ ...node, children: node.children.filter((_, index) => index !== path[path.length - 1]) }));

// The tree in which the last step of a path is the first child, and so continues the line.
export const promoted = (root, path) =>
    changed(root, path.slice(0, -1), (node) => {
        const chosen = node.children[path[path.length - 1]];
        return { ...node, children: [chosen, ...node.children.filter((each) => each !== chosen)] };
    });

// The text of a line in an address: moves separated by spaces, variations in parentheses after the move that they replace,
// comments in braces after their move, and a star after the move that is shown unless it is the last of the main line.
const code = (sign) => `~${sign.charCodeAt(0).toString(16).padStart(4, "0")}`;
const escaped = (text) => text.replace(/[^\S ]|[(){}*~_]/g, code).replaceAll(" ", "_");
const unescaped = (text) => text.replaceAll("_", " ").replace(/~([0-9a-f]{4})/g, (_, digits) => String.fromCharCode(parseInt(digits, 16)));

export function written({ root, path, at, states }) {
    const words = [];
    const hidden = departs(path) === null && at === path.length;
    function put(node) {
        if (node.move) words.push(escaped(node.move));
        if (node.comment) words.push(`{${escaped(node.comment)}}`);
        if (node === states[at] && !hidden) words.push("*");
    }
    function after(node) {
        for (let here = node; here.children.length; here = here.children[0]) {
            const [main, ...others] = here.children;
            put(main);
            for (const other of others) {
                words.push("(");
                put(other);
                after(other);
                words.push(")");
            }
        }
    }
    put(root);
    after(root);
    return words.join(" ");
}

// The tree of such a text, whose nodes are {move, comment, children}, and the path of the move that is shown; null if
// parentheses do not match.
export function read(text) {
    const root = { children: [] };
    const open = []; // the trails that variations interrupt
    let trail = [root]; // the nodes from the root to the latest move
    let shown = null;
    for (const word of text.split(/\s+/).filter(Boolean)) {
        const last = trail[trail.length - 1];
        if (word === "*") shown = trail;
        else if (word.startsWith("{")) last.comment = unescaped(word.slice(1, -1));
        else if (word === "(" && trail.length > 1) {
            open.push(trail);
            trail = trail.slice(0, -1);
        } else if (word === ")" && open.length) trail = open.pop();
        else if (word === "(" || word === ")") return null;
        else {
            const node = { move: unescaped(word), children: [] };
            last.children.push(node);
            trail = [...trail, node];
        }
    }
    const at = (shown ?? mainLine(root).states).slice(1).map((node, ply, nodes) => (nodes[ply - 1] ?? root).children.indexOf(node));
    return open.length ? null : { root, at };
}
