// The move list: the main line in rows of two, with comments and variations between them.
import { moveNumber } from '../format';
import type { GameNode, GameState } from '../protocol';
import { childrenOf } from './tree';

export type MoveRow =
  | { kind: 'moves'; number: number; white: GameNode | null; black: GameNode | null }
  | { kind: 'aside'; comment: string | null; variations: readonly GameNode[] };

export function moveRows(game: GameState): MoveRow[] {
  const rows: MoveRow[] = [];
  let open: Extract<MoveRow, { kind: 'moves' }> | null = null;
  let at = game.nodes.find((node) => node.parent === null);
  if (at?.comment) rows.push({ kind: 'aside', comment: at.comment, variations: [] });
  while (at) {
    const [next, ...variations]: GameNode[] = [...childrenOf(game, at.id)];
    if (!next) break;
    const { number, white } = moveNumber(game.start, next.ply);
    if (white || !open) {
      open = { kind: 'moves', number, white: white ? next : null, black: white ? null : next };
      rows.push(open);
    } else {
      open.black = next;
    }
    if (next.comment || variations.length > 0) {
      rows.push({ kind: 'aside', comment: next.comment ?? null, variations });
      open = null; // Black's answer begins a row of its own: "12… Nc6"
    }
    at = next;
  }
  return rows;
}
