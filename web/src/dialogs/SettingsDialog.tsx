// What the user can choose.
import { Choice } from '../parts/Choice';
import { Dialog } from '../parts/Dialog';
import { type Settings, settings, useSettings } from '../settings';
import { play } from '../sound';

const switches: [keyof Settings, string][] = [
  ['sounds', 'Sounds'],
  ['animation', 'Animate moves'],
  ['coordinates', 'Board coordinates'],
  ['targets', 'Show legal moves'],
  ['premoves', 'Premoves: make your next move while the engine thinks'],
  ['evaluationBar', 'Evaluation bar'],
  ['arrows', 'Arrows for the engine’s best moves'],
  ['watchEngine', 'Watch the engine think while it plays'],
];

export function SettingsDialog() {
  const now = useSettings();
  return (
    <Dialog title="Settings">
      <Choice
        legend="Theme"
        value={now.theme}
        onChange={(theme) => settings.change({ theme })}
        options={[
          { value: 'system', label: 'System' },
          { value: 'light', label: 'Light' },
          { value: 'dark', label: 'Dark' },
        ]}
      />
      <Choice
        legend="Board"
        value={now.boardColors}
        onChange={(boardColors) => settings.change({ boardColors })}
        options={[
          { value: 'sand', label: 'Sand' },
          { value: 'sea', label: 'Sea' },
          { value: 'moss', label: 'Moss' },
          { value: 'contrast', label: 'Contrast' },
        ]}
      />
      <Choice
        legend="Pieces"
        value={now.pieces}
        onChange={(pieces) => settings.change({ pieces })}
        options={[
          { value: 'drawn', label: 'Classic' },
          { value: 'symbols', label: 'Symbols ♞' },
        ]}
      />
      <div className="switches">
        {switches.map(([key, label]) => (
          <label key={key}>
            <input
              type="checkbox"
              role="switch"
              checked={now[key] as boolean}
              onChange={(event) => {
                settings.change({ [key]: event.target.checked });
                if (key === 'sounds' && event.target.checked) play('move');
              }}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </Dialog>
  );
}
