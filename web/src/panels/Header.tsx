// The top of the page: the name, Reset, and everything that opens a dialog.
import { client } from '../client';
import { Icon } from '../parts/Icon';
import { Menu } from '../parts/Menu';
import { useLongPress } from '../parts/useLongPress';
import { settings, useSettings } from '../settings';
import type { DialogName } from '../store/state';
import { store, useStore } from '../store/store';

const show = (dialog: DialogName) => () => store.dispatch({ type: 'dialog', dialog });

function usesDark(theme: string): boolean {
  return theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
}

export function Header() {
  const { theme, sounds } = useSettings();
  const dark = usesDark(theme);
  const link = useStore((state) => state.link);
  const press = useLongPress(
    () => void client.reset(false),
    () => void client.reset(true),
  );
  return (
    <header className="top">
      <h1>
        <svg viewBox="0 0 32 32" aria-hidden="true" className="logo">
          <path className="a" d="M4 4h12v12H4zM16 16h12v12H16z" />
          <path className="b" d="M16 4h12v12H16zM4 16h12v12H4z" />
        </svg>
        <span className="title">Tabiya</span>
      </h1>
      <span className={`link ${link}`} role="status">
        {link === 'lost' ? 'Reconnecting…' : ''}
      </span>
      <nav aria-label="Games">
        <span className="split">
          <button
            type="button"
            title="New game with the same settings. Hold for Chess960."
            aria-describedby="reset-hint"
            {...press}
          >
            <Icon name="reset" />
            <span className="word">Reset</span>
          </button>
          <span id="reset-hint" hidden>
            Starts a new game with the same settings. The menu beside it has Chess960.
          </span>
          <Menu
            label="Reset to…"
            button={<Icon name="more" />}
            items={[
              { label: 'Standard chess', hint: 'Same settings', action: () => void client.reset(false) },
              {
                label: 'Chess960',
                hint: 'Random start; also by holding Reset',
                action: () => void client.reset(true),
              },
              { label: 'Chess960 number…', hint: '0 to 959', action: show('new960') },
            ]}
          />
        </span>
        <button type="button" className="primary" onClick={show('new')}>
          <Icon name="new" />
          <span className="word">New game</span>
        </button>
        <HeaderButton name="Open" icon="open" dialog="import" />
        <HeaderButton name="Share" icon="share" dialog="share" />
        <HeaderButton name="Set up" icon="edit" dialog="editor" optional />
        <HeaderButton name="Games" icon="list" dialog="games" optional />
      </nav>
      <nav aria-label="Page" className="page-tools">
        <button
          type="button"
          className="plain square-button optional"
          aria-pressed={sounds}
          aria-label="Sounds"
          title="Sounds"
          onClick={() => settings.change({ sounds: !sounds })}
        >
          <Icon name={sounds ? 'sound' : 'mute'} />
        </button>
        <button
          type="button"
          className="plain square-button optional"
          aria-label={dark ? 'Light theme' : 'Dark theme'}
          title={dark ? 'Light theme' : 'Dark theme'}
          onClick={() => settings.change({ theme: dark ? 'light' : 'dark' })}
        >
          <Icon name={dark ? 'sun' : 'moon'} />
        </button>
        <button
          type="button"
          className="plain square-button optional"
          aria-label="Help"
          title="Help"
          onClick={show('help')}
        >
          <Icon name="help" />
        </button>
        <button
          type="button"
          className="plain square-button optional"
          aria-label="Settings"
          title="Settings"
          onClick={show('settings')}
        >
          <Icon name="settings" />
        </button>
        <Menu
          className="phone-menu"
          label="More"
          button={<Icon name="menu" />}
          items={[
            { label: 'Set up a position', action: show('editor') },
            { label: 'Games', action: show('games') },
            { label: 'Settings', action: show('settings') },
            {
              label: dark ? 'Light theme' : 'Dark theme',
              action: () => settings.change({ theme: dark ? 'light' : 'dark' }),
            },
            {
              label: sounds ? 'Sounds off' : 'Sounds on',
              action: () => settings.change({ sounds: !sounds }),
            },
            { label: 'Help', action: show('help') },
          ]}
        />
      </nav>
    </header>
  );
}

function HeaderButton({
  name,
  icon,
  dialog,
  optional,
}: {
  name: string;
  icon: 'open' | 'share' | 'edit' | 'list';
  dialog: DialogName;
  optional?: boolean;
}) {
  return (
    <button
      type="button"
      className={optional ? 'plain optional' : 'plain'}
      title={name}
      onClick={show(dialog)}
    >
      <Icon name={icon} />
      <span className="word">{name}</span>
    </button>
  );
}
