// The board editor.
import { useEffect, useMemo, useState } from 'react';
import { ChessBoard } from '../board/ChessBoard';
import { PieceDrawing } from '../board/pieces';
import { client } from '../client';
import { type PieceLetter, boardField, emptyPlacement, pieceName, withPiece } from '../geometry/placement';
import { type Setup, withCommands, setupFen, setupOf, standardStart } from '../geometry/setup';
import type { Square } from '../geometry/squares';
import { checkFen } from '../net/http';
import { useBoardLook } from '../panels/GameBoard';
import { Choice } from '../parts/Choice';
import { Dialog, closeDialog } from '../parts/Dialog';
import { Icon } from '../parts/Icon';
import type { CheckedFen } from '../protocol';
import { useSettings } from '../settings';
import { useStore } from '../store/store';
import { nodeInView } from '../store/view';
import { NewGameDialog } from './NewGameDialog';

const palette: readonly PieceLetter[] = ['K', 'Q', 'R', 'B', 'N', 'P', 'k', 'q', 'r', 'b', 'n', 'p'];

export function EditorDialog() {
  const shown = useStore((state) => nodeInView(state)?.fen ?? standardStart);
  const variant = useStore((state) => state.game?.variant ?? 'standard');
  const [setup, setSetup] = useState<Setup>(() => setupOf(shown));
  const [tool, setTool] = useState<PieceLetter | 'erase' | null>(null);
  const [words, setWords] = useState('');
  const [typed, setTyped] = useState<string | null>(null); // a FEN as it is being typed
  const [checked, setChecked] = useState<CheckedFen | null>(null);
  const [flipped, setFlipped] = useState(false);
  const [playing, setPlaying] = useState(false);
  const { pieces } = useSettings();
  const look = useBoardLook();
  const fen = setupFen(setup);

  useEffect(() => {
    let current = true;
    const timer = setTimeout(() => {
      checkFen(fen, variant).then(
        (answer) => current && setChecked(answer),
        (error: unknown) => client.showError(error),
      );
    }, 120);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [fen, variant]);

  const put = (square: Square, piece: PieceLetter | null) =>
    setSetup((old) => ({ ...old, enPassant: '-', placement: withPiece(old.placement, square, piece) }));
  const free = useMemo(
    () => ({
      onPress: (square: Square) =>
        tool && put(square, tool === 'erase' || setup.placement[square] === tool ? null : tool),
      onDrop: (from: Square, to: Square | null) =>
        setSetup((old) => {
          const piece = old.placement[from] ?? null;
          const without = withPiece(old.placement, from, null);
          return { ...old, enPassant: '-', placement: to === null ? without : withPiece(without, to, piece) };
        }),
    }),
    [tool, setup],
  );

  if (playing) return <NewGameDialog fen={checked?.position?.fen ?? fen} />;

  const right = (letter: string, label: string) => (
    <label>
      <input
        type="checkbox"
        checked={setup.castling.includes(letter)}
        onChange={(event) =>
          setSetup((old) => ({
            ...old,
            castling: [...'KQkq']
              .filter((each) => (each === letter ? event.target.checked : old.castling.includes(each)))
              .join(''),
          }))
        }
      />
      {label}
    </label>
  );

  return (
    <Dialog title="Set up a position" wide>
      <div className="editor">
        <div className="editor-board">
          <ChessBoard
            board={boardField(setup.placement)}
            legal={[]}
            movable={['white', 'black']}
            premovable={null}
            lastMove={null}
            check={null}
            flipped={flipped}
            look={look}
            label="Board editor"
            free={free}
          />
        </div>
        <div className="editor-tools">
          <div className="palette" role="group" aria-label="Pieces to place">
            {palette.map((piece) => (
              <button
                key={piece}
                type="button"
                aria-pressed={tool === piece}
                aria-label={pieceName(piece)}
                onClick={() => setTool(tool === piece ? null : piece)}
              >
                <PieceDrawing piece={piece} set={pieces} />
              </button>
            ))}
            <button
              type="button"
              className="eraser"
              aria-pressed={tool === 'erase'}
              onClick={() => setTool(tool === 'erase' ? null : 'erase')}
            >
              <Icon name="trash" /> Erase
            </button>
          </div>
          <p className="hint">
            {tool
              ? 'Click the squares to place it on.'
              : 'Choose a piece to place, or drag pieces on the board. Drag one off the board to remove it.'}
          </p>
          <div className="row-of-buttons">
            <button type="button" onClick={() => setSetup(setupOf(standardStart))}>
              Start position
            </button>
            <button
              type="button"
              onClick={() =>
                setSetup((old) => ({ ...old, placement: emptyPlacement, castling: '', enPassant: '-' }))
              }
            >
              Clear board
            </button>
            <button type="button" onClick={() => setFlipped(!flipped)}>
              Flip board
            </button>
          </div>
          <Choice
            legend="To move"
            value={setup.turn}
            onChange={(turn) => setSetup((old) => ({ ...old, turn, enPassant: '-' }))}
            options={[
              { value: 'w', label: 'White' },
              { value: 'b', label: 'Black' },
            ]}
          />
          <fieldset className="castling">
            <legend>Castling</legend>
            {right('K', 'White O-O')}
            {right('Q', 'White O-O-O')}
            {right('k', 'Black O-O')}
            {right('q', 'Black O-O-O')}
          </fieldset>
          <form
            onSubmit={(event) => {
              event.preventDefault();
              const result = withCommands(setup.placement, words);
              if ('wrong' in result) return client.showError(result.wrong);
              setWords('');
              setSetup((old) => ({ ...old, placement: result, enPassant: '-' }));
            }}
          >
            <label className="field">
              Text commands
              <input
                value={words}
                placeholder="c w Kg1 Qd1 e4 . b Kg8 ."
                spellCheck={false}
                autoComplete="off"
                onChange={(event) => setWords(event.target.value)}
              />
            </label>
          </form>
          <label className="field">
            FEN
            <input
              value={typed ?? fen}
              spellCheck={false}
              onChange={(event) => {
                setTyped(event.target.value);
                setSetup(setupOf(event.target.value));
              }}
              onBlur={() => setTyped(null)}
            />
          </label>
          <p className={`verdict ${checked?.error ? 'wrong' : ''}`} role="status">
            {checked?.error ? checked.error.message : checked ? 'This position is legal' : ''}
          </p>
        </div>
      </div>
      <footer>
        <button type="button" disabled={!checked?.position} onClick={() => setPlaying(true)}>
          Play from here…
        </button>
        <button
          type="button"
          className="primary"
          disabled={!checked?.position}
          onClick={() =>
            void client
              .newGame({ mode: 'study', start: { fen, variant } })
              .then((done) => done && closeDialog())
          }
        >
          Study position
        </button>
      </footer>
    </Dialog>
  );
}
