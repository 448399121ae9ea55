// What the mock server says about itself.
import type { About } from '../src/protocol';
import { levelNames } from './game';

export const commands = [
  { usage: '/help', about: 'lists the commands' },
  { usage: '/fen', about: 'tells the position you look at' },
  { usage: '/pgn', about: 'tells the game' },
  { usage: '/hint', about: 'what the engine would play here' },
  { usage: '/eval', about: 'what the engine thinks of the position' },
  { usage: '/moves', about: 'lists the legal moves' },
  { usage: '/level N', about: 'how strong the engine plays, 1 to 10' },
  { usage: '/engine NAME', about: 'which engine plays: alphabeta or mcts' },
  { usage: '/new', about: 'a new game with the same settings' },
  { usage: '/new960 [N]', about: 'a new game of Chess960' },
  { usage: '/undo', about: 'takes back' },
  { usage: '/resign', about: 'gives up' },
];

export const about: About = {
  protocol: 1,
  program: 'Tabiya (mock)',
  engines: [
    {
      id: 'alphabeta',
      name: 'Alpha-beta',
      about: 'Looks at millions of positions and misses little.',
      available: true,
      why: null,
      tree: false,
    },
    {
      id: 'mcts',
      name: 'Tree search',
      about: 'A network with intuition; you can watch it think.',
      available: true,
      why: null,
      tree: true,
    },
  ],
  levels: levelNames.map((name, index) => ({
    level: index + 1,
    name,
    elo: index === 9 ? null : 600 + index * 250,
  })),
  limits: { lines: 5, chat: 500, pgn: 4194304, comment: 2000 },
  commands,
};
