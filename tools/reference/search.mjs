// Finds positions with rare features among random ones, by asking chessops, and
// writes inputs/searched_standard.txt and inputs/searched_960.txt.
import { writeFileSync } from 'node:fs';
import { Chess, isImpossibleCheck } from 'chessops/chess';
import { Board } from 'chessops/board';
import { SquareSet } from 'chessops/squareSet';
import { pawnAttacks, between } from 'chessops/attacks';
import { kingCastlesTo, rookCastlesTo } from 'chessops/util';
import { epReachable, fenOf, generator, inputs, isCastling, legalMoves, mirror, playRandomly, position, shredder, sound, startFen960 } from './lib.mjs';

// A random placement on a fresh board; `fixed` is { square: [color, role] }.
const scatter = (random, fixed, extra, options = {}) => {
  const board = Board.empty();
  for (const [square, [color, role]] of Object.entries(fixed)) board.set(Number(square), { color, role });
  const free = s => !board.occupied.has(s) && !(options.empty ?? []).includes(s);
  const put = (color, role, ok = () => true) => {
    for (let i = 0; i < 50; i++) {
      const s = random.below(64);
      if (free(s) && ok(s)) return board.set(s, { color, role });
    }
  };
  for (const color of ['white', 'black']) if (board.kingOf(color) === undefined) put(color, 'king');
  for (let i = 0; i < extra; i++) {
    const role = random.pick(['queen', 'rook', 'rook', 'bishop', 'bishop', 'knight', 'pawn', 'pawn']);
    put(random.pick(['white', 'black']), role, s => role !== 'pawn' || (s >= 8 && s < 56));
  }
  const setup = {
    board, pockets: undefined, turn: 'white', castlingRights: options.rights ?? SquareSet.empty(),
    epSquare: options.ep, remainingChecks: undefined, halfmoves: 0, fullmoves: 1,
  };
  return Chess.fromSetup(setup).unwrap(pos => pos, () => undefined);
};

// Fills quotas: keep(name, quota, fen) until all are full.
const collector = () => {
  const groups = new Map();
  return {
    want: (name, quota) => groups.set(name, { quota, fens: new Set() }),
    offer: (name, fen) => { const g = groups.get(name); if (g.fens.size < g.quota) g.fens.add(fen); },
    full: () => [...groups.values()].every(g => g.fens.size >= g.quota),
    missing: () => [...groups].filter(([, g]) => g.fens.size < g.quota).map(([n, g]) => `${n}: ${g.fens.size}/${g.quota}`),
    write: (file, what) => {
      const body = [...groups].flatMap(([name, g]) => [`## ${name}`, ...g.fens]);
      writeFileSync(inputs(file), [`# ${what}`, '# Found by search.mjs among random positions.', ...body, ''].join('\n'));
    },
  };
};
// Every second position is turned round, so that black is to move in half of them.
const alternate = () => { let n = 0; return fen => (n++ % 2 ? mirror(fen) : fen); };

