// One game of the mock server: its state, and everything that changes it, as updates.
import { randomInt } from 'node:crypto';
import type {
  ChatPart,
  Color,
  GameNode,
  GameState,
  NewGame,
  NodeId,
  Player,
  Problem,
  Result,
  Rights,
  Uci,
  Update,
} from '../src/protocol';
import { chess960Fen, chessOf, playedNode, positionOf, usualStart } from './rules';

export class Refusal extends Error {
  constructor(
    readonly code: Problem['code'],
    message: string,
  ) {
    super(message);
  }
}

export type Change = Partial<Omit<Update, 'game' | 'seq'>>;

const other = (color: Color): Color => (color === 'white' ? 'black' : 'white');
export const newId = (): string => Array.from({ length: 10 }, () => randomInt(36).toString(36)).join('');

export const levelNames = [
  'Beginner',
  'Novice',
  'Casual',
  'Improving',
  'Club',
  'Strong club',
  'Expert',
  'Master',
  'Grandmaster',
  'Full strength',
];

export function enginePlayer(engine: 'alphabeta' | 'mcts', level: number): Player {
  const strength = level === 10 ? 'full strength' : `level ${level}`;
  const name = `${engine === 'mcts' ? 'Tree search' : 'Alpha-beta'}, ${strength}`;
  return { kind: 'engine', name, engine, level, elo: level === 10 ? null : 600 + (level - 1) * 250 };
}

export class MockGame {
  readonly state: GameState;
  readonly updates: Update[] = [];
  private clockSince = Date.now();
  arriving = false; // moves come from elsewhere, and have no time here

  constructor(
    readonly wish: NewGame,
    private readonly announce: (game: MockGame, update: Update) => void,
  ) {
    const chess960 = wish.start.variant === 'chess960';
    const number = chess960 && !wish.start.fen ? (wish.start.number ?? randomInt(960)) : null;
    const start = wish.start.fen ?? (number === null ? usualStart : chess960Fen(number));
    const color =
      wish.color === 'random' || !wish.color ? (wish.color && randomInt(2) ? 'black' : 'white') : wish.color;
    const engine = enginePlayer(wish.engine ?? 'alphabeta', wish.level ?? 10);
    const seat = (side: Color): Player =>
      wish.mode === 'engine'
        ? side === color
          ? { kind: 'person', name: 'You' }
          : engine
        : { kind: 'person', name: side === 'white' ? 'White' : 'Black' };
    const control = wish.mode === 'study' ? null : (wish.control ?? null);
    chessOf(start);
    this.state = {
      id: newId(),
      seq: 0,
      created: Date.now(),
      mode: wish.mode,
      variant: chess960 ? 'chess960' : 'standard',
      number,
      start,
      players: { white: seat('white'), black: seat('black') },
      control,
      clocks: control && { white: control.initial, black: control.initial, running: null },
      nodes: [
        {
          id: 0,
          parent: null,
          order: 0,
          ply: 0,
          uci: null,
          san: null,
          from: null,
          to: null,
          fen: start,
          check: positionOf(start, 'standard').check,
        },
      ],
      tip: 0,
      position: positionOf(start, chess960 ? 'chess960' : 'standard'),
      result: null,
      drawOffer: null,
      may: {} as Rights,
      analysis: null,
      report: null,
      chat: [],
      next: null,
    };
    this.state.may = this.rights();
    const kind = chess960 ? (number === null ? 'Chess960' : `Chess960 number ${number}`) : 'Chess';
    const mode = {
      engine: `you have ${color} against ${engine.name}`,
      people: 'two people at one board',
      study: 'a study',
    }[wish.mode];
    this.say([
      { type: 'text', text: `${kind}: ${mode}.` },
      { type: 'fen', fen: start },
    ]);
    this.arriving = true;
    for (const uci of wish.moves ?? []) this.move(this.state.tip, uci);
    this.arriving = false;
  }

  node(id: NodeId): GameNode {
    const found = this.state.nodes.find((node) => node.id === id);
    if (!found) throw new Refusal('unknown_node', 'that position is no longer part of the game');
    return found;
  }

  change(change: Change): void {
    const { nodes, removed, chat, ...parts } = change;
    if (removed) this.state.nodes = this.state.nodes.filter((node) => !removed.includes(node.id));
    for (const node of nodes ?? []) {
      const place = this.state.nodes.findIndex((each) => each.id === node.id);
      if (place < 0) this.state.nodes.push(node);
      else this.state.nodes[place] = node;
    }
    if (chat) this.state.chat.push(...chat);
    Object.assign(this.state, parts);
    const may = this.rights();
    const update: Update = { game: this.state.id, seq: ++this.state.seq, ...change };
    if (JSON.stringify(may) !== JSON.stringify(this.state.may)) update.may = this.state.may = may;
    this.updates.push(update);
    this.announce(this, update);
  }

  say(parts: ChatPart[], from: 'system' | 'person' | 'engine' = 'system'): void {
    this.change({ chat: [{ id: this.state.chat.length + 1, at: Date.now(), from, parts }] });
  }

