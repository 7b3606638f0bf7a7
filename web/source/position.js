// A position as text that can be copied and pasted. Where the game itself does not say which player is to move, the text
// of a position is the same for both; what is copied then ends with " mover=2" if that is player 2.

const MOVER = /\smover=([12])\s*$/;

export const written = ({ position, mover }, turn) => (mover === 2 && !turn ? `${position} mover=2` : position);

export const readPosition = (text) => ({ position: text.replace(MOVER, ""), mover: text.match(MOVER)?.[1] === "2" ? 2 : 1 });
