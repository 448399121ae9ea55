// How the game stands, as a bar: White's share from White's side of the board.
import { useState } from 'react';
import { scoreWords, shareOfWhite, shortScoreText } from '../format';
import type { Score } from '../protocol';
import { useSettings } from '../settings';
import { useStore } from '../store/store';
import { scoreInView } from '../store/view';

export function EvaluationBar({ flipped }: { flipped: boolean }) {
  const { watchEngine } = useSettings();
  const known = useStore((state) => scoreInView(state, watchEngine));
  const game = useStore((state) => state.game?.id);
  const analysed = useStore((state) => state.game?.analysis?.running ?? false);
  // From one position to the next the bar does not go by way of the middle.
  const [last, setLast] = useState<{ game: string | undefined; score: Score | null }>({ game, score: known });
  const keeps = !known && (analysed || watchEngine) && last.game === game;
  if (!keeps && (last.game !== game || last.score !== known)) setLast({ game, score: known });
  const score = keeps ? last.score : known;
  const mated = useStore(
    (state) => state.cursor === state.game?.tip && state.game.result?.ending === 'checkmate',
  );
  const share = score ? shareOfWhite(score) : 0.5;
  const label = score ? `Evaluation: ${mated ? 'checkmate' : scoreWords(score)}` : 'No evaluation yet';
  return (
    <div
      className={`evaluation-bar ${flipped ? 'flipped' : ''} ${score ? '' : 'unknown'}`}
      role="img"
      aria-label={label}
      title={label}
    >
      <div className="white" style={{ transform: `scaleY(${share})` }} />
      {score && (
        <span className={share >= 0.5 ? 'at-white' : 'at-black'}>{mated ? '#' : shortScoreText(score)}</span>
      )}
    </div>
  );
}
