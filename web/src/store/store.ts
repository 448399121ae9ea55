// Holds the page's one state, and tells React when a part of it changed.
import { useSyncExternalStore } from 'react';
import { reduce } from './reducer';
import { type Action, type State, firstState } from './state';

export class Store {
  private state: State = firstState;
  private readonly listeners = new Set<() => void>();

  readonly current = (): State => this.state;

  readonly dispatch = (action: Action): void => {
    const next = reduce(this.state, action);
    if (next === this.state) return;
    this.state = next;
    this.listeners.forEach((listener) => listener());
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
}

export const store = new Store();

// The selector must answer with a part of the state, not with something new each time.
export function useStore<T>(select: (state: State) => T): T {
  return useSyncExternalStore(store.subscribe, () => select(store.current()));
}
