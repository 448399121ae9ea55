// A player's clock. The server says what was left and when; this counts on from there.
import { useEffect, useState } from 'react';
import { clockText } from '../format';
import type { Color } from '../protocol';
import { play } from '../sound';
import { settings } from '../settings';
import { useStore } from '../store/store';

const lowTime = 20_000;

export function Clock({ color }: { color: Color }) {
  const clocks = useStore((state) => state.game?.clocks ?? null);
  const since = useStore((state) => state.clocksAt);
  const mine = useStore((state) => state.game?.players[color].kind === 'person');
  const [now, setNow] = useState(() => performance.now());
  const running = clocks?.running === color;
  // The last tick may be older than the clocks: nothing has passed then.
  const left = clocks ? clocks[color] - (running ? Math.max(0, now - since) : 0) : 0;
  const isLow = clocks !== null && left < lowTime;

  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setNow(performance.now()), 100);
    return () => clearInterval(timer);
  }, [running]);

  useEffect(() => {
    if (isLow && running && mine && settings.current().sounds) play('low');
  }, [isLow, running, mine]);

  if (!clocks) return null;
  return (
    <span
      className={`clock ${running ? 'running' : ''} ${isLow ? 'low' : ''}`}
      role="timer"
      aria-label={`${color}'s clock`}
    >
      {clockText(Math.max(0, left))}
    </span>
  );
}