const searchStandard = () => {
  const random = generator(960518);
  const c = collector();
  const turn = alternate();
  c.want('ep: no capturer may take (pinned or uncovering)', 6);
  c.want('ep: one of two capturers may take', 6);
  c.want('ep: both capturers may take', 4);
  c.want('ep: legal and in check', 6);
  c.want('ep: the only legal move', 4);
  c.want('ep: gives check by uncovering', 6);
  c.want('ep: in check and not legal', 4);
  for (let tries = 0; !c.full() && tries < 3e5; tries++) {
    const file = random.below(8), ep = 40 + file;
    const fixed = { [ep - 8]: ['black', 'pawn'] };
    for (const f of [file - 1, file + 1]) if (f >= 0 && f < 8 && random.below(10) < 7) fixed[32 + f] = ['white', 'pawn'];
    const pos = scatter(random, fixed, 3 + random.below(9), { ep, empty: [ep, ep + 8] });
    if (!sound(pos) || isImpossibleCheck(pos) || !epReachable(pos)) continue;
    const takers = [...pawnAttacks('black', ep).intersect(pos.board.pieces('white', 'pawn'))];
    if (!takers.length) continue;
    const ctx = pos.ctx();
    const legal = takers.filter(s => pos.dests(s, ctx).has(ep));
    const check = ctx.checkers.nonEmpty();
    // fenOf() drops an ep square that nobody may take on, so put it back.
    const parts = fenOf(pos).split(' ');
    parts[3] = 'abcdefgh'[file] + '6';
    const fen = parts.join(' ');
    const give = name => c.offer(name, turn(fen));
    const all = legalMoves(pos);
    if (!legal.length) give(check ? 'ep: in check and not legal' : 'ep: no capturer may take (pinned or uncovering)');
    else if (all.length === 1) give('ep: the only legal move');
    else if (check) give('ep: legal and in check');
    else if (takers.length === 2) give(legal.length === 1 ? 'ep: one of two capturers may take' : 'ep: both capturers may take');
    else {
      const after = pos.clone();
      after.play({ from: legal[0], to: ep });
      const checkers = after.ctx().checkers;
      if (checkers.nonEmpty() && !checkers.has(ep)) give('ep: gives check by uncovering');
    }
  }
  c.want('double check', 6);
  c.want('three or more pinned pieces', 8);
  c.want('promotion with capture, a promoting pawn pinned', 6);
  c.want('castling move gives check', 4);
  c.want('checkmate', 6);
  c.want('stalemate', 6);
  c.want('few pieces', 10);
  for (let tries = 0; !c.full() && tries < 1e6; tries++) {
    const castle = random.below(3) === 0;
    const fixed = castle ? { 0: ['white', 'rook'], 4: ['white', 'king'], 7: ['white', 'rook'] } : {};
    const pos = scatter(random, fixed, 2 + random.below(18), { rights: castle ? SquareSet.fromSquare(0).with(7) : undefined });
    if (!sound(pos) || isImpossibleCheck(pos)) continue;
    const give = name => c.offer(name, turn(fenOf(pos)));
    const ctx = pos.ctx(), all = legalMoves(pos);
    if (!all.length) give(ctx.checkers.nonEmpty() ? 'checkmate' : 'stalemate');
    else if (ctx.checkers.moreThanOne()) give('double check');
    else if (ctx.blockers.intersect(pos.board.white).size() >= 3) give('three or more pinned pieces');
    else if (all.some(m => m.promotion && (m.from ^ m.to) & 7)
      && ctx.blockers.intersect(pos.board.pieces('white', 'pawn')).intersect(SquareSet.fromRank(6)).nonEmpty()) {
      give('promotion with capture, a promoting pawn pinned');
    } else if (castle && all.some(m => {
      if (!isCastling(pos, m)) return false;
      const after = pos.clone(); after.play(m);
      return after.isCheck();
    })) give('castling move gives check');
    else if (pos.board.occupied.size() < 6) give('few pieces');
  }
  console.log('standard, missing:', c.missing());
  c.write('searched_standard.txt', 'Standard-chess positions with rare features.');
};