  private rights(): Rights {
    const { mode, result, position, players, nodes, tip } = this.state;
    const turn = position.turn;
    const open = result === null;
    const personToMove = players[turn].kind === 'person';
    const people = (['white', 'black'] as const).filter((color) => players[color].kind === 'person');
    const own = mode === 'engine' ? people[0]! : turn;
    const moved = nodes.length > 1 && tip !== 0;
    return {
      move: (open || mode === 'study') && personToMove && position.legal.length ? [turn] : [],
      takeBack: mode !== 'study' && open && moved && !(mode === 'engine' && this.movesBy(own) === 0),
      resign: open && mode !== 'study' ? (mode === 'engine' ? people : [turn]) : [],
      offerDraw: open && mode !== 'study' && moved && this.state.drawOffer === null,
      answerDraw: open && mode === 'people' && this.state.drawOffer === other(turn),
      claimDraw: open && mode !== 'study' && Number(position.fen.split(' ')[4]) >= 100 ? 'fifty_moves' : null,
      rematch: !open && mode !== 'study',
      analyse: !open || mode === 'study',
      vary: !open || mode === 'study',
      hint: open && personToMove,
    };
  }

  private movesBy(color: Color): number {
    const plies = this.node(this.state.tip).ply;
    const first = this.state.start.split(' ')[1] === 'w' ? 'white' : 'black';
    return color === first ? Math.ceil(plies / 2) : Math.floor(plies / 2);
  }

  // The time that passed is taken from the running clock.
  clocksNow(): GameState['clocks'] {
    const clocks = this.state.clocks;
    if (!clocks?.running) return clocks;
    const left = Math.max(0, clocks[clocks.running] - (Date.now() - this.clockSince));
    return { ...clocks, [clocks.running]: left };
  }

  move(from: NodeId, uci: Uci): void {
    const parent = this.node(from);
    if (from !== this.state.tip && !this.state.may.vary)
      throw new Refusal('stale', 'the game has gone on; that move came too late');
    if (this.state.result && !this.state.may.vary) throw new Refusal('not_now', 'the game is over');
    let played: Omit<GameNode, 'id' | 'order'>;
    try {
      played = playedNode(parent, uci, this.state.variant);
    } catch (error) {
      throw new Refusal('illegal_move', (error as Error).message);
    }
    const siblings = this.state.nodes.filter((node) => node.parent === from);
    if (siblings.some((node) => node.uci === played.uci)) return;
    const id = Math.max(...this.state.nodes.map((node) => node.id)) + 1;
    const node: GameNode = {
      ...played,
      ...(this.arriving ? {} : { at: Date.now() }),
      id,
      order: siblings.length ? Math.max(...siblings.map((each) => each.order)) + 1 : 0,
    };
    if (from !== this.state.tip || (this.state.result && this.state.mode !== 'study'))
      return this.change({ nodes: [node] });

    const mover = this.state.position.turn;
    const change: Change = { nodes: [node], tip: id, position: positionOf(node.fen, this.state.variant) };
    if (this.state.drawOffer === other(mover)) change.drawOffer = null;
    const clocks = this.clocksNow();
    if (clocks && this.state.control) {
      node.spent = Math.max(0, (this.state.clocks?.[mover] ?? 0) - clocks[mover]);
      node.left = clocks[mover] + (clocks.running ? this.state.control.increment : 0);
      change.clocks = { ...clocks, [mover]: node.left, running: other(mover) };
      this.clockSince = Date.now();
    }
    const result = this.resultOf(node);
    if (result) this.finishWith(change, result);
    this.change(change);
  }

  private resultOf(node: GameNode): Result | null {
    const chess = chessOf(node.fen);
    const winner = other(chess.turn as Color);
    if (chess.isCheckmate()) return win(winner, 'checkmate', `Checkmate, ${winner} wins`);
    if (chess.isStalemate()) return draw('stalemate', 'Draw by stalemate');
    if (chess.isInsufficientMaterial()) return draw('insufficient_material', 'Draw: nobody can mate');
    return null;
  }

  private finishWith(change: Change, result: Result): void {
    change.result = result;
    const clocks = change.clocks ?? this.clocksNow();
    if (clocks) change.clocks = { ...clocks, running: null };
    change.drawOffer = null;
    change.chat = [
      {
        id: this.state.chat.length + 1,
        at: Date.now(),
        from: 'system',
        parts: [{ type: 'text', text: result.text }],
      },
    ];
  }

  finish(result: Result): void {
    const change: Change = {};
    this.finishWith(change, result);
    this.change(change);
  }

  flagFell(): boolean {
    const clocks = this.clocksNow();
    if (!clocks?.running || clocks[clocks.running] > 0 || this.state.result) return false;
    const winner = other(clocks.running);
    this.finish(win(winner, 'time', `Time is over, ${winner} wins`));
    return true;
  }

  takeBack(): void {
    if (!this.state.may.takeBack) throw new Refusal('not_now', 'there is nothing to take back');
    const removed: NodeId[] = [];
    let node = this.node(this.state.tip);
    const step = () => {
      removed.push(node.id);
      node = this.node(node.parent!);
    };
    step();
    const turn = (id: GameNode) => (id.fen.split(' ')[1] === 'w' ? 'white' : 'black');
    while (
      this.state.mode === 'engine' &&
      node.parent !== null &&
      this.state.players[turn(node)].kind === 'engine'
    )
      step();
    const clocks = this.clocksNow();
    if (clocks) clocks.running = node.id === 0 ? null : turn(node);
    this.clockSince = Date.now();
    this.change({
      removed,
      tip: node.id,
      position: positionOf(node.fen, this.state.variant),
      ...(clocks ? { clocks } : {}),
    });
  }
}

export const win = (winner: Color, ending: Result['ending'], text: string): Result => ({
  winner,
  ending,
  score: winner === 'white' ? '1-0' : '0-1',
  text,
});
export const draw = (ending: Result['ending'], text: string): Result => ({
  winner: null,
  ending,
  score: '1/2-1/2',
  text,
});
