// What the page shows, as the fragment of its address. Fragments never leave the browser.
import { standardStart } from './geometry/setup';
import { type GameNode, type GameState, type NewGame, gameId } from './protocol';

export type Place = { kind: 'game'; id: string } | { kind: 'study'; newGame: NewGame } | null;

const fenToLink = (fen: string): string => fen.replaceAll(' ', '_');
const linkToFen = (text: string): string => text.replaceAll('_', ' ').trim();

// Null for a fragment that is not ours. Whether moves and FENs are legal, the server decides.
export function placeOfFragment(fragment: string): Place {
  let text: string;
  try {
    text = decodeURIComponent(fragment.replace(/^#/, ''));
  } catch {
    return null;
  }
  const [, kind = '', rest = ''] = /^\/(game|fen|moves|moves960)\/(.*)$/s.exec(text) ?? [];
  switch (kind) {
    case 'game':
      try {
        return { kind: 'game', id: gameId(rest, 'id') };
      } catch {
        return null;
      }
    case 'fen':
      return { kind: 'study', newGame: { mode: 'study', start: { fen: linkToFen(rest) } } };
    case 'moves':
    case 'moves960': {
      const slash = rest.indexOf('/');
      const list = slash < 0 ? rest : rest.slice(0, slash);
      const fen = slash < 0 ? '' : linkToFen(rest.slice(slash + 1));
      const moves = list.split(',').filter(Boolean);
      if (!moves.every((move) => /^[a-h][1-8][a-h][1-8][nbrq]?$/.test(move))) return null;
      const variant = kind === 'moves960' ? { variant: 'chess960' as const } : {};
      return {
        kind: 'study',
        newGame: { mode: 'study', start: { ...variant, ...(fen ? { fen } : {}) }, moves },
      };
    }
    default:
      return null;
  }
}

export const gameFragment = (id: string): string => `#/game/${id}`;
export const fenFragment = (fen: string): string => `#/fen/${fenToLink(fen)}`;

// The moves that lead to the end of `path`, so that any Tabiya can show them.
export function movesFragment(game: GameState, path: readonly GameNode[]): string {
  const moves = path.flatMap((node) => (node.uci ? [node.uci] : [])).join(',');
  if (game.variant === 'chess960') return `#/moves960/${moves}/${fenToLink(game.start)}`;
  return game.start === standardStart ? `#/moves/${moves}` : `#/moves/${moves}/${fenToLink(game.start)}`;
}
