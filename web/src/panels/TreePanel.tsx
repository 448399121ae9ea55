// Watching a tree search think: for each move its prior, visits, value and chances; and the tree below it.
import { useEffect, useState } from 'react';
import { client } from '../client';
import { countText, percentText, valueText } from '../format';
import { usePreview } from '../parts/usePreview';
import type { MoveStatistics, Uci } from '../protocol';
import { settings, useSettings } from '../settings';
import { shortfall } from '../store/heat';
import type { HeatKind } from '../store/state';
import { store, useStore } from '../store/store';
import { treeInView } from '../store/view';

const shownAtFirst = 8;

export function TreePanel({ begin }: { begin: () => void }) {
  const { watchEngine } = useSettings();
  const tree = useStore((state) => treeInView(state, watchEngine));
  const heat = useStore((state) => state.heat);
  return (
    <section className="tree" aria-label="Tree">
      <div className="tools">
        <label>
          Heat map{' '}
          <select
            value={heat}
            onChange={(event) => store.dispatch({ type: 'heat', heat: event.target.value as HeatKind })}
          >
            <option value="off">off</option>
            <option value="prior">policy</option>
            <option value="visits">visits</option>
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
        <NoTree watches={watchEngine} begin={begin} />
      )}
    </section>
  );
}

// How to get a tree to see.
function NoTree({ watches, begin }: { watches: boolean; begin: () => void }) {
  const engine = useStore((state) => state.about?.engines.find((each) => each.tree));
  const mayAnalyse = useStore((state) => state.game?.may.analyse ?? false);
  const plays = useStore((state) =>
    Object.values(state.game?.players ?? {}).some((player) => player.engine === engine?.id),
  );
  if (!engine?.available) return <p className="quiet">{engine?.why}</p>;
  if (mayAnalyse)
    return (
      <div className="invitation">
        <p>See which moves the tree search explores, and how it rates each of them.</p>
        <button
          type="button"
          className="primary"
          onClick={() => {
            settings.change({ analysisEngine: engine.id });
            begin();
          }}
        >
          Start the tree search
        </button>
      </div>
    );
  if (!plays) return <p className="quiet">Only {engine.name} has a tree, and it is not your opponent.</p>;
  return (
    <p className="quiet">
      {watches
        ? 'The tree appears here while the engine thinks. Go to the previous move to see its last tree.'
        : 'The engine’s thinking is hidden. Turn on “Watch the engine think” in the settings to see its tree.'}
    </p>
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

// A drawing in words, for screen readers and as a tooltip.
const described = (words: string) => ({ role: 'img', 'aria-label': words, title: words });

interface RowProps {
  path: Uci[];
  move: MoveStatistics;
  siblings: readonly MoveStatistics[];
  visits: number;
  search: number;
}

function BranchRow({ path, move, siblings, visits, search }: RowProps) {
  const [open, setOpen] = useState(false);
  const [pointed, setPointed] = useState(false);
  usePreview(pointed ? move : null);
  const here = [...path, move.uci];
  const key = here.join(',');
  const below = useStore((state) => (open ? state.branches[key] : undefined));
  const running = useStore((state) => state.thinking?.running ?? false);

  // An open branch is asked about once a second while the tree grows.
  useEffect(() => {
    if (!open) return;
    const ask = () => void client.say({ type: 'branch', search, path: key.split(',') });
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
  const { win, draw, loss } = move.chances;
  return (
    <li>
      <div className="branch" onMouseEnter={() => setPointed(true)} onMouseLeave={() => setPointed(false)}>
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
        <span className="meter" {...described(`Prior ${percentText(move.prior)}`)}>
          <span className="fill prior" style={{ transform: `scaleX(${move.prior / likeliest})` }} />
          <span className="value">{percentText(move.prior)}</span>
        </span>
        <span className="meter" {...described(`${move.visits} visits, ${percentText(share)}`)}>
          <span
            className="fill visits"
            style={{ transform: `scaleX(${move.visits / most})`, opacity: 1 - worse * 0.65 }}
          />
          <span className="value">{countText(move.visits)}</span>
        </span>
        <span className="q">
          <span className="visually-hidden">Value </span>
          {move.visits ? valueText(move.value) : '–'}
        </span>
        <span className="wdl" {...described(`wins ${win / 10}%, draws ${draw / 10}%, losses ${loss / 10}%`)}>
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
