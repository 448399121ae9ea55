// All games of the mock, who looks at which, and which searches run.
import type { WebSocket } from 'ws';
import type { EngineId, FromServer, NewGame, NodeId, Update } from '../src/protocol';
import { MockGame, Refusal } from './game';
import { MockSearch } from './searches';

export class Hall {
  readonly games = new Map<string, MockGame>();
  readonly pages = new Map<WebSocket, string | null>();
  readonly searches = new Map<MockGame, MockSearch>();

  create(wish: NewGame): MockGame {
    const game = new MockGame(wish, (of, update) => this.announce(of, update));
    this.games.set(game.state.id, game);
    this.letEngineMove(game);
    return game;
  }

  game(id: string): MockGame {
    const game = this.games.get(id);
    if (!game) throw new Refusal('unknown_game', 'there is no such game here (any more)');
    return game;
  }

  tell(game: MockGame, message: FromServer): void {
    for (const [page, id] of this.pages) if (id === game.state.id) page.send(JSON.stringify(message));
  }

  private announce(game: MockGame, update: Update): void {
    this.tell(game, { type: 'update', ...update });
    if ((update.tip !== undefined || update.players) && this.games.has(game.state.id))
      this.letEngineMove(game);
  }

  private letEngineMove(game: MockGame): void {
    const { position, players, result, tip, mode } = game.state;
    const player = players[position.turn];
    if (mode !== 'engine' || result || player.kind !== 'engine' || position.legal.length === 0) return;
    const level = player.level ?? 10;
    this.searches.get(game)?.stop();
    const search = new MockSearch(
      game,
      tip,
      player.engine ?? 'alphabeta',
      1,
      'play',
      (of, message) => this.tell(of, message),
      level > 5 ? 3 : 2,
      (best) => {
        if (game.state.tip === tip && !game.state.result && best) game.move(tip, best);
      },
    );
    this.searches.set(game, search);
  }

  analyse(game: MockGame, node: NodeId, engine: EngineId, lines: number): void {
    this.searches.get(game)?.stop();
    const search = new MockSearch(
      game,
      node,
      engine,
      Math.min(5, Math.max(1, lines)),
      'analysis',
      (of, message) => this.tell(of, message),
      4,
      () => {
        if (game.state.analysis?.search === search.id)
          game.change({ analysis: { ...game.state.analysis, running: false } });
      },
    );
    this.searches.set(game, search);
    game.change({ analysis: { search: search.id, node, engine, lines, running: true } });
  }

  stopSearch(game: MockGame): void {
    this.searches.get(game)?.stop();
    if (game.state.analysis?.running) game.change({ analysis: { ...game.state.analysis, running: false } });
  }

  stopReport(game: MockGame): void {
    const { report } = game.state;
    if (report?.running) game.change({ report: { ...report, running: false } });
  }

  // A stopped engine plays what it has found so far.
  moveNow(game: MockGame): void {
    const best = this.searches.get(game)?.latest;
    const { position, players, result, tip } = game.state;
    if (best?.purpose !== 'play' || best.node !== tip || result || players[position.turn].kind !== 'engine')
      return;
    game.move(tip, best.best ?? position.legal[0]!.uci);
  }

  leave(page: WebSocket): void {
    const id = this.pages.get(page);
    this.pages.delete(page);
    if (id && ![...this.pages.values()].includes(id)) {
      const game = this.games.get(id);
      if (game?.state.analysis?.running) this.stopSearch(game);
    }
  }
}
