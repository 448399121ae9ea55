// Searches of the mock: they think in small steps on a timer and report as the real ones do.
import type { NormalMove } from 'chessops';
import type {
  Chances,
  Color,
  EngineId,
  FromServer,
  MoveStatistics,
  NodeId,
  Report,
  Score,
  Thinking,
  Tree,
  Uci,
} from '../src/protocol';
import type { MockGame } from './game';
import { chessOf, fenOf, lineOf, moveOf, uciOf } from './rules';
import { type Counted, GrowingTree, type Leaf, bestLines, mateScore } from './thinkers';

export type Send = (game: MockGame, message: FromServer) => void;

const turnOf = (fen: string): Color => (fen.split(' ')[1] === 'w' ? 'white' : 'black');

export function whiteScore(value: number, turn: Color): Score {
  const sign = turn === 'white' ? 1 : -1;
  if (Math.abs(value) > mateScore - 1000) {
    const plies = mateScore - Math.abs(value);
    return { mate: sign * Math.sign(value) * Math.ceil(plies / 2) };
  }
  return { cp: sign * value };
}

function chancesOf(value: number): Chances {
  const win = Math.round(1000 / (1 + Math.exp(-(value - 120) / 90)));
  const loss = Math.round(1000 / (1 + Math.exp((value + 120) / 90)));
  return { win, draw: 1000 - win - loss, loss };
}

const mirrored = (chances: Chances, turn: Color): Chances =>
  turn === 'white' ? chances : { win: chances.loss, draw: chances.draw, loss: chances.win };

let lastSearch = 0;

export class MockSearch {
  readonly id = ++lastSearch;
  private readonly begun = Date.now();
  private readonly count: Counted = { nodes: 0 };
  private timer: NodeJS.Timeout;
  private depth = 0;
  readonly tree: GrowingTree | null;
  latest: Thinking;
  latestTree: Tree | null = null;

  constructor(
    readonly game: MockGame,
    readonly node: NodeId,
    readonly engine: EngineId,
    readonly lines: number,
    readonly purpose: 'play' | 'analysis',
    private readonly send: Send,
    private readonly deepest = purpose === 'analysis' ? 4 : 2,
    private readonly finished: (best: Uci | null) => void = () => {},
  ) {
    this.tree = engine === 'mcts' ? new GrowingTree(this.fen) : null;
    this.latest = {
      game: game.state.id,
      search: this.id,
      purpose,
      engine,
      node,
      running: true,
      time: 0,
      nodes: 0,
      speed: 0,
      tablebaseHits: 0,
      best: null,
      lines: [],
    };
    this.timer = setInterval(() => this.step(), engine === 'mcts' ? 160 : 120);
  }

  get fen(): string {
    return this.game.node(this.node).fen;
  }

  stop(): void {
    clearInterval(this.timer);
    if (!this.latest.running) return;
    this.latest = { ...this.latest, running: false };
    this.send(this.game, { type: 'thinking', ...this.latest });
  }

  private step(): void {
    const turn = turnOf(this.fen);
    const time = Date.now() - this.begun;
    let enough: boolean;
    if (this.tree) {
      this.tree.grow(120);
      const top = [...(this.tree.root.children ?? [])]
        .sort((a, b) => b.visits - a.visits)
        .slice(0, this.lines);
      const lines = top
        .filter((leaf) => leaf.visits)
        .map((leaf, i) =>
          this.line(
            Math.round(Math.atanh(clamp(leaf.sum / leaf.visits)) * 450),
            mainLine(leaf),
            i,
            1 + Math.round(Math.log2(leaf.visits)),
          ),
        );
      this.tell(lines, time, this.tree.root.visits);
      this.latestTree = this.rootStatistics(this.tree, turn);
      this.send(this.game, { type: 'tree', ...this.latestTree });
      enough = this.tree.root.visits >= (this.purpose === 'play' ? 1200 : 12000);
    } else {
      this.depth++;
      const found = bestLines(this.fen, this.depth, this.lines, this.count);
      this.tell(
        found.map((each, i) => this.line(each.value, each.line, i, this.depth)),
        time,
        this.count.nodes,
      );
      enough = this.depth >= this.deepest;
    }
    if (!enough) return;
    const best = this.latest.best;
    this.stop();
    this.finished(best);
  }

  private line(value: number, moves: NormalMove[], rank: number, depth: number): Thinking['lines'][number] {
    const turn = turnOf(this.fen);
    return {
      rank: rank + 1,
      score: whiteScore(value, turn),
      bound: 'exact',
      chances: mirrored(chancesOf(value), turn),
      depth,
      selectiveDepth: depth + 3,
      moves: lineOf(this.fen, moves, this.game.state.variant),
    };
  }

  private tell(lines: Thinking['lines'], time: number, nodes: number): void {
    this.latest = {
      ...this.latest,
      time,
      nodes,
      speed: Math.round((nodes * 1000) / Math.max(1, time)),
      lines,
      best: lines[0]?.moves[0]?.uci ?? null,
    };
    this.send(this.game, { type: 'thinking', ...this.latest });
  }

