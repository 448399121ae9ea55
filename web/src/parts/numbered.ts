// A move in a line, with its number where one is needed.
import { moveNumber } from '../format';

export function numberText(start: string, ply: number, always: boolean): string {
  const { number, white } = moveNumber(start, ply);
  return white ? `${number}.` : always ? `${number}…` : '';
}

// "12. Nf3 Nc6 13. Bb5" as pieces of text, from a line that begins after a position of this ply.
export function numbered<T>(start: string, ply: number, moves: readonly T[]): { move: T; number: string }[] {
  return moves.map((move, index) => ({ move, number: numberText(start, ply + 1 + index, index === 0) }));
}
