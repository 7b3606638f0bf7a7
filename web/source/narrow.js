// Small screens, on which the board is below the headline and above everything else.

export const NARROW = matchMedia("(max-width: 54rem) and (orientation: portrait), (max-width: 40rem)"); // as in the style sheet
const SMALL = matchMedia("(max-width: 54rem)"); // also a phone that is held sideways, where the board is on the left

// Scrolls a small screen so that it begins with the view's headline and board.
export function showBoard() {
    if (SMALL.matches) document.getElementById("main").scrollIntoView();
}
