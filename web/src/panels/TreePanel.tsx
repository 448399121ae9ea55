// Watching a tree search think: for each move its prior, visits, value and chances; and the tree below it.
import { useEffect, useState } from 'react';
import { client } from '../client';
import { countText, percentText } from '../format';
import type { MoveStatistics, Uci } from '../protocol';
import { useSettings } from '../settings';
import { shortfall } from '../store/heat';
import type { HeatKind } from '../store/state';
import { store, useStore } from '../store/store';
import { treeInView } from '../store/view';

const shownAtFirst = 8;

const invitation =
  'Choose the tree search as engine and start the analysis, or play against it and turn on “Watch the engine think” in the settings.';

export function TreePanel() {
  const { watchEngine } = useSettings();
  const tree = useStore((state) => treeInView(state, watchEngine));
  const heat = useStore((state) => state.heat);
  const absent = useStore((state) => state.about?.engines.find((engine) => engine.tree)?.why ?? null);
  return (
    <section className="tree" aria-label="Tree">
      <div className="tools">
        <label>
          Board shows{' '}
          <select
            value={heat}
            onChange={(event) => store.dispatch({ type: 'heat', heat: event.target.value as HeatKind })}
          >
            <option value="off">no heat map</option>
            <option value="prior">the policy</option>
            <option value="visits">the visits</option>
          </select>
        </label>
        {tree && (
          <span className="figures">
            {countText(tree.visits)} visits · {countText(tree.size)} nodes
          </span>
        )}
      </div>
      {tree ? (
        <Branches path={[]} moves={tree.moves} visits={tree.visits} search={tree.search} />
      ) : (
        <p className="quiet">{absent ?? invitation}</p>
      )}
    </section>
  );
}

interface BranchesProps {
  path: Uci[];
  moves: readonly MoveStatistics[];
  visits: number;
  search: number;
}

function Branches({ path, moves, visits, search }: BranchesProps) {
  const [whole, setWhole] = useState(false);
  const shown = whole ? moves : moves.slice(0, path.length ? 5 : shownAtFirst);
  return (
    <>
      <ul className="branches">
        {path.length === 0 && (
          <li className="branch-head" aria-hidden="true">
            <span>Move</span>
            <span>Prior</span>
            <span>Visits</span>
            <span>Value</span>
            <span>Chances</span>
          </li>
        )}
        {shown.map((move) => (
          <BranchRow
            key={move.uci}
            path={path}
            move={move}
            siblings={moves}
            visits={visits}
            search={search}
          />
        ))}
      </ul>
      {moves.length > shown.length && (
        <button type="button" className="plain more" onClick={() => setWhole(true)}>
          {moves.length - shown.length} more
        </button>
      )}
    </>
  );
}

interface RowProps {
  path: Uci[];
  move: MoveStatistics;
  siblings: readonly MoveStatistics[];
  visits: number;
  search: number;
}

function BranchRow({ path, move, siblings, visits, search }: RowProps) {
  const [open, setOpen] = useState(false);
  const here = [...path, move.uci];
  const key = here.join(',');
  const below = useStore((state) => (open ? state.branches[key] : undefined));
  const running = useStore((state) => state.thinking?.running ?? false);

  // An open branch is asked about once a second while the tree grows.
  useEffect(() => {
    if (!open) return;
    const ask = () => void client.say({ type: 'branch', search, path: here });
    ask();
    if (!running) return;
    const timer = setInterval(ask, 1000);
    return () => clearInterval(timer);
  }, [open, running, search, key]);

  const share = visits ? move.visits / visits : 0;
  // Bars compare siblings: the longest is full.
  const most = Math.max(1, ...siblings.map((each) => each.visits));
  const likeliest = Math.max(1e-9, ...siblings.map((each) => each.prior));
  const worse = shortfall(siblings, move);
  const show = () => store.dispatch({ type: 'preview', preview: { board: move.board, move: move.uci } });
  const hide = () => store.dispatch({ type: 'preview', preview: null });
  const { win, draw, loss } = move.chances;
  return (
    <li>
      <div className="branch" onMouseEnter={show} onMouseLeave={hide}>
        <button
          type="button"
          className="branch-move"
          aria-expanded={open}
          disabled={move.children === 0 && !open}
          onClick={() => setOpen(!open)}
        >
          <span className="twist" aria-hidden="true">
            {move.children ? (open ? '▾' : '▸') : ''}
          </span>
          {move.san}
          {move.proof && <span className={`proof ${move.proof}`}>{move.proof}</span>}
        </button>
        <span className="meter" title={`Prior ${percentText(move.prior)}`}>
          <span className="fill prior" style={{ transform: `scaleX(${move.prior / likeliest})` }} />
          <span className="value">{percentText(move.prior)}</span>
        </span>
        <span className="meter" title={`${move.visits} visits, ${percentText(share)}`}>
          <span
            className="fill visits"
            style={{ transform: `scaleX(${move.visits / most})`, opacity: 1 - worse * 0.65 }}
          />
          <span className="value">{countText(move.visits)}</span>
        </span>
        <span className="q">
          {move.visits ? (move.value < 0 ? '−' : '+') + Math.abs(move.value).toFixed(2) : '–'}
        </span>
        <span
          className="wdl"
          role="img"
          aria-label={`wins ${win / 10}%, draws ${draw / 10}%, losses ${loss / 10}%`}
        >
          {move.visits > 0 && (
            <>
              <span className="win" style={{ flexGrow: win }} />
              <span className="draw" style={{ flexGrow: draw }} />
              <span className="loss" style={{ flexGrow: loss }} />
            </>
          )}
        </span>
      </div>
      {open && below && (
        <Branches
          path={here}
          moves={below.moves.filter((each) => each.visits > 0)}
          visits={below.visits}
          search={search}
        />
      )}
    </li>
  );
}
