// Templates of Preact that need no compiler.

import htm from "htm";
import { h } from "preact";

export const html = htm.bind(h);
