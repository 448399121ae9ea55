// A new game as the reader's settings describe it.
import type { About, NewGame } from './protocol';
import type { Settings } from './settings';
import { usableEngine } from './store/engines';

export function wishFor(liked: Settings, about: About | null, start: NewGame['start']): NewGame {
  const { mode, color, level, minutes, increment, claims } = liked;
  if (mode === 'study') return { mode, start };
  const control = minutes > 0 ? { initial: minutes * 60_000, increment: increment * 1000 } : null;
  const rules = { start, control, ...(claims ? { claims } : {}) };
  if (mode === 'people') return { mode, ...rules };
  return { mode, ...rules, color, engine: usableEngine(about, liked.engine), level };
}
