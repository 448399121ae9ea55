// The board with the players around it.
import { useSettings } from '../settings';
import { useStore } from '../store/store';
import { EvaluationBar } from './EvaluationBar';
import { DrawOffer, GameActions } from './GameActions';
import { GameBoard } from './GameBoard';
import { MoveInput } from './MoveInput';
import { PlayerStrip } from './PlayerStrip';

export function Arena() {
  const flipped = useStore((state) => state.flipped);
  const offered = useStore((state) => state.game?.may.answerDraw ?? false);
  const waits = useStore((state) => state.game === null && state.link === 'lost');
  const { evaluationBar, watchEngine, mode } = useSettings();
  // While people play, nobody tells them how they stand: the board has the room.
  const told = useStore((state) => state.game?.may.analyse ?? mode === 'study') || watchEngine;
  const [above, below] = flipped ? (['white', 'black'] as const) : (['black', 'white'] as const);
  return (
    <main className="arena">
      <PlayerStrip color={above} />
      <div className="board-frame">
        {evaluationBar && told && <EvaluationBar flipped={flipped} />}
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
