// Live lines of the engine.
import { countText, scoreText, scoreWords } from '../format';
import { Icon } from '../parts/Icon';
import type { EngineId } from '../protocol';
import { settings, useSettings } from '../settings';
import { usableEngine } from '../store/engines';
import { useStore } from '../store/store';
import { thinkingInView } from '../store/view';
import { LineMoves } from './LineMoves';
import type { Analysis } from './useAnalysis';

function stateInWords({ on, allowed, over }: Analysis): string {
  if (!allowed) return 'Available after the game';
  if (!on) return 'Analysis is off';
  return over ? 'The game ends in this position' : 'Thinking…';
}

export function AnalysisPanel(analysis: Analysis) {
  const { on, allowed, turn } = analysis;
  const { analysisEngine, lines, watchEngine } = useSettings();
  const thinking = useStore((state) => thinkingInView(state, watchEngine));
  const about = useStore((state) => state.about);
  const most = about?.limits.lines ?? 5;
  return (
    <section className="analysis" aria-label="Analysis">
      <div className="tools">
        <button
          type="button"
          className={on ? 'primary' : ''}
          aria-pressed={on}
          disabled={!allowed}
          onClick={() => turn(!on)}
        >
          <Icon name={on ? 'stop' : 'play'} />
          {on ? 'Stop' : 'Analyse'}
        </button>
        <label>
          <span className="visually-hidden">Engine for the analysis</span>
          <select
            value={usableEngine(about, analysisEngine)}
            onChange={(event) => settings.change({ analysisEngine: event.target.value as EngineId })}
          >
            {about?.engines.map((engine) => (
              <option key={engine.id} value={engine.id} disabled={!engine.available}>
                {engine.name}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span className="visually-hidden">Number of lines</span>
          <select value={lines} onChange={(event) => settings.change({ lines: Number(event.target.value) })}>
            {Array.from({ length: most }, (_, index) => (
              <option key={index} value={index + 1}>
                {index === 0 ? '1 line' : `${index + 1} lines`}
              </option>
            ))}
          </select>
        </label>
      </div>
      <p className="figures" aria-live="off">
        {thinking?.lines[0]
          ? `depth ${thinking.lines[0].depth} · ${countText(thinking.nodes)} nodes · ${countText(thinking.speed)}/s`
          : stateInWords(analysis)}
      </p>
      <ol className="lines" style={on ? { minHeight: `${lines * 3.1}rem` } : {}}>
        {thinking?.lines.map((line) => (
          <li key={line.rank}>
            <span
              className={`score ${isForWhite(line.score) ? 'for-white' : 'for-black'}`}
              title={scoreWords(line.score)}
            >
              {scoreText(line.score)}
            </span>
            <LineMoves node={thinking.node} moves={line.moves} />
          </li>
        ))}
      </ol>
    </section>
  );
}

const isForWhite = (score: { cp: number } | { mate: number }): boolean =>
  'cp' in score ? score.cp >= 0 : score.mate > 0;
