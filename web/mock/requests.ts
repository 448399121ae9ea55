// What the mock does for each message of a page.
import type { ChatPart, FromPage, FromServer, NodeId } from '../src/protocol';
import { type MockGame, Refusal, draw, enginePlayer, win } from './game';
import type { Hall } from './hall';
import { positionOf } from './rules';
import { runReport } from './searches';
import { bestLines } from './thinkers';
import { lineOf } from './rules';
import { whiteScore } from './searches';
import { writePgn } from './pgn';
import { commands } from './about';

type Request = Exclude<FromPage, { type: 'join' | 'ping' }>;

// Answers with a message, or with nothing where "done" is enough.
export function handle(hall: Hall, game: MockGame, request: Request): FromServer | null {
  const { may } = game.state;
  const need = (right: boolean, message: string) => {
    if (!right) throw new Refusal('not_now', message);
  };
  switch (request.type) {
    case 'move':
      need(may.vary || may.move.length > 0, 'it is not your turn');
      game.move(request.node, request.uci);
      return null;
    case 'take_back':
      hall.stopSearch(game);
      game.takeBack();
      return null;
    case 'resign': {
      need(may.resign.includes(request.color), 'there is nothing to resign');
      const winner = request.color === 'white' ? 'black' : 'white';
      game.finish(
        win(
          winner,
          'resignation',
          `${request.color === 'white' ? 'White' : 'Black'} resigned, ${winner} wins`,
        ),
      );
      return null;
    }
    case 'offer_draw': {
      need(may.offerDraw, 'a draw cannot be offered now');
      const { players, position } = game.state;
      if (game.state.mode === 'people') {
        game.change({ drawOffer: position.turn });
      } else {
        const person = players.white.kind === 'person' ? 'white' : 'black';
        const score = bestLines(position.fen, 2, 1, { nodes: 0 })[0]?.value ?? 0;
        const engineAhead = (position.turn === person ? -score : score) > 30;
        if (engineAhead) game.say([{ type: 'text', text: 'No, I would rather play on.' }], 'engine');
        else game.finish(draw('agreement', 'Draw by agreement'));
      }
      return null;
    }
    case 'answer_draw':
      need(may.answerDraw, 'nobody has offered a draw');
      if (request.accept) game.finish(draw('agreement', 'Draw by agreement'));
      else game.change({ drawOffer: null });
      return null;
    case 'claim_draw':
      need(may.claimDraw !== null, 'there is no draw to claim');
      game.finish(draw('fifty_moves', 'Draw by the fifty-move rule'));
      return null;
    case 'rematch': {
      need(may.rematch, 'the game is not over');
      const color = game.state.players.white.kind === 'person' ? ('black' as const) : ('white' as const);
      const next = hall.create({ ...game.wish, moves: [], color });
      game.change({ next: next.state.id });
      return null;
    }
    case 'strength':
      changeStrength(game, request.engine, request.level);
      return null;
    case 'chat':
      chat(hall, game, request.node, request.text);
      return null;
    case 'look':
      return {
        type: 'position',
        for: request.id,
        game: game.state.id,
        node: request.node,
        position: positionOf(game.node(request.node).fen, game.state.variant),
      };
    case 'analyse':
      need(may.analyse, 'analysis is for studies and for games that are over');
      game.node(request.node);
      hall.analyse(game, request.node, request.engine, request.lines);
      return null;
    case 'stop':
      hall.stopSearch(game);
      hall.stopReport(game);
      hall.moveNow(game);
      return null;
    case 'branch': {
      const search = hall.searches.get(game);
      const found = search?.id === request.search ? search.branch(request.path) : null;
      if (!found) throw new Refusal('unknown_search', 'that tree is gone');
      return {
        type: 'branch',
        for: request.id,
        game: game.state.id,
        search: request.search,
        path: request.path,
        ...found,
      };
    }
    case 'add_line': {
      need(may.vary, 'lines can be added when the game is over');
      let at: NodeId = request.node;
      for (const uci of request.moves) {
        game.move(at, uci);
        at = game.state.nodes.find((node) => node.parent === at && node.uci === uci)!.id;
      }
      return null;
    }
    case 'promote': {
      const node = game.node(request.node);
      const siblings = game.state.nodes.filter((each) => each.parent === node.parent);
      game.change({ nodes: [{ ...node, order: Math.min(...siblings.map((each) => each.order)) - 1 }] });
      followMain(game);
      return null;
    }
    case 'remove': {
      need(may.vary && request.node !== 0, 'this cannot be removed');
      const removed = [request.node];
      for (const id of removed)
        removed.push(...game.state.nodes.filter((node) => node.parent === id).map((node) => node.id));
      const parent = game.node(request.node).parent!;
      const atTip = removed.includes(game.state.tip);
      game.change({
        removed,
        ...(atTip ? { tip: parent, position: positionOf(game.node(parent).fen, game.state.variant) } : {}),
      });
      followMain(game);
      return null;
    }
    case 'comment': {
      const { comment: _, ...node } = game.node(request.node);
      game.change({ nodes: [request.text ? { ...node, comment: request.text } : node] });
      return null;
    }
    case 'report':
      need(may.analyse, 'the report comes after the game');
      runReport(game);
      return null;
  }
}

