// How to use the page.
import { Dialog } from '../parts/Dialog';
import { commandsOf } from '../store/commands';
import { useStore } from '../store/store';

const keys: [string, string][] = [
  ['← →', 'previous, next move'],
  ['↑ ↓', 'first, last position'],
  ['f', 'flip board'],
  ['n', 'new game'],
  ['a', 'to the board'],
  ['/', 'to the chat'],
  ['m', 'type a move'],
  ['?', 'this help'],
];
const boardKeys: [string, string][] = [
  ['← → ↑ ↓', 'to the next square'],
  ['e, 4', 'to a file, to a rank'],
  ['Enter', 'select a piece, move it'],
  ['Esc', 'cancel'],
  ['PgUp, PgDn', 'previous, next move'],
  ['q r b n', 'promotion piece'],
];

export function HelpDialog() {
  const about = useStore((state) => state.about);
  return (
    <Dialog title="Help" wide>
      <div className="columns">
        <section>
          <h3>On the board</h3>
          <p>
            Drag a piece, or click it and then its target. Castle by moving the king two squares, in Chess960
            by dropping it on the rook.
          </p>
          <p>
            Drag with the right button to draw an arrow, right-click to mark a square: green, with Shift red,
            with Alt blue, with both yellow.
          </p>
          <p>
            While the engine thinks, you can already make your next move: it is played if it is legal by then.
          </p>
        </section>
        <section>
          <h3>Keys</h3>
          <Keys keys={keys} />
          <h3>Keys on the board</h3>
          <Keys keys={boardKeys} />
        </section>
        <section>
          <h3>In the chat</h3>
          <Keys keys={commandsOf(about).map(({ usage, about: words }) => [usage, words])} />
        </section>
      </div>
      <p className="quiet">{about?.program}</p>
    </Dialog>
  );
}

function Keys({ keys: all }: { keys: readonly [string, string][] }) {
  return (
    <dl className="keys">
      {all.map(([key, meaning]) => (
        <div key={key}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}
