// A field to type a move into: "Nf3", "e4", "e7e8n". Compared with the server's legal moves, not parsed.
import { useState } from 'react';
import { client } from '../client';
import type { LegalMove } from '../protocol';
import type { State } from '../store/state';
import { store } from '../store/store';
import { positionInView } from '../store/view';

// Checks and captures may be left out, castling be written with zeros; a capital may matter (Bb4, bxc4).
// More than one if the text leaves open which piece is meant.
export function movesTyped(text: string, legal: readonly LegalMove[]): LegalMove[] {
  const plain = (move: string) => move.replace(/[+#x=\s]/gi, '').replace(/0/g, 'O');
  const wanted = plain(text.trim());
  if (!wanted) return [];
  const exact = legal.filter((move) => plain(move.san) === wanted || move.uci === wanted.toLowerCase());
  if (exact.length) return exact;
  const loose = legal.filter((move) => plain(move.san).toLowerCase() === wanted.toLowerCase());
  if (loose.length) return loose;
  // "Nd2" where the notation says "Nbd2" and "Nfd2".
  const [, role, to] = /^([NBRQ])([a-h][1-8])$/.exec(wanted) ?? [];
  return legal.filter((move) => role && move.san.startsWith(role) && move.to === to);
}

// "e2–e5" for a move in UCI; anything else as it was typed.
const shown = (text: string): string => text.replace(/^([a-h][1-8])-?([a-h][1-8])/, '$1–$2');

// Why the text cannot be played now; null if it can.
function objection({ game, cursor }: State, text: string, moves: readonly LegalMove[]): string | null {
  if (game && !game.may.vary) {
    if (cursor !== game.tip) return 'This is an earlier position. Go to the last one to play on.';
    if (game.may.move.length === 0) return 'It is not your turn';
  }
  if (moves.length === 0) return `${shown(text)} is not legal here`;
  return moves.length === 1 ? null : `${text} is ambiguous: ${moves.map((move) => move.san).join(' or ')}?`;
}

export function MoveInput() {
  const [text, setText] = useState('');
  const submit = () => {
    const state = store.current();
    const wanted = text.trim();
    if (!wanted) return;
    const moves = movesTyped(wanted, positionInView(state)?.legal ?? []);
    const problem = objection(state, wanted, moves);
    if (problem) return client.showError(problem);
    setText('');
    void client.move(state.cursor, moves[0]!.uci);
  };
  return (
    <form
      className="move-input"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {/* Never disabled: it would lose the focus, and the next keys would be shortcuts of the page. */}
      <input
        value={text}
        onChange={(event) => setText(event.target.value)}
        aria-label="Type a move"
        placeholder="e4, Nf3 …"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={10}
      />
    </form>
  );
}