// In a study the tip is the end of the main line, wherever that goes now.
function followMain(game: MockGame): void {
  if (game.state.mode !== 'study') return;
  let tip = 0;
  for (;;) {
    const children = game.state.nodes.filter((node) => node.parent === tip).sort((a, b) => a.order - b.order);
    if (!children[0]) break;
    tip = children[0].id;
  }
  if (tip !== game.state.tip)
    game.change({ tip, position: positionOf(game.node(tip).fen, game.state.variant) });
}

function changeStrength(game: MockGame, engine?: 'alphabeta' | 'mcts', level?: number): void {
  const { players } = game.state;
  const color = players.white.kind === 'engine' ? 'white' : 'black';
  const now = players[color];
  if (now.kind !== 'engine') throw new Refusal('not_now', 'there is no engine in this game');
  if (level !== undefined && (level < 1 || level > 10))
    throw new Refusal('bad_value', 'levels go from 1 to 10');
  const next = enginePlayer(engine ?? now.engine ?? 'alphabeta', level ?? now.level ?? 10);
  game.change({ players: { ...players, [color]: next } });
  game.say([{ type: 'text', text: `You now play against ${next.name}.` }]);
}

function chat(hall: Hall, game: MockGame, at: NodeId, text: string): void {
  if (text.length > 500) throw new Refusal('too_large', 'chat lines have at most 500 characters');
  game.say([{ type: 'text', text }], 'person');
  if (!text.startsWith('/')) return;
  const [word, argument] = text.slice(1).split(/\s+/);
  const tell = (...parts: ChatPart[]) => game.say(parts);
  const node = game.node(at);
  switch (word) {
    case 'help':
      return tell({ type: 'text', text: commands.map((each) => `${each.usage}: ${each.about}`).join('\n') });
    case 'fen':
      return tell({ type: 'fen', fen: node.fen });
    case 'pgn':
      return tell({ type: 'text', text: writePgn(game) });
    case 'hint':
    case 'eval': {
      const best = bestLines(node.fen, 3, 1, { nodes: 0 })[0];
      if (!best) return tell({ type: 'text', text: 'There is no move here.' });
      const turn = node.fen.split(' ')[1] === 'w' ? 'white' : 'black';
      return game.say(
        [
          { type: 'text', text: word === 'hint' ? 'I would play ' : 'I see ' },
          {
            type: 'line',
            node: at,
            score: whiteScore(best.value, turn),
            moves: lineOf(node.fen, best.line, game.state.variant),
          },
        ],
        'engine',
      );
    }
    case 'level':
      return changeStrength(game, undefined, Number(argument));
    case 'engine':
      return changeStrength(game, argument === 'mcts' ? 'mcts' : 'alphabeta');
    case 'new':
    case 'new960': {
      const start =
        word === 'new' ? {} : { variant: 'chess960' as const, number: argument ? Number(argument) : null };
      return game.change({ next: hall.create({ ...game.wish, moves: [], start }).state.id });
    }
    case 'undo':
      return game.takeBack();
    case 'resign': {
      const color = game.state.may.resign[0];
      if (!color) return tell({ type: 'text', text: 'There is nothing to resign.' });
      const winner = color === 'white' ? 'black' : 'white';
      return game.finish(win(winner, 'resignation', `${color} resigned, ${winner} wins`));
    }
    case 'moves':
      return tell({
        type: 'text',
        text: positionOf(node.fen, game.state.variant)
          .legal.map((move) => move.san)
          .join(' '),
      });
    default:
      return tell({ type: 'text', text: `There is no command /${word}. /help lists them.` });
  }
}
