// A new game as the user's settings describe it.
import type { About, NewGame } from './protocol';
import type { Settings } from './settings';
import { usableEngine } from './store/engines';

export function newGameFrom(preferred: Settings, about: About | null, start: NewGame['start']): NewGame {
  const { mode, color, level, minutes, increment, claims } = preferred;
  if (mode === 'study') return { mode, start };
  const control = minutes > 0 ? { initial: minutes * 60_000, increment: increment * 1000 } : null;
  const rules = { start, control, ...(claims ? { claims } : {}) };
  if (mode === 'people') return { mode, ...rules };
  return { mode, ...rules, color, engine: usableEngine(about, preferred.engine), level };
}
