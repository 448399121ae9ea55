// The panels beside the board, as tabs.
import { type ReactNode, useState } from 'react';
import { useSettings } from '../settings';
import { AnalysisPanel } from './AnalysisPanel';
import { Chat } from './Chat';
import { MoveList } from './MoveList';
import { ReportPanel } from './ReportPanel';
import { TreePanel } from './TreePanel';
import { useAnalysis } from './useAnalysis';

type Name = 'Moves' | 'Tree' | 'Report' | 'Chat';

export function Side({ withChat }: { withChat: boolean }) {
  const [chosen, setCurrent] = useState<Name>('Moves');
  const names: Name[] = withChat ? ['Moves', 'Tree', 'Report', 'Chat'] : ['Moves', 'Tree', 'Report'];
  const current = names.includes(chosen) ? chosen : 'Moves';
  const analysis = useAnalysis();
  const { watchEngine } = useSettings();
  const content: Record<Name, ReactNode> = {
    Moves: (
      <>
        {/* While someone plays against it, the engine says nothing, unless asked to. */}
        {(analysis.allowed || watchEngine) && <AnalysisPanel {...analysis} />}
        <MoveList />
      </>
    ),
    Tree: (
      <>
        <AnalysisPanel {...analysis} />
        <TreePanel begin={() => analysis.turn(true)} />
      </>
    ),
    Report: <ReportPanel />,
    Chat: <Chat />,
  };
  const onKeyDown = (event: React.KeyboardEvent<HTMLDivElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const next = names[(names.indexOf(current) + step + names.length) % names.length]!;
    setCurrent(next);
    document.getElementById(`tab-${next}`)?.focus();
  };
  return (
    <aside className="side" aria-label="Game details">
      <div role="tablist" aria-label="Panels" className="tabs" onKeyDown={onKeyDown}>
        {names.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`tab-${name}`}
            aria-selected={name === current}
            aria-controls="tab-panel"
            tabIndex={name === current ? 0 : -1}
            onClick={() => setCurrent(name)}
          >
            {name}
          </button>
        ))}
      </div>
      <div role="tabpanel" id="tab-panel" aria-labelledby={`tab-${current}`} className="tab-panel">
        {content[current]}
      </div>
    </aside>
  );
}
