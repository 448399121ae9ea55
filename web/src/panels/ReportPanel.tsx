// After the game: how well both played, and where it went wrong.
import { useState } from 'react';
import { client } from '../client';
import { scoreText } from '../format';
import { numberText } from '../parts/numbered';
import { usePreview } from '../parts/usePreview';
import type { GameState, Report } from '../protocol';
import { useStore } from '../store/store';
import { nodeOf } from '../store/tree';
import { EvaluationGraph } from './EvaluationGraph';

export function ReportPanel() {
  const game = useStore((state) => state.game);
  if (!game) return null;
  const { report, may } = game;
  const enough = game.nodes.length > 1;
  return (
    <section className="report" aria-label="Report">
      <EvaluationGraph />
      {!report && (
        <div className="invitation">
          <p>
            {may.analyse
              ? 'The engine reviews the game and shows the mistakes of both sides.'
              : 'Available after the game'}
          </p>
          <button
            type="button"
            className="primary"
            disabled={!may.analyse || !enough}
            onClick={() => void client.say({ type: 'report' })}
          >
            Review game
          </button>
        </div>
      )}
      {report?.running && (
        <div className="progress">
          <label>
            Reviewing position {report.done} of {report.total}
            <progress max={report.total} value={report.done} />
          </label>
          <button type="button" onClick={() => void client.say({ type: 'stop' })}>
            Stop
          </button>
        </div>
      )}
      {report && (report.white || report.black) && (
        <table>
          <thead>
            <tr>
              <th scope="col">Player</th>
              <th scope="col">Accuracy</th>
              <th scope="col">
                <abbr title="Average loss in centipawns">Loss</abbr>
              </th>
              <th scope="col">
                <abbr title="Inaccuracies">?!</abbr>
              </th>
              <th scope="col">
                <abbr title="Mistakes">?</abbr>
              </th>
              <th scope="col">
                <abbr title="Blunders">??</abbr>
              </th>
            </tr>
          </thead>
          <tbody>
            {(['white', 'black'] as const).map((color) => {
              const side = report[color];
              return (
                <tr key={color}>
                  <th scope="row">
                    <span className={`dot ${color}`} aria-hidden="true" />{' '}
                    {color === 'white' ? 'White' : 'Black'}
                  </th>
                  <td>{side ? `${side.accuracy.toFixed(1)}%` : '–'}</td>
                  <td>{side ? Math.round(side.averageLoss) : '–'}</td>
                  <td>{side?.inaccuracies ?? '–'}</td>
                  <td>{side?.mistakes ?? '–'}</td>
                  <td>{side?.blunders ?? '–'}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
      {report && !report.running && report.mistakes.length === 0 && (
        <p className="quiet">No mistakes found. Well played!</p>
      )}
      <ol className="mistakes">
        {report?.mistakes.map((mistake) => (
          <MistakeRow key={mistake.node} game={game} mistake={mistake} />
        ))}
      </ol>
    </section>
  );
}

function MistakeRow({ game, mistake }: { game: GameState; mistake: Report['mistakes'][number] }) {
  const [pointed, setPointed] = useState(false);
  const { best, judgement } = mistake;
  usePreview(pointed ? best : null);
  const node = nodeOf(game, mistake.node);
  if (!node) return null;
  const parent = node.parent;
  const hide = () => setPointed(false);
  // From where the better move was possible, so that the user sees it played.
  const add = () => {
    hide();
    if (parent === null) return;
    client.show(parent);
    void client.move(parent, best.uci);
  };
  return (
    <li className={judgement}>
      <button type="button" onClick={() => client.show(node.id)}>
        {numberText(game.start, node.ply, true)} {node.san}
      </button>
      <span className="kind">{judgement}</span>
      <span className="scores">
        {scoreText(mistake.before)} → {scoreText(mistake.after)}
      </span>
      <button
        type="button"
        className="better"
        onMouseEnter={() => setPointed(true)}
        onMouseLeave={hide}
        onFocus={() => setPointed(true)}
        onBlur={hide}
        onClick={add}
      >
        Best was {best.san}
      </button>
    </li>
  );
}
