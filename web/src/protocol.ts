// What the page and the server say to each other, version 1. docs/web-protocol.md explains it,
// protocol-examples/ has one example of everything; the tests of both sides read those.
import {
  type Of,
  either,
  flag,
  list,
  matching,
  nullable,
  number,
  object,
  oneOf,
  optional,
  tagged,
  text,
  whole,
} from './protocol/shape';

export const protocolVersion = 1;
export const subprotocol = 'tabiya.v1';

// --- words ------------------------------------------------------------------------------------------

export const color = oneOf('white', 'black');
export const square = matching(/^[a-h][1-8]$/, 'a square');
export const uci = matching(/^[a-h][1-8][a-h][1-8][nbrq]?$/, 'a move in UCI');
export const gameId = matching(/^[0-9a-z]{10}$/, 'the id of a game');
export const nodeId = whole;
export const variant = oneOf('standard', 'chess960');
export const mode = oneOf('engine', 'people', 'study');
export const engineId = oneOf('alphabeta', 'mcts');
export const ending = oneOf(
  'checkmate',
  'stalemate',
  'insufficient_material',
  'fifty_moves',
  'threefold_repetition',
  'seventy_five_moves',
  'fivefold_repetition',
  'agreement',
  'resignation',
  'time',
  'unknown',
);

// From White's side, always. Mates are in moves, as UCI counts them.
export const score = either('a score', object({ cp: whole }), object({ mate: whole }));
export const chances = object({ win: whole, draw: whole, loss: whole });

// --- positions and moves ----------------------------------------------------------------------------

export const legalMove = object({
  uci,
  san: text,
  from: square,
  to: square,
  capture: optional(flag),
  promotion: optional(oneOf('q', 'r', 'b', 'n')),
  castling: optional(object({ king: square, rook: square })),
});

export const position = object({
  fen: text,
  turn: color,
  check: nullable(square),
  legal: list(legalMove),
});

// A move of a line the engine cites, with the board (the first field of a FEN) after it.
export const lineMove = object({ uci, san: text, board: text });

export const evaluation = object({ score, depth: whole, best: optional(uci) });

export const node = object({
  id: nodeId,
  parent: nullable(nodeId),
  order: whole,
  ply: whole,
  uci: nullable(uci),
  san: nullable(text),
  from: nullable(square),
  to: nullable(square),
  fen: text,
  check: nullable(square),
  at: optional(whole),
  left: optional(whole),
  spent: optional(whole),
  evaluation: optional(evaluation),
  judgement: optional(oneOf('good', 'inaccuracy', 'mistake', 'blunder')),
  nags: optional(list(whole)),
  comment: optional(text),
});

// --- the parts of a game ----------------------------------------------------------------------------

export const player = object({
  kind: oneOf('person', 'engine'),
  name: text,
  engine: optional(engineId),
  level: optional(whole),
  elo: optional(nullable(whole)),
});

export const clockControl = object({ initial: whole, increment: whole });
export const clocks = object({ white: whole, black: whole, running: nullable(color) });

export const result = object({
  winner: nullable(color),
  ending,
  score: oneOf('1-0', '0-1', '1/2-1/2'),
  text,
});

export const rights = object({
  move: list(color),
  takeBack: flag,
  resign: list(color),
  offerDraw: flag,
  answerDraw: flag,
  claimDraw: nullable(oneOf('fifty_moves', 'threefold_repetition')),
  rematch: flag,
  analyse: flag,
  vary: flag,
  hint: flag,
});

export const analysis = object({
  search: whole,
  node: nodeId,
  engine: engineId,
  lines: whole,
  running: flag,
});

export const sideReport = object({
  accuracy: number,
  averageLoss: number,
  inaccuracies: whole,
  mistakes: whole,
  blunders: whole,
});
export const mistake = object({
  node: nodeId,
  judgement: oneOf('inaccuracy', 'mistake', 'blunder'),
  before: score,
  after: score,
  best: lineMove,
});
export const report = object({
  running: flag,
  done: whole,
  total: whole,
  white: nullable(sideReport),
  black: nullable(sideReport),
  mistakes: list(mistake),
});