const search960 = () => {
  const random = generator(20240960);
  const c = collector();
  const turn = alternate();
  // Half of the FENs with X-FEN letters, half with Shredder-FEN letters.
  let n = 0;
  const spell = pos => (n++ % 4 < 2 ? fenOf(pos) : shredder(pos));

  c.want('start positions', 6);
  for (const number of [0, 959, 518, 1, 534, 692]) c.offer('start positions', startFen960(number));
  c.want('start positions played forward', 60);
  while (!c.full()) {
    const pos = playRandomly(position(startFen960(random.below(960))), 4 + random.below(40), random);
    if (pos && legalMoves(pos).length) c.offer('start positions played forward', spell(pos));
  }
  c.want('double Chess960, the two arrays differ, played forward', 20);
  while (!c.full()) {
    const pos = playRandomly(position(startFen960(random.below(960), random.below(960))), 2 + random.below(30), random);
    if (pos && legalMoves(pos).length) c.offer('double Chess960, the two arrays differ, played forward', spell(pos));
  }
  const quotas = {
    'castling legal: the king does not move': 8,
    'castling legal: the rook does not move': 8,
    'castling legal: king and rook swap squares': 6,
    'castling legal: the king moves outward, away from the centre of the move (b1 to c1)': 4,
    'castling legal: the king passes over its rook': 6,
    'castling legal: the rook passes over the king': 6,
    'castling legal: king moves one square, also a king step': 6,
    'castling legal: with the inner rook, X-FEN letter needed': 8,
    'castling legal on both sides': 8,
    'castling legal although the rook is attacked': 6,
    'castling illegal: the rook shields the king on the back rank': 8,
    'castling illegal: a square the king passes is attacked': 6,
    'castling illegal: the king is in check': 6,
    'castling illegal: a piece stands on the way of the rook only': 6,
    'castling gives check': 6,
    'both sides have odd castling': 12,
  };
  for (const [name, quota] of Object.entries(quotas)) c.want(name, quota);
  for (let tries = 0; !c.full() && tries < 1e6; tries++) {
    const side = (color, base) => {
      const king = 1 + random.below(6);
      const fixed = { [base + king]: [color, 'king'] };
      let rights = [];
      const a = random.below(king), h = king + 1 + random.below(7 - king);
      if (random.below(4)) { fixed[base + a] = [color, 'rook']; rights.push(base + a); }
      if (random.below(4)) { fixed[base + h] = [color, 'rook']; rights.push(base + h); }
      if (random.below(4) === 0) { const s = base + random.below(8); fixed[s] ??= [color, 'rook']; }
      rights = rights.filter(s => fixed[s][1] === 'rook');
      return { fixed, rights, king: base + king };
    };
    const w = side('white', 0), b = random.below(2) ? side('black', 56) : { fixed: {}, rights: [] };
    let rights = SquareSet.empty();
    for (const s of [...w.rights, ...b.rights]) rights = rights.with(s);
    if (!w.rights.length) continue;
    const pos = scatter(random, { ...w.fixed, ...b.fixed }, 3 + random.below(12), { rights });
    if (!sound(pos) || isImpossibleCheck(pos) || pos.castles.castlingRights.size() !== rights.size()) continue;
    const give = name => c.offer(name, turn(spell(pos)));
    const ctx = pos.ctx(), king = ctx.king, dests = pos.dests(king, ctx);
    const legal = [];
    for (const s of ['a', 'h']) {
      const rook = pos.castles.rook.white[s];
      if (rook === undefined) continue;
      const kingTo = kingCastlesTo('white', s), rookTo = rookCastlesTo('white', s);
      if (dests.has(rook)) {
        legal.push(s);
        const after = pos.clone(); after.play({ from: king, to: rook });
        if (after.isCheck()) give('castling gives check');
        if (king === kingTo) give('castling legal: the king does not move');
        if (rook === rookTo) give('castling legal: the rook does not move');
        if (king === rookTo && rook === kingTo) give('castling legal: king and rook swap squares');
        if (s === 'a' && king < kingTo) give('castling legal: the king moves outward, away from the centre of the move (b1 to c1)');
        if (between(king, kingTo).has(rook)) give('castling legal: the king passes over its rook');
        if (between(rook, rookTo).has(king)) give('castling legal: the rook passes over the king');
        if (Math.abs(king - kingTo) === 1 && dests.has(kingTo) && kingTo !== rook) give('castling legal: king moves one square, also a king step');
        const rooks = pos.board.pieces('white', 'rook').intersect(SquareSet.fromRank(0));
        if (rook !== (s === 'a' ? rooks.first() : rooks.last())) give('castling legal: with the inner rook, X-FEN letter needed');
        if (pos.kingAttackers(rook, 'black', pos.board.occupied).nonEmpty()) give('castling legal although the rook is attacked');
      } else {
        const free = pos.castles.path.white[s].intersect(pos.board.occupied).isEmpty();
        if (free && ctx.checkers.nonEmpty()) give('castling illegal: the king is in check');
        else if (free) {
          const attacked = [...between(king, kingTo).with(kingTo)].some(q => q !== king && pos.kingAttackers(q, 'black', pos.board.occupied.without(king)).nonEmpty());
          give(attacked ? 'castling illegal: a square the king passes is attacked' : 'castling illegal: the rook shields the king on the back rank');
        } else if (between(king, kingTo).with(kingTo).without(king).without(rook).intersect(pos.board.occupied).isEmpty() && ctx.checkers.isEmpty()) {
          give('castling illegal: a piece stands on the way of the rook only');
        }
      }
    }
    if (legal.length === 2) give('castling legal on both sides');
    if (legal.length && b.rights.length && king !== 4) give('both sides have odd castling');
  }
  console.log('chess960, missing:', c.missing());
  c.write('searched_960.txt', 'Chess960 positions, castling of every form among them.');
};

searchStandard();
search960();
