// What the user likes, kept in the browser.
import { useSyncExternalStore } from 'react';
import { type ObjectOf, type Shape, flag, number, oneOf } from './protocol/shape';
import { engineId } from './protocol';

const fields = {
  theme: oneOf('system', 'light', 'dark'),
  boardColors: oneOf('sand', 'sea', 'moss', 'contrast'),
  pieces: oneOf('drawn', 'symbols'),
  sounds: flag,
  animation: flag,
  coordinates: flag,
  targets: flag,
  premoves: flag,
  watchEngine: flag,
  evaluationBar: flag,
  arrows: flag,
  analysisEngine: engineId,
  lines: number,
  // The last new game, for Reset and the dialog.
  mode: oneOf('engine', 'people', 'study'),
  color: oneOf('white', 'black', 'random'),
  engine: engineId,
  level: number,
  minutes: number,
  increment: number,
  claims: flag,
};
export type Settings = ObjectOf<typeof fields>;

export const standardSettings: Settings = {
  theme: 'system',
  boardColors: 'sand',
  pieces: 'drawn',
  sounds: true,
  animation: true,
  coordinates: true,
  targets: true,
  premoves: true,
  watchEngine: false,
  evaluationBar: true,
  arrows: true,
  analysisEngine: 'alphabeta',
  lines: 3,
  mode: 'engine',
  color: 'white',
  engine: 'alphabeta',
  level: 3,
  minutes: 0,
  increment: 0,
  claims: false,
};

// Each setting that is unreadable falls back to its standard; the others stay.
export function settingsFrom(stored: string | null): Settings {
  let given: Record<string, unknown> = {};
  try {
    given = (JSON.parse(stored ?? '{}') as Record<string, unknown> | null) ?? {};
  } catch {
    // Someone else's text; ours begins anew.
  }
  const result: Record<string, unknown> = { ...standardSettings };
  for (const [key, check] of Object.entries(fields) as [string, Shape<unknown>][]) {
    try {
      result[key] = check(given[key], key);
    } catch {
      // Keeps the standard.
    }
  }
  return result as Settings;
}

const key = 'tabiya.settings';

// Browsers may forbid storage; then settings last as long as the page.
export function remembered(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

export function remember(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // Not remembered.
  }
}

export class SettingsStore {
  private now = settingsFrom(remembered(key));
  private readonly listeners = new Set<() => void>();

  readonly current = (): Settings => this.now;
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  change(change: Partial<Settings>): void {
    this.now = { ...this.now, ...change };
    remember(key, JSON.stringify(this.now));
    this.listeners.forEach((listener) => listener());
  }
}

export const settings = new SettingsStore();
export const useSettings = (): Settings => useSyncExternalStore(settings.subscribe, settings.current);
