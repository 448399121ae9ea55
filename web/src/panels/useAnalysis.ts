// Keeps the analysis on the position the user looks at, while it is switched on.
import { useEffect, useState } from 'react';
import { client } from '../client';
import { useSettings } from '../settings';
import { usableEngine } from '../store/engines';
import { useStore } from '../store/store';
import { positionInView } from '../store/view';

export interface Analysis {
  on: boolean;
  allowed: boolean;
  over: boolean; // there is no legal move here, so there is nothing to analyse
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
  const [on, setOn] = useState(runs);

  // In another game it is on if another page, or this one before a reload, has switched it on.
  const [lastGame, setLastGame] = useState(game);
  if (lastGame !== game) {
    setLastGame(game);
    setOn(runs);
  }

  const wanted = on && allowed && open;
  useEffect(() => {
    if (wanted && over && runs) void client.say({ type: 'stop' });
  }, [wanted, over, runs]);
  useEffect(() => {
    if (!wanted || over) return;
    // Browsing quickly through the game must not start a search for every position.
    const timer = setTimeout(() => void client.say({ type: 'analyse', node: cursor, engine, lines }), 120);
    return () => clearTimeout(timer);
  }, [wanted, over, game, cursor, engine, lines]);

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
