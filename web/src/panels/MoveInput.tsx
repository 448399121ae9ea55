// A field to type a move into: "Nf3", "e4", "e7e8n". Compared with the server's legal moves, not parsed.
import { useState } from 'react';
import { client } from '../client';
import type { LegalMove } from '../protocol';
import { store, useStore } from '../store/store';
import { positionInView } from '../store/view';

// Checks and captures may be left out, castling be written with zeros; a capital may matter (Bb4, bxc4).
export function moveTyped(text: string, legal: readonly LegalMove[]): LegalMove | null {
  const plain = (move: string) => move.replace(/[+#x=\s]/g, '').replace(/0/g, 'O');
  const wanted = plain(text.trim());
  if (!wanted) return null;
  const exact = legal.filter((move) => plain(move.san) === wanted || move.uci === wanted.toLowerCase());
  const loose = legal.filter((move) => plain(move.san).toLowerCase() === wanted.toLowerCase());
  const found = exact.length ? exact : loose;
  return found.length === 1 ? found[0]! : null;
}

export function MoveInput() {
  const [text, setText] = useState('');
  const position = useStore(positionInView);
  const may = useStore(
    (state) =>
      state.game !== null &&
      (state.game.may.vary || (state.game.may.move.length > 0 && state.cursor === state.game.tip)),
  );
  return (
    <form
      className="move-input"
      onSubmit={(event) => {
        event.preventDefault();
        const move = moveTyped(text, position?.legal ?? []);
        setText('');
        if (move) void client.move(store.current().cursor, move.uci);
        else if (text.trim()) client.complain(`${text.trim()} is no legal move here.`);
      }}
    >
      <input
        value={text}
        disabled={!may}
        onChange={(event) => setText(event.target.value)}
        aria-label="Type a move"
        placeholder="Type a move"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={10}
      />
    </form>
  );
}