  private rootStatistics(tree: GrowingTree, turn: Color): Tree {
    return {
      game: this.game.state.id,
      search: this.id,
      node: this.node,
      visits: tree.root.visits,
      size: tree.size,
      turn,
      moves: this.statistics(this.fen, tree.root),
    };
  }

  statistics(fen: string, parent: Leaf): MoveStatistics[] {
    const { variant } = this.game.state;
    return [...(parent.children ?? [])]
      .sort((a, b) => b.visits - a.visits || b.prior - a.prior)
      .map((leaf) => {
        const value = leaf.visits ? leaf.sum / leaf.visits : 0;
        const first = lineOf(fen, [leaf.move!], variant)[0]!;
        return {
          ...first,
          prior: leaf.prior,
          visits: leaf.visits,
          value,
          chances: chancesOf(Math.round(Math.atanh(clamp(value)) * 450)),
          children: leaf.children?.filter((each) => each.visits).length ?? 0,
          proof: null,
        };
      });
  }

  branch(path: Uci[]): { visits: number; turn: Color; moves: MoveStatistics[] } | null {
    const chess = chessOf(this.fen);
    const moves: NormalMove[] = [];
    for (const uci of path) {
      const move = moveOf(chess, uci);
      if (!move) return null;
      moves.push(move);
      chess.play(move);
    }
    const leaf = this.tree?.follow(moves);
    if (!leaf) return null;
    let fen = this.fen;
    for (const uci of path) {
      const walked = chessOf(fen);
      walked.play(moveOf(walked, uci)!);
      fen = fenOf(walked);
    }
    return { visits: leaf.visits, turn: turnOf(fen), moves: this.statistics(fen, leaf) };
  }
}

const clamp = (value: number) => Math.max(-0.999, Math.min(0.999, value));

function mainLine(leaf: Leaf): NormalMove[] {
  const moves = [leaf.move!];
  for (let at = leaf; at.children?.some((child) => child.visits);) {
    at = at.children.reduce((a, b) => (b.visits > a.visits ? b : a));
    moves.push(at.move!);
  }
  return moves;
}

// --- the report -------------------------------------------------------------------------------------

const centipawns = (score: Score): number =>
  'cp' in score ? Math.max(-1500, Math.min(1500, score.cp)) : Math.sign(score.mate || 1) * 1500;

export function runReport(game: MockGame): void {
  const path: NodeId[] = [];
  for (let id: NodeId | null = game.state.tip; id !== null; id = game.node(id).parent) path.unshift(id);
  const report: Report = {
    running: true,
    done: 0,
    total: path.length,
    white: null,
    black: null,
    mistakes: [],
  };
  game.change({ report: { ...report } });
  const losses: Record<Color, number[]> = { white: [], black: [] };
  const next = () => {
    if (!game.state.report?.running) return; // stopped
    const index = report.done++;
    const node = { ...game.node(path[index]!) };
    const turn = turnOf(node.fen);
    const best = bestLines(node.fen, 2, 1, { nodes: 0 })[0];
    const chess = chessOf(node.fen);
    const score: Score = best
      ? whiteScore(best.value, turn)
      : chess.isCheck()
        ? { mate: turn === 'white' ? -1 : 1 }
        : { cp: 0 };
    node.evaluation = {
      score,
      depth: 2,
      ...(best ? { best: uciOf(chess, best.line[0]!, game.state.variant) } : {}),
    };
    const before = node.parent === null ? null : game.node(node.parent);
    if (before?.evaluation) {
      const mover = turnOf(before.fen);
      const sign = mover === 'white' ? 1 : -1;
      const loss = Math.max(0, sign * (centipawns(before.evaluation.score) - centipawns(score)));
      losses[mover].push(loss);
      node.judgement = loss > 300 ? 'blunder' : loss > 150 ? 'mistake' : loss > 70 ? 'inaccuracy' : 'good';
      const better = before.evaluation.best && moveOf(chessOf(before.fen), before.evaluation.best);
      if (node.judgement !== 'good' && better) {
        report.mistakes.push({
          node: node.id,
          judgement: node.judgement,
          before: before.evaluation.score,
          after: score,
          best: lineOf(before.fen, [better], game.state.variant)[0]!,
        });
      }
    }
    report.running = report.done < report.total;
    for (const color of ['white', 'black'] as const) {
      const all = losses[color];
      if (!all.length) continue;
      const mean = all.reduce((a, b) => a + b) / all.length;
      report[color] = {
        accuracy: Math.round(1000 * Math.exp(-mean / 220)) / 10,
        averageLoss: Math.round(mean),
        inaccuracies: all.filter((l) => l > 70 && l <= 150).length,
        mistakes: all.filter((l) => l > 150 && l <= 300).length,
        blunders: all.filter((l) => l > 300).length,
      };
    }
    game.change({ nodes: [node], report: structuredClone(report) });
    if (report.running) setTimeout(next, 20);
  };
  next();
}
