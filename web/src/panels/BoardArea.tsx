// The board with the players around it.
import { useSettings } from '../settings';
import { useStore } from '../store/store';
import { EvaluationBar } from './EvaluationBar';
import { DrawOffer, GameActions } from './GameActions';
import { GameBoard } from './GameBoard';
import { MoveInput } from './MoveInput';
import { PlayerStrip } from './PlayerStrip';

export function BoardArea() {
  const flipped = useStore((state) => state.flipped);
  const offered = useStore((state) => state.game?.may.answerDraw ?? false);
  const waits = useStore((state) => state.game === null && state.link === 'lost');
  const { evaluationBar, watchEngine, mode } = useSettings();
  // No evaluation during a game: the board takes the space.
  const showsEvaluation = useStore((state) => state.game?.may.analyse ?? mode === 'study') || watchEngine;
  const [above, below] = flipped ? (['white', 'black'] as const) : (['black', 'white'] as const);
  return (
    <main className="board-area">
      <PlayerStrip color={above} />
      <div className="board-frame">
        {evaluationBar && showsEvaluation && <EvaluationBar flipped={flipped} />}
        <GameBoard />
        {waits && <p className="no-game">Tabiya does not answer. Is it still running?</p>}
      </div>
      <PlayerStrip color={below} />
      <div className="under-board">
        {offered ? (
          <DrawOffer />
        ) : (
          <>
            <GameActions />
            <MoveInput />
          </>
        )}
      </div>
    </main>
  );
}
