// Small screens, on which the board is below the headline and above everything else.

export const NARROW = matchMedia("(max-width: 54rem)"); // as in the style sheet

// Scrolls a small screen so that it begins with the view's headline and board.
export function showBoard() {
    if (NARROW.matches) document.getElementById("main").scrollIntoView();
}
