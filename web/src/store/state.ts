// Everything the page knows, in one value.
import type { About, FromServer, GameState, NodeId, Position, Thinking, Tree, Uci } from '../protocol';

export type Branch = Extract<FromServer, { type: 'branch' }>;
export type DialogName = 'new' | 'new960' | 'import' | 'share' | 'settings' | 'editor' | 'games' | 'help';

export interface Notice {
  id: number;
  text: string;
  kind: 'problem' | 'news';
}

export type HeatKind = 'off' | 'prior' | 'visits';

export interface Preview {
  board: string;
  move: Uci | null;
}

export interface State {
  link: 'connecting' | 'open' | 'lost';
  about: About | null;
  game: GameState | null;
  // When, by performance.now(), the clocks were as the game has them.
  clocksAt: number;
  // The position the user looks at.
  cursor: NodeId;
  // Answers to "look", by node.
  looked: Readonly<Record<NodeId, Position>>;
  thinking: Thinking | null;
  tree: Tree | null;
  // Answers to "branch", by the path's moves joined by commas.
  branches: Readonly<Record<string, Branch>>;
  preview: Preview | null;
  heat: HeatKind;
  flipped: boolean;
  dialog: DialogName | null;
  notices: readonly Notice[];
  // For screen readers; the number makes the same words heard again.
  announcement: { text: string; number: number };
}

export const firstState: State = {
  link: 'connecting',
  about: null,
  game: null,
  clocksAt: 0,
  cursor: 0,
  looked: {},
  thinking: null,
  tree: null,
  branches: {},
  preview: null,
  heat: 'off',
  flipped: false,
  dialog: null,
  notices: [],
  announcement: { text: '', number: 0 },
};

export type Action =
  | { type: 'received'; message: FromServer; at: number }
  | { type: 'link'; link: State['link'] }
  | { type: 'show'; node: NodeId }
  | { type: 'preview'; preview: Preview | null }
  | { type: 'heat'; heat: HeatKind }
  | { type: 'flip' }
  | { type: 'dialog'; dialog: DialogName | null }
  | { type: 'notice'; text: string; kind: Notice['kind'] }
  | { type: 'dismiss'; id: number }
  | { type: 'announce'; text: string };