export const chatPart = tagged({
  text: object({ text }),
  node: object({ node: nodeId, label: text }),
  line: object({ node: nodeId, score: nullable(score), moves: list(lineMove) }),
  fen: object({ fen: text }),
});
export const chatLine = object({
  id: whole,
  at: whole,
  from: oneOf('system', 'person', 'engine'),
  parts: list(chatPart),
});

export const gameState = object({
  id: gameId,
  seq: whole,
  created: whole,
  mode,
  variant,
  number: nullable(whole),
  start: text,
  players: object({ white: player, black: player }),
  control: nullable(clockControl),
  clocks: nullable(clocks),
  nodes: list(node),
  tip: nodeId,
  position,
  result: nullable(result),
  drawOffer: nullable(color),
  may: rights,
  analysis: nullable(analysis),
  report: nullable(report),
  chat: list(chatLine),
  next: nullable(gameId),
});

// Each part replaces the former one; nodes are added or replaced by their id, chat lines are added.
export const update = object({
  game: gameId,
  seq: whole,
  nodes: optional(list(node)),
  removed: optional(list(nodeId)),
  tip: optional(nodeId),
  position: optional(position),
  players: optional(object({ white: player, black: player })),
  clocks: optional(nullable(clocks)),
  result: optional(nullable(result)),
  drawOffer: optional(nullable(color)),
  may: optional(rights),
  analysis: optional(nullable(analysis)),
  report: optional(nullable(report)),
  chat: optional(list(chatLine)),
  next: optional(nullable(gameId)),
});

// --- engine output ----------------------------------------------------------------------------------

export const thinkingLine = object({
  rank: whole,
  score,
  bound: oneOf('exact', 'lower', 'upper'),
  chances,
  depth: whole,
  selectiveDepth: whole,
  moves: list(lineMove),
});

export const thinking = object({
  game: gameId,
  search: whole,
  purpose: oneOf('play', 'analysis'),
  engine: engineId,
  node: nodeId,
  running: flag,
  time: whole,
  nodes: whole,
  speed: whole,
  tablebaseHits: whole,
  best: nullable(uci),
  lines: list(thinkingLine),
});

// `value` and `chances` are those of the player whose move it is.
export const moveStatistics = object({
  uci,
  san: text,
  board: text,
  prior: number,
  visits: whole,
  value: number,
  chances,
  children: whole,
  proof: nullable(oneOf('win', 'draw', 'loss')),
});

export const tree = object({
  game: gameId,
  search: whole,
  node: nodeId,
  visits: whole,
  size: whole,
  turn: color,
  moves: list(moveStatistics),
});

// --- what the server says ---------------------------------------------------------------------------

export const engineInfo = object({
  id: engineId,
  name: text,
  about: text,
  available: flag,
  why: nullable(text),
  tree: flag,
});
export const about = object({
  protocol: whole,
  program: text,
  engines: list(engineInfo),
  levels: list(object({ level: whole, name: text, elo: nullable(whole) })),
  limits: object({ lines: whole, chat: whole, pgn: whole, comment: whole }),
  commands: list(object({ usage: text, about: text })),
});

export const errorCode = oneOf(
  'bad_request',
  'unknown_type',
  'unknown_game',
  'unknown_node',
  'unknown_search',
  'stale',
  'illegal_move',
  'not_now',
  'bad_fen',
  'bad_pgn',
  'bad_value',
  'too_large',
  'too_many',
  'forbidden',
  'busy',
  'internal',
);

export const problem = object({
  code: errorCode,
  message: text,
  field: optional(text),
  line: optional(whole),
  column: optional(whole),
});

export const fromServer = tagged({
  hello: object({ about }),
  joined: object({
    for: whole,
    game: gameId,
    seq: whole,
    state: nullable(gameState),
    updates: list(update),
    clocks: nullable(clocks),
    thinking: nullable(thinking),
    tree: nullable(tree),
  }),
  update,
  done: object({ for: whole }),
  error: object({ for: nullable(whole), error: problem }),
  position: object({ for: whole, game: gameId, node: nodeId, position }),
  thinking,
  tree,
  branch: object({
    for: whole,
    game: gameId,
    search: whole,
    path: list(uci),
    visits: whole,
    turn: color,
    moves: list(moveStatistics),
  }),
});

