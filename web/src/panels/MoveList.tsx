// All moves, with variations and comments.
import { Fragment, useEffect, useRef } from 'react';
import { client } from '../client';
import { nagText, scoreText, spentText } from '../format';
import { Icon } from '../parts/Icon';
import { numberText } from '../parts/numbered';
import type { GameNode, GameState } from '../protocol';
import { moveRows } from '../store/moveRows';
import { useStore } from '../store/store';
import { childrenOf, nodeOf } from '../store/tree';

const judgementMarks = { good: '', inaccuracy: '?!', mistake: '?', blunder: '??' } as const;

function marksOf(node: GameNode): string {
  const nags = (node.nags ?? []).map(nagText).join(' ');
  return nags || judgementMarks[node.judgement ?? 'good'];
}

// What is known of a move besides its name: the evaluation, or else the time it took.
function noteOf(node: GameNode): string {
  if (node.evaluation && !node.san?.endsWith('#')) return scoreText(node.evaluation.score);
  return node.spent === undefined ? '' : spentText(node.spent);
}

function Move({ node, cursor, noted }: { node: GameNode; cursor: number; noted?: boolean }) {
  const marks = marksOf(node);
  const note = noted ? noteOf(node) : '';
  return (
    <button
      type="button"
      className={`move ${node.judgement ?? ''}`}
      aria-current={node.id === cursor ? 'true' : undefined}
      onClick={() => client.show(node.id)}
    >
      {node.san}
      {marks && <span className="nag">{marks}</span>}
      {note && <span className="note">{note}</span>}
    </button>
  );
}

// A variation from this node on, its own variations in brackets.
function Variation({
  game,
  first,
  cursor,
  inner = false,
}: {
  game: GameState;
  first: GameNode;
  cursor: number;
  inner?: boolean;
}) {
  const parts: React.ReactNode[] = [];
  let node: GameNode | undefined = first;
  let fresh = true;
  while (node) {
    const number = numberText(game.start, node.ply, fresh);
    const [next, ...others]: GameNode[] = [...childrenOf(game, node.id)];
    const end = inner && !next ? ')' : '';
    parts.push(
      <Fragment key={node.id}>
        <span className="unbroken">
          {inner && node === first && '('}
          {number && <span className="number">{number}</span>}
          <Move node={node} cursor={cursor} />
          {!node.comment && end}
        </span>
        {node.comment && (
          <span className="comment" dir="auto">
            {` ${node.comment}${end} `}
          </span>
        )}{' '}
      </Fragment>,
    );
    fresh = !!node.comment || others.length > 0;
    for (const other of others)
      parts.push(<Variation key={`v${other.id}`} game={game} first={other} cursor={cursor} inner />);
    node = next;
  }
  return <>{parts}</>;
}

export function MoveList() {
  const game = useStore((state) => state.game);
  const cursor = useStore((state) => state.cursor);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = list.current;
    const move = box?.querySelector<HTMLElement>('[aria-current]');
    if (!box || !move) return;
    const [top, height] = [move.offsetTop - box.offsetTop, move.offsetHeight];
    if (top < box.scrollTop || top + height > box.scrollTop + box.clientHeight)
      box.scrollTop = top - box.clientHeight / 2;
  }, [cursor, game]);
  if (!game) return null;
  const rows = moveRows(game);
  return (
    <div className="moves">
      <div className="move-rows" ref={list} tabIndex={0} role="group" aria-label="Move list">
        {rows.length === 0 && <p className="quiet">No moves yet.</p>}
        {rows.map((row, index) =>
          row.kind === 'moves' ? (
            <div className="move-row" key={`m${row.white?.id ?? row.black?.id}`}>
              <span className="number">{row.number}.</span>
              {row.white ? (
                <Move node={row.white} cursor={cursor} noted />
              ) : (
                <span className="move quiet">…</span>
              )}
              {row.black ? <Move node={row.black} cursor={cursor} noted /> : <span />}
            </div>
          ) : (
            <div className="aside" key={`a${index}`}>
              {row.comment && (
                <p className="comment" dir="auto">
                  {row.comment}
                </p>
              )}
              {row.variations.map((node) => (
                <p key={node.id} className="variation">
                  <Variation game={game} first={node} cursor={cursor} />
                </p>
              ))}
            </div>
          ),
        )}
        {game.result && (
          <p className="result">
            <strong>{game.result.score.replace('1/2-1/2', '½–½')}</strong> {game.result.text}
          </p>
        )}
      </div>
      {game.may.vary && cursor !== 0 && <NodeTools game={game} node={nodeOf(game, cursor)} />}
    </div>
  );
}

function NodeTools({ game, node }: { game: GameState; node: GameNode | undefined }) {
  if (!node) return null;
  const isMain = node.parent !== null && childrenOf(game, node.parent)[0]?.id === node.id;
  return (
    <form
      key={`${node.id}${node.comment ?? ''}`}
      className="node-tools"
      onSubmit={(event) => {
        event.preventDefault();
        const text = new FormData(event.currentTarget).get('comment');
        if (typeof text === 'string') void client.say({ type: 'comment', node: node.id, text });
      }}
    >
      <input
        name="comment"
        aria-label={`Comment on ${node.san}`}
        placeholder={`Comment on ${node.san}`}
        defaultValue={node.comment ?? ''}
        maxLength={2000}
        autoComplete="off"
      />
      {!isMain && (
        <button
          type="button"
          className="plain square-button"
          title="Make this variation the main line"
          aria-label="Make this variation the main line"
          onClick={() => void client.say({ type: 'promote', node: node.id })}
        >
          <Icon name="up" />
        </button>
      )}
      <button
        type="button"
        className="plain square-button"
        title="Remove from here on"
        aria-label="Remove from here on"
        onClick={() => void client.say({ type: 'remove', node: node.id })}
      >
        <Icon name="trash" />
      </button>
    </form>
  );
}
