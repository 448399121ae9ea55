// What the page can do: the one place where buttons, keys and the board meet the server.
import { gameFragment, placeOfFragment } from './link';
import { Connection, type Request, RequestError } from './net/connection';
import { createGame, importGame } from './net/http';
import {
  type FromServer,
  type GameId,
  type NewGame,
  type NodeId,
  type Uci,
  protocolVersion,
} from './protocol';
import { remember, remembered, settings } from './settings';
import { store } from './store/store';
import { childrenOf } from './store/tree';
import { newGameFrom } from './newGame';

const lastGame = 'tabiya.game';

type GameRequest = Request extends infer R ? (R extends { game: string } ? Omit<R, 'game'> : never) : never;

class Client {
  private connection: Connection | null = null;
  private wanted: GameId | null = null;

  start(): void {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    this.connection = new Connection(`${scheme}://${location.host}/api/v1/socket`, {
      received: (message) => this.received(message),
      opened: () => void this.opened(),
      lost: () => store.dispatch({ type: 'link', link: 'lost' }),
    });
    this.connection.open();
    addEventListener('hashchange', () => void this.go(location.hash));
    addEventListener('online', () => this.connection?.hurry());
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden) this.connection?.hurry();
    });
  }

  private received(message: FromServer): void {
    if (message.type === 'hello' && message.about.protocol !== protocolVersion) {
      this.showError('Tabiya has been updated. Please reload this page.');
    }
    const before = store.current().game;
    store.dispatch({ type: 'received', message, at: performance.now() });
    // No request caused this one: the game was deleted by another page, or the server has a complaint.
    if (message.type === 'error' && message.for === null) this.showError(new RequestError(message.error));
    if (message.type !== 'update' || !before || message.game !== before.id) return;
    if (message.seq > before.seq + 1) void this.join(before.id); // a gap
    if (message.next) void this.join(message.next);
  }

  private async opened(): Promise<void> {
    store.dispatch({ type: 'link', link: 'open' });
    if (this.wanted) await this.join(this.wanted);
    else await this.go(location.hash);
  }

  // Shows what the address says; without one, or if it leads nowhere, the last game or a new one.
  private async go(fragment: string): Promise<void> {
    const place = placeOfFragment(fragment);
    if (place?.kind === 'study' && (await this.newGame(place.newGame))) return;
    const linked = place?.kind === 'game' ? place.id : null;
    const id = linked ?? remembered(lastGame);
    if (id && id === store.current().game?.id) return;
    if (id && (await this.join(id, linked !== null))) return;
    if (!store.current().game) await this.reset(false);
  }

  async join(game: GameId, complain = true): Promise<boolean> {
    const known = store.current().game;
    try {
      await this.connection?.request({ type: 'join', game, since: known?.id === game ? known.seq : null });
    } catch (error) {
      if (complain) this.showError(error);
      if (error instanceof RequestError && error.problem.code === 'unknown_game') {
        this.wanted = null;
        if (known?.id === game) await this.reset(false);
      }
      return false;
    }
    this.wanted = game;
    remember(lastGame, game);
    this.showAddress(gameFragment(game));
    return true;
  }

  // The browser's Back leads to the game before; a link that became a game is not worth going back to.
  private showAddress(fragment: string): void {
    if (location.hash === fragment) return;
    if (placeOfFragment(location.hash)?.kind === 'game') history.pushState(null, '', fragment);
    else history.replaceState(null, '', fragment);
  }

  async newGame(game: NewGame): Promise<boolean> {
    return this.enter(() => createGame(game));
  }

  // The same as before, from the start: what the Reset button does.
  async reset(chess960: boolean): Promise<boolean> {
    const start = chess960 ? { variant: 'chess960' as const, number: null } : {};
    return this.newGame(newGameFrom(settings.current(), store.current().about, start));
  }

  async importText(text: string, game?: number): Promise<boolean> {
    return this.enter(async () => {
      const { games, ...made } = await importGame(text, game);
      if (game !== undefined || games < 2) return made;
      const first = `This is the first of ${games} games. “Open” lets you choose another.`;
      return { ...made, notes: [first, ...made.notes] };
    });
  }

  private async enter(make: () => Promise<{ game: GameId; notes: string[] }>): Promise<boolean> {
    try {
      const { game, notes } = await make();
      for (const text of notes) store.dispatch({ type: 'notice', kind: 'news', text });
      return await this.join(game);
    } catch (error) {
      this.showError(error);
      return false;
    }
  }

  // Says something about the game on the screen. Answers are null after a complaint.
  async say(request: GameRequest): Promise<FromServer | null> {
    const game = store.current().game?.id;
    if (!game) return null;
    try {
      return (await this.connection?.request({ ...request, game })) ?? null;
    } catch (error) {
      this.showError(error);
      return null;
    }
  }

  // A move on the position in view. One that the tree has already is only followed.
  async move(node: NodeId, uci: Uci): Promise<boolean> {
    const game = store.current().game;
    const known = game && childrenOf(game, node).find((child) => child.uci === uci);
    if (known) {
      this.show(known.id);
      return true;
    }
    return (await this.say({ type: 'move', node, uci })) !== null;
  }

  // Shows the end of a line that the tree has.
  follow(node: NodeId, moves: readonly Uci[]): void {
    const game = store.current().game;
    let at = node;
    for (const uci of moves) at = (game && childrenOf(game, at).find((child) => child.uci === uci)?.id) ?? at;
    this.show(at);
  }

  show(node: NodeId): void {
    store.dispatch({ type: 'show', node });
  }

  showError(error: unknown): void {
    const text = error instanceof Error ? error.message : String(error);
    store.dispatch({ type: 'notice', kind: 'problem', text: text.charAt(0).toUpperCase() + text.slice(1) });
  }
}

export const client = new Client();
