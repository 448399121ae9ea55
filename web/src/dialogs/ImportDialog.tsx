// PGN and FEN in: by paste or from a file. (Files can also be dropped anywhere on the page.)
import { useState } from 'react';
import { client } from '../client';
import { Dialog, closeDialog } from '../parts/Dialog';

export function ImportDialog() {
  const [text, setText] = useState('');
  const [number, setNumber] = useState(1);
  const games = (text.match(/^\[Event /gm) ?? []).length;
  return (
    <Dialog title="Open a game or position">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void client.importText(text, games > 1 ? number : undefined).then((done) => done && closeDialog());
        }}
      >
        <label className="field">
          PGN or FEN
          <textarea
            rows={9}
            value={text}
            spellCheck={false}
            onChange={(event) => setText(event.target.value)}
            placeholder="Paste here, or drop a file anywhere on the page"
          />
        </label>
        <div className="pair">
          <label>
            Or choose a file
            <input
              type="file"
              accept=".pgn,.fen,.epd,.txt,application/x-chess-pgn,text/plain"
              onChange={(event) => {
                const file = event.target.files?.[0];
                if (file) void file.text().then(setText);
              }}
            />
          </label>
          {games > 1 && (
            <label>
              Game (of {games})
              <input
                type="number"
                min={1}
                max={games}
                value={number}
                onChange={(event) => setNumber(Number(event.target.value))}
              />
            </label>
          )}
        </div>
        <footer>
          <button type="button" className="plain" onClick={closeDialog}>
            Cancel
          </button>
          <button type="submit" className="primary" disabled={!text.trim()}>
            Open
          </button>
        </footer>
      </form>
    </Dialog>
  );
}
