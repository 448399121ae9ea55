// What can be said in the chat after a "/": the server's commands, and those of the page itself.
import type { About } from '../protocol';

const own: About['commands'] = [
  { usage: '/flip', about: 'flips the board' },
  { usage: '/clear', about: 'clears the chat on this page' },
];

export const commandsOf = (about: About | null): About['commands'] => [...(about?.commands ?? []), ...own];
