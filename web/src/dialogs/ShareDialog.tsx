// FEN, PGN and links out.
import { useEffect, useState } from 'react';
import { client } from '../client';
import { fenFragment, gameFragment, movesFragment } from '../link';
import { pgnPath, pgnText } from '../net/http';
import { copy } from '../parts/copy';
import { Dialog } from '../parts/Dialog';
import { Icon } from '../parts/Icon';
import { useStore } from '../store/store';
import { pathTo } from '../store/tree';
import { nodeInView } from '../store/view';

export function ShareDialog() {
  const game = useStore((state) => state.game);
  const node = useStore(nodeInView);
  const [pgn, setPgn] = useState('');
  const id = game?.id;
  useEffect(() => {
    if (id) pgnText(id).then(setPgn, (error: unknown) => client.showError(error));
  }, [id]);
  if (!game || !node) return null;
  const address = (fragment: string) => `${location.origin}${location.pathname}${fragment}`;
  return (
    <Dialog title="Share">
      <Copyable label="Position (FEN)" text={node.fen} />
      <Copyable label="Link to this position" text={address(fenFragment(node.fen))} />
      <Copyable
        label="Link to the moves (works in any Tabiya)"
        text={address(movesFragment(game, pathTo(game, node.id)))}
      />
      <Copyable label="Link to this game (works on this server)" text={address(gameFragment(game.id))} />
      <Copyable label="Game (PGN)" text={pgn} rows={7} />
      <footer>
        <a className="button" href={pgnPath(game.id)} download={`tabiya-${game.id}.pgn`}>
          Download PGN
        </a>
      </footer>
    </Dialog>
  );
}

function Copyable({ label, text, rows }: { label: string; text: string; rows?: number }) {
  return (
    <label className="field copyable">
      {label}
      <span>
        {rows ? (
          <textarea readOnly rows={rows} value={text} onFocus={(event) => event.target.select()} />
        ) : (
          <input readOnly value={text} onFocus={(event) => event.target.select()} />
        )}
        <button
          type="button"
          className="square-button"
          aria-label={`Copy: ${label}`}
          onClick={() => void copy(text)}
        >
          <Icon name="copy" />
        </button>
      </span>
    </label>
  );
}
