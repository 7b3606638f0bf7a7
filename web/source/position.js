// Positions as text to copy and paste. If the game does not say which player is to move, the text of a position is the
// same for both; the copied text then ends in " mover=2" if it is player 2.

const MOVER = /\smover=([12])\s*$/;

export const written = ({ position, mover }, turn) => (mover === 2 && !turn ? `${position} mover=2` : position);

export const readPosition = (text) => ({ position: text.replace(MOVER, ""), mover: text.match(MOVER)?.[1] === "2" ? 2 : 1 });
