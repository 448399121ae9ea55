// The board of the game: what the state says, given to ChessBoard.
import { useCallback, useEffect, useMemo } from 'react';
import { type Arrow } from '../board/Arrows';
import { type BoardLook, ChessBoard } from '../board/ChessBoard';
import { client } from '../client';
import { squareOf } from '../geometry/squares';
import type { Color, LegalMove, Uci } from '../protocol';
import { useSettings } from '../settings';
import { heatOf } from '../store/heat';
import { store, useStore } from '../store/store';
import { adviceInView, nodeInView, positionInView, thinkingInView, treeInView } from '../store/view';
import { navigate } from './GameActions';

const noMoves: readonly LegalMove[] = [];
const noColors: readonly Color[] = [];
const white: readonly Color[] = ['white'];
const black: readonly Color[] = ['black'];

const arrowOf = (uci: Uci, color: string, weight = 1): Arrow => ({
  from: squareOf(uci),
  to: squareOf(uci.slice(2)),
  color,
  weight,
});

const say = (text: string) => store.dispatch({ type: 'announce', text });

export function useBoardLook(): BoardLook {
  const { pieces, boardColors, coordinates, targets, animation } = useSettings();
  return useMemo(
    () => ({ set: pieces, colors: boardColors, coordinates, targets, animation }),
    [pieces, boardColors, coordinates, targets, animation],
  );
}

export function GameBoard() {
  const { arrows: wantsArrows, premoves, watchEngine } = useSettings();
  const look = useBoardLook();
  const game = useStore((state) => state.game);
  const cursor = useStore((state) => state.cursor);
  const node = useStore(nodeInView);
  const position = useStore(positionInView);
  const preview = useStore((state) => state.preview);
  const flipped = useStore((state) => state.flipped);
  const thinking = useStore((state) => thinkingInView(state, watchEngine));
  const tree = useStore((state) => treeInView(state, watchEngine));
  const advice = useStore(adviceInView);
  const heatKind = useStore((state) => state.heat);

  const atTip = game !== null && cursor === game.tip;
  const mayVary = game?.may.vary ?? false;

  // Beside the tip, the legal moves have to be asked for.
  useEffect(() => {
    if (game && mayVary && !position) void client.say({ type: 'look', node: cursor });
  }, [game, mayVary, position, cursor]);

  const sideToMove = position?.turn === 'black' ? black : white;
  const movable =
    preview || !position
      ? noColors
      : mayVary
        ? sideToMove
        : atTip && game.may.move.length
          ? sideToMove
          : noColors;
  const engineToMove = atTip && game.result === null && game.players[game.position.turn].kind === 'engine';
  const person: Color = game?.players.white.kind === 'person' ? 'white' : 'black';
  const premovable = premoves && engineToMove && !preview ? person : null;

  const onMove = useCallback((uci: Uci) => client.move(cursor, uci), [cursor]);

  const arrows = useMemo((): Arrow[] => {
    if (preview?.move) return [arrowOf(preview.move, 'preview')];
    const advised = advice ? [arrowOf(advice, 'best')] : [];
    if (!wantsArrows || !thinking) return advised;
    return thinking.lines
      .flatMap(({ moves: [first] }, index) =>
        first ? [arrowOf(first.uci, index === 0 ? 'best' : 'other', 1 - index * 0.2)] : [],
      )
      .reverse();
  }, [preview, advice, thinking, wantsArrows]);
  const heat = useMemo(() => heatOf(tree, heatKind), [tree, heatKind]);

  const turn = position?.turn ?? 'white';
  const label = game?.result && atTip ? `Chess board. ${game.result.text}.` : `Chess board, ${turn} to move`;
  return (
    <ChessBoard
      board={preview?.board ?? node?.fen ?? '8/8/8/8/8/8/8/8'}
      legal={preview ? noMoves : (position?.legal ?? noMoves)}
      movable={movable}
      premovable={premovable}
      lastMove={preview ? null : node?.from && node.to ? { from: node.from, to: node.to } : null}
      check={preview ? null : (node?.check ?? null)}
      flipped={flipped}
      look={look}
      label={label}
      arrows={arrows}
      heat={heat}
      onMove={onMove}
      onHistory={navigate}
      onSay={say}
    />
  );
}
