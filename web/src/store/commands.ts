// What can be said in the chat after a "/": the server's commands, and those the page obeys itself.
import type { About } from '../protocol';

const own: About['commands'] = [
  { usage: '/flip', about: 'turns the board around' },
  { usage: '/clear', about: 'empties this chat on the screen' },
];

export const commandsOf = (about: About | null): About['commands'] => [...(about?.commands ?? []), ...own];
