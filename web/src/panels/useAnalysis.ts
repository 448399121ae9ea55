// Keeps the analysis on the position the reader looks at, while it is switched on.
import { useEffect, useState } from 'react';
import { client } from '../client';
import { useSettings } from '../settings';
import { usableEngine } from '../store/engines';
import { useStore } from '../store/store';
import { positionInView } from '../store/view';

export interface Analysis {
  on: boolean;
  allowed: boolean;
  over: boolean; // nobody can move here, so there is nothing to analyse
  turn: (on: boolean) => void;
}

export function useAnalysis(): Analysis {
  const { analysisEngine, lines } = useSettings();
  const engine = useStore((state) => usableEngine(state.about, analysisEngine));
  const game = useStore((state) => state.game?.id);
  const open = useStore((state) => state.link === 'open');
  const cursor = useStore((state) => state.cursor);
  const allowed = useStore((state) => state.game?.may.analyse ?? false);
  const over = useStore((state) => positionInView(state)?.legal.length === 0);
  const runs = useStore((state) => state.game?.analysis?.running ?? false);
  const [on, setOn] = useState(false);

  // Another page, or this one before a reload, has switched it on.
  useEffect(() => setOn(runs), [game]);

  useEffect(() => {
    if (!on || !allowed || !open) return;
    if (over) return void (runs && client.say({ type: 'stop' }));
    // Someone who leafs through the game shall not start a search for every page.
    const timer = setTimeout(() => void client.say({ type: 'analyse', node: cursor, engine, lines }), 120);
    return () => clearTimeout(timer);
  }, [on, allowed, open, over, game, cursor, engine, lines]);

  return {
    on: on && allowed,
    allowed,
    over,
    turn: (next) => {
      setOn(next);
      if (!next) void client.say({ type: 'stop' });
    },
  };
}
