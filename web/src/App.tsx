// The whole page.
import { useEffect } from 'react';
import { EditorDialog } from './dialogs/EditorDialog';
import { GamesDialog } from './dialogs/GamesDialog';
import { HelpDialog } from './dialogs/HelpDialog';
import { ImportDialog } from './dialogs/ImportDialog';
import { NewChess960Dialog, NewGameDialog } from './dialogs/NewGameDialog';
import { SettingsDialog } from './dialogs/SettingsDialog';
import { ShareDialog } from './dialogs/ShareDialog';
import { BoardArea } from './panels/BoardArea';
import { Chat } from './panels/Chat';
import { Header } from './panels/Header';
import { NotationBar } from './panels/NotationBar';
import { Announcer, Notices } from './panels/Notices';
import { Side } from './panels/Side';
import { useDroppedFiles } from './parts/useDroppedFiles';
import { usePageKeys } from './parts/usePageKeys';
import { usePastedText } from './parts/usePastedText';
import { useSounds } from './parts/useSounds';
import { useTitle } from './parts/useTitle';
import { useWide } from './parts/useWide';
import { useSettings } from './settings';
import type { DialogName } from './store/state';
import { useStore } from './store/store';

const dialogs: Record<DialogName, React.ReactNode> = {
  new: <NewGameDialog />,
  new960: <NewChess960Dialog />,
  import: <ImportDialog />,
  share: <ShareDialog />,
  settings: <SettingsDialog />,
  editor: <EditorDialog />,
  games: <GamesDialog />,
  help: <HelpDialog />,
};

export function App() {
  const { theme } = useSettings();
  const dialog = useStore((state) => state.dialog);
  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = theme;
  }, [theme]);
  useSounds();
  usePageKeys();
  usePastedText();
  useTitle();
  const dropping = useDroppedFiles();
  const wide = useWide();
  return (
    <div className={`page ${dropping ? 'dropping' : ''}`}>
      <Header />
      <NotationBar />
      <div className="layout">
        {wide && (
          <div className="chat-column">
            <Chat />
          </div>
        )}
        <BoardArea />
        <Side withChat={!wide} />
      </div>
      {dialog ? dialogs[dialog] : <Notices />}
      <Announcer />
    </div>
  );
}
