// Whether there is room for the chat beside everything else.
import { useSyncExternalStore } from 'react';

const query = matchMedia('(min-width: 78rem)');
const subscribe = (listener: () => void): (() => void) => {
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
};

export const useWide = (): boolean => useSyncExternalStore(subscribe, () => query.matches);
