// Numbers and moves as people read and hear them.
import type { Score } from './protocol';

// "+0.31", "−M2" (Black mates in two), "0.00"; always from White's side.
export function scoreText(score: Score): string {
  if ('mate' in score) return `${score.mate < 0 ? '−' : '+'}M${Math.abs(score.mate)}`;
  const pawns = Math.abs(score.cp) / 100;
  const text = pawns >= 10 ? pawns.toFixed(1) : pawns.toFixed(2);
  if (Number(text) === 0) return '0.00';
  return (score.cp < 0 ? '−' : '+') + text;
}

// The same without its sign and in little room, for the bar: "1.5", "12", "M2".
export function shortScoreText(score: Score): string {
  if ('mate' in score) return `M${Math.abs(score.mate)}`;
  const pawns = Math.abs(score.cp) / 100;
  return pawns >= 10 ? pawns.toFixed(0) : pawns.toFixed(1);
}

export function scoreWords(score: Score): string {
  if ('mate' in score) return `${score.mate < 0 ? 'black' : 'white'} mates in ${Math.abs(score.mate)}`;
  if (Math.abs(score.cp) < 15) return 'the position is equal';
  return `${score.cp < 0 ? 'black' : 'white'} is ahead by ${(Math.abs(score.cp) / 100).toFixed(1)} pawns`;
}

// White's share of the evaluation bar, 0 to 1. A mate fills it; pawns count less the more there are.
export function shareOfWhite(score: Score): number {
  if ('mate' in score) return score.mate < 0 ? 0 : 1;
  return 1 / (1 + Math.exp(-score.cp / 270));
}

// "5:03", "1:02:07"; tenths when it gets serious: "0:09.4".
export function clockText(milliseconds: number): string {
  const left = Math.max(0, milliseconds);
  if (left < 10_000) {
    const tenths = Math.floor(left / 100);
    return `0:0${Math.floor(tenths / 10)}.${tenths % 10}`;
  }
  const seconds = Math.ceil(left / 1000 - 0.001);
  const pad = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  return hours ? `${hours}:${pad(minutes)}:${pad(seconds % 60)}` : `${minutes}:${pad(seconds % 60)}`;
}

// How long a move took: "0.4s", "12s", "3:05".
export function spentText(milliseconds: number): string {
  if (milliseconds < 9_950) return `${(milliseconds / 1000).toFixed(1)}s`;
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 60) return `${seconds}s`;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

// "950", "12.3k", "4.56M"
export function countText(count: number): string {
  if (count < 1000) return String(Math.round(count));
  if (count < 999_500) return `${(count / 1000).toPrecision(3)}k`;
  if (count < 999_500_000) return `${(count / 1e6).toPrecision(3)}M`;
  return `${(count / 1e9).toPrecision(3)}G`;
}

export const percentText = (share: number): string =>
  share === 0 ? '0%' : share < 0.001 ? '<0.1%' : `${(share * 100).toFixed(share < 0.1 ? 1 : 0)}%`;

// A value between −1 and 1: "+0.31", "−0.02", "0.00".
export function valueText(value: number): string {
  const text = Math.abs(value).toFixed(2);
  return Number(text) === 0 ? text : (value < 0 ? '−' : '+') + text;
}

// "12." or "12…" for the half-move that leads to a position of this ply.
export function moveNumber(startFen: string, ply: number): { number: number; white: boolean } {
  const [, turn = 'w', , , , full = '1'] = startFen.split(' ');
  const half = (Number(full) - 1) * 2 + (turn === 'b' ? 1 : 0) + ply - 1;
  return { number: Math.floor(half / 2) + 1, white: half % 2 === 0 };
}

const spokenRoles: Record<string, string> = { N: 'knight', B: 'bishop', R: 'rook', Q: 'queen', K: 'king' };

// "Nbxd7+" → "knight b takes d7, check"
export function spokenMove(san: string): string {
  const ending = san.endsWith('#') ? ', checkmate' : san.endsWith('+') ? ', check' : '';
  const plain = san.replace(/[+#!?]+$/, '');
  if (plain === 'O-O') return `castles kingside${ending}`;
  if (plain === 'O-O-O') return `castles queenside${ending}`;
  const [, role = '', hint = '', takes = '', target = '', promotion = ''] =
    /^([NBRQK]?)([a-h]?[1-8]?)(x?)([a-h][1-8])(?:=([NBRQ]))?$/.exec(plain) ?? [];
  if (!target) return san;
  const words = [role ? spokenRoles[role] : '', hint, takes ? 'takes' : '', target];
  if (promotion) words.push('promotes to', spokenRoles[promotion]);
  return words.filter(Boolean).join(' ') + ending;
}

const nagTexts: Record<number, string> = {
  1: '!',
  2: '?',
  3: '!!',
  4: '??',
  5: '!?',
  6: '?!',
  7: '□',
  10: '=',
  13: '∞',
  14: '⩲',
  15: '⩱',
  16: '±',
  17: '∓',
  18: '+−',
  19: '−+',
  146: 'N',
};
export const nagText = (nag: number): string => nagTexts[nag] ?? `$${nag}`;
