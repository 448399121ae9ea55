// Which engine to use when the one the user likes is not there: a network may be missing today.
import type { About, EngineId } from '../protocol';

export function usableEngine(about: About | null, wanted: EngineId): EngineId {
  const there = about?.engines.filter((engine) => engine.available) ?? [];
  return there.some((engine) => engine.id === wanted) ? wanted : (there[0]?.id ?? wanted);
}
