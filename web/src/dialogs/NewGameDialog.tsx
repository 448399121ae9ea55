// A new game: against whom, from where, with which clock.
import { useState } from 'react';
import { client } from '../client';
import { Choice } from '../parts/Choice';
import { Dialog, closeDialog } from '../parts/Dialog';
import { settings, useSettings } from '../settings';
import { usableEngine } from '../store/engines';
import { useStore } from '../store/store';
import { newGameFrom } from '../newGame';

const clocks = [
  { label: 'None', minutes: 0, increment: 0 },
  { label: '1+0', minutes: 1, increment: 0 },
  { label: '3+2', minutes: 3, increment: 2 },
  { label: '5+3', minutes: 5, increment: 3 },
  { label: '10+5', minutes: 10, increment: 5 },
  { label: '30+20', minutes: 30, increment: 20 },
];

interface Props {
  fen?: string;
  chess960?: boolean;
}

export const NewChess960Dialog = () => <NewGameDialog chess960 />;

export function NewGameDialog({ fen, chess960 }: Props) {
  const preferred = useSettings();
  const about = useStore((state) => state.about);
  const [startKind, setStartKind] = useState<'standard' | 'chess960' | 'fen'>(
    fen ? 'fen' : chess960 ? 'chess960' : 'standard',
  );
  const [number, setNumber] = useState('');
  const [text, setText] = useState(fen ?? '');
  const { mode, color, level, minutes, increment } = preferred;
  const engine = usableEngine(about, preferred.engine);
  const levels = about?.levels ?? [];
  const chosen = levels.find((each) => each.level === level);
  const chosenEngine = about?.engines.find((each) => each.id === engine);

  const begin = async () => {
    const start =
      startKind === 'fen'
        ? { fen: text.trim() }
        : startKind === 'chess960'
          ? { variant: 'chess960' as const, number: number === '' ? null : Number(number) }
          : {};
    if (await client.newGame(newGameFrom(preferred, about, start))) closeDialog();
  };

  return (
    <Dialog title="New game">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void begin();
        }}
      >
        <Choice
          legend="Play"
          value={mode}
          onChange={(value) => settings.change({ mode: value })}
          options={[
            { value: 'engine', label: 'Engine' },
            { value: 'people', label: 'Two players' },
            { value: 'study', label: 'Study' },
          ]}
        />
        {mode === 'engine' && (
          <>
            <Choice
              legend="Opponent"
              value={engine}
              onChange={(value) => settings.change({ engine: value })}
              options={(about?.engines ?? []).map((each) => ({
                value: each.id,
                label: each.name,
                hint: each.why ?? each.about,
                disabled: !each.available,
              }))}
            />
            <p className="hint">{chosenEngine?.why ?? chosenEngine?.about}</p>
            <label className="slider">
              <span>
                Level {level}: {chosen?.name}
                {chosen && chosen.elo !== null ? ` (about ${chosen.elo} Elo)` : ''}
              </span>
              <input
                type="range"
                min={1}
                max={Math.max(1, levels.length)}
                value={level}
                onChange={(event) => settings.change({ level: Number(event.target.value) })}
              />
            </label>
            <Choice
              legend="You play"
              value={color}
              onChange={(value) => settings.change({ color: value })}
              options={[
                { value: 'white', label: 'White' },
                { value: 'random', label: 'Random' },
                { value: 'black', label: 'Black' },
              ]}
            />
          </>
        )}
        {mode !== 'study' && (
          <>
            <Choice
              legend="Clock (minutes + seconds per move)"
              value={
                clocks.find((each) => each.minutes === minutes && each.increment === increment)?.label ??
                'own'
              }
              onChange={(label) => {
                const found = clocks.find((each) => each.label === label);
                if (found) settings.change({ minutes: found.minutes, increment: found.increment });
              }}
              options={clocks.map(({ label }) => ({ value: label, label }))}
            />
            <div className="pair">
              <label>
                Minutes
                <input
                  type="number"
                  min={0}
                  max={180}
                  value={minutes || ''}
                  placeholder="0"
                  onChange={(event) =>
                    settings.change({ minutes: Math.min(180, Math.max(0, Number(event.target.value) || 0)) })
                  }
                />
              </label>
              <label>
                Seconds per move
                <input
                  type="number"
                  min={0}
                  max={180}
                  value={increment || ''}
                  placeholder="0"
                  disabled={minutes === 0}
                  onChange={(event) =>
                    settings.change({
                      increment: Math.min(180, Math.max(0, Number(event.target.value) || 0)),
                    })
                  }
                />
              </label>
            </div>
          </>
        )}
        <Choice
          legend="Start"
          value={startKind}
          onChange={setStartKind}
          options={[
            { value: 'standard', label: 'Standard' },
            { value: 'chess960', label: 'Chess960' },
            { value: 'fen', label: 'FEN' },
          ]}
        />
        {startKind === 'chess960' && (
          <label className="field">
            Number (empty: random)
            <input
              type="number"
              min={0}
              max={959}
              value={number}
              placeholder="0 to 959"
              onChange={(event) => setNumber(event.target.value)}
            />
          </label>
        )}
        {startKind === 'fen' && (
          <label className="field">
            Position as FEN
            <input
              value={text}
              spellCheck={false}
              onChange={(event) => setText(event.target.value)}
              required
            />
          </label>
        )}
        {mode !== 'study' && (
          <div className="switches">
            <label>
              <input
                type="checkbox"
                role="switch"
                checked={preferred.claims}
                onChange={(event) => settings.change({ claims: event.target.checked })}
              />
              <span>Draws by repetition and fifty moves must be claimed</span>
            </label>
          </div>
        )}
        <footer>
          <button type="button" className="plain" onClick={closeDialog}>
            Cancel
          </button>
          <button type="submit" className="primary">
            Start
          </button>
        </footer>
      </form>
    </Dialog>
  );
}