// --- what the page says -----------------------------------------------------------------------------

const request = { id: whole, game: gameId };

export const fromPage = tagged({
  join: object({ ...request, since: nullable(whole) }),
  ping: object({ id: whole }),
  move: object({ ...request, node: nodeId, uci }),
  take_back: object(request),
  resign: object({ ...request, color }),
  offer_draw: object(request),
  answer_draw: object({ ...request, accept: flag }),
  claim_draw: object(request),
  rematch: object(request),
  strength: object({ ...request, engine: optional(engineId), level: optional(whole) }),
  chat: object({ ...request, node: nodeId, text }),
  look: object({ ...request, node: nodeId }),
  analyse: object({ ...request, node: nodeId, engine: engineId, lines: whole }),
  stop: object(request),
  branch: object({ ...request, search: whole, path: list(uci) }),
  add_line: object({ ...request, node: nodeId, moves: list(uci) }),
  promote: object({ ...request, node: nodeId }),
  remove: object({ ...request, node: nodeId }),
  comment: object({ ...request, node: nodeId, text }),
  report: object(request),
});

// --- HTTP -------------------------------------------------------------------------------------------

export const start = object({
  variant: optional(variant),
  fen: optional(text),
  number: optional(nullable(whole)),
});
export const newGame = object({
  mode,
  start,
  moves: optional(list(uci)),
  color: optional(oneOf('white', 'black', 'random')),
  engine: optional(engineId),
  level: optional(whole),
  control: optional(nullable(clockControl)),
  claims: optional(flag),
});
export const created = object({ game: gameId, notes: list(text) });
export const importText = object({ text, game: optional(whole) });
export const imported = object({ game: gameId, games: whole, notes: list(text) });
export const checkFen = object({ fen: text, variant: optional(variant) });
export const checkedFen = object({
  position: nullable(position),
  variant,
  error: nullable(problem),
});
export const gameSummary = object({
  id: gameId,
  created: whole,
  changed: whole,
  mode,
  variant,
  white: text,
  black: text,
  plies: whole,
  result: nullable(result),
  fen: text,
});
export const gameList = object({ games: list(gameSummary) });
export const failure = object({ error: problem });

// --- the same as types ------------------------------------------------------------------------------

export type Color = Of<typeof color>;
export type SquareName = string;
export type Uci = string;
export type GameId = string;
export type NodeId = number;
export type Variant = Of<typeof variant>;
export type Mode = Of<typeof mode>;
export type EngineId = Of<typeof engineId>;
export type Score = Of<typeof score>;
export type Chances = Of<typeof chances>;
export type LegalMove = Of<typeof legalMove>;
export type Position = Of<typeof position>;
export type LineMove = Of<typeof lineMove>;
export type GameNode = Of<typeof node>;
export type Player = Of<typeof player>;
export type Clocks = Of<typeof clocks>;
export type ClockControl = Of<typeof clockControl>;
export type Result = Of<typeof result>;
export type Rights = Of<typeof rights>;
export type Report = Of<typeof report>;
export type ChatPart = Of<typeof chatPart>;
export type ChatLine = Of<typeof chatLine>;
export type GameState = Of<typeof gameState>;
export type Update = Of<typeof update>;
export type ThinkingLine = Of<typeof thinkingLine>;
export type Thinking = Of<typeof thinking>;
export type MoveStatistics = Of<typeof moveStatistics>;
export type Tree = Of<typeof tree>;
export type EngineInfo = Of<typeof engineInfo>;
export type About = Of<typeof about>;
export type Problem = Of<typeof problem>;
export type FromServer = Of<typeof fromServer>;
export type FromPage = Of<typeof fromPage>;
export type NewGame = Of<typeof newGame>;
export type GameSummary = Of<typeof gameSummary>;
export type CheckedFen = Of<typeof checkedFen>;
