// Writes tests/data/bad_fens.txt and bad_moves.txt: bad input with what is wrong,
// and what other programs make of it. Usage: STOCKFISH=/path node bad_input.mjs
import { Chess as ChessJs } from 'chess.js';
import { parseSan } from 'chessops/san';
import { parseUci } from 'chessops/util';
import kokopu from 'kokopu';
import { readFileSync } from 'node:fs';
import { here, position, Stockfish, uci, versions, writeData } from './lib.mjs';
import { badFens } from './inputs/bad_fens.mjs';
import { badMoves } from './inputs/bad_moves.mjs';

// Quoted, with \\ \" \t \n \r and \xNN for every other byte outside printable ASCII.
const quote = text => '"' + [...Buffer.from(text, 'utf8')].map(b => {
  const c = String.fromCharCode(b);
  const named = { '\\': '\\\\', '"': '\\"', '\t': '\\t', '\n': '\\n', '\r': '\\r' }[c];
  return named ?? (b < 32 || b > 126 ? `\\x${b.toString(16).padStart(2, '0')}` : c);
}).join('') + '"';

const attempt = f => { try { return f(); } catch { return undefined; } };

// Stockfish has no error messages: what does d show, if it lives?
const askOnce = async fen => {
  if (/[\n\r\0]/.test(fen)) return 'untold';
  const stockfish = new Stockfish();
  const timeout = new Promise(resolve => setTimeout(() => resolve('hangs'), 1500).unref());
  const answer = (async () => {
    try {
      const { fen: shown } = await stockfish.show(fen);
      return shown === fen ? 'same' : `shows ${shown}`;
    } catch { return 'crashes'; }
  })();
  const result = await Promise.race([answer, timeout]);
  stockfish.process.kill('SIGKILL');
  return result.replace(/[^\x20-\x7e]/g, '?');
};
// Some FENs make it read outside its arrays, so that it survives by luck: ask several times.
const askStockfish = async fen => {
  const answers = new Set();
  for (let i = 0; i < 6; i++) answers.add(await askOnce(fen));
  return answers.has('crashes') ? 'crashes' : [...answers][0];
};
const pins = JSON.parse(readFileSync(here('package.json'))).dependencies;
const fine = [], tally = {};
for (const [field, wrong, fen] of badFens) {
  const accepts = {
    chessops: position(fen) !== undefined,
    'chess.js': attempt(() => new ChessJs(fen)) !== undefined,
    kokopu: attempt(() => new kokopu.Position('chess960', fen).isLegal()) === true,
  };
  const who = Object.keys(accepts).filter(k => accepts[k]);
  who.forEach(k => { tally[k] = (tally[k] ?? 0) + 1; });
  fine.push([field, quote(fen), wrong, who.join(',') || 'nobody', await askStockfish(fen)].join('\t'));
}
const common = [
  'Texts stand in double quotes, with \\\\ \\" \\t \\n \\r and \\xNN for other bytes outside printable ASCII.',
  `Others: chessops ${versions.chessops}, chess.js ${versions.chessjs}, kokopu ${pins.kokopu}, Stockfish ${versions.stockfish} (Debian). Made by tools/reference/bad_input.mjs.`,
];
writeData('bad_fens.txt', [
  'Malformed and illegal FENs, with what is wrong.',
  'Format, with tabs: field at fault, FEN, what is wrong, which libraries accept it, what Stockfish does (same: its command d shows this',
  'very FEN; shows …: another one; crashes, at least once in six runs: not the same in every run of the script; hangs; untold: cannot be sent in a line). A field that ends in "?" marks a matter of choice.',
  'chess.js adds missing fields from the right (-, -, 0, 1) and knows no Chess960; chessops drops impossible castling rights and en-passant',
  'squares without a word, kokopu likewise.',
  ...common,
], fine);
console.log('accepted', tally, 'of', badFens.length);

const lines = [];
for (const [kind, wrong, fen, text] of badMoves) {
  const pos = position(fen);
  if (!pos) throw new Error(`not a legal position: ${fen}`);
  const accepts = {};
  if (kind.startsWith('uci')) {
    const move = parseUci(text);
    accepts.chessops = move !== undefined && pos.isLegal(move);
    accepts['chess.js'] = attempt(() => new ChessJs(fen).move({ from: text.slice(0, 2), to: text.slice(2, 4), promotion: text.slice(4) || undefined })) !== undefined;
  } else {
    accepts.chessops = parseSan(pos, text) !== undefined;
    accepts['chess.js'] = attempt(() => new ChessJs(fen).move(text)) !== undefined;
    accepts.kokopu = attempt(() => new kokopu.Position(fen).notation(text)) !== undefined;
  }
  lines.push([kind, quote(text), fen, wrong, Object.keys(accepts).filter(k => accepts[k]).join(',') || 'nobody'].join('\t'));
}
writeData('bad_moves.txt', [
  'Malformed, illegal and ambiguous moves, each with a legal position to try it in.',
  'Format, with tabs: uci|san, text, FEN, what is wrong, which libraries accept it. A "?" behind uci or san marks a text that a lenient reader takes.',
  'chess.js takes UCI moves as squares only: it was given the first two, the next two and the remaining characters.',
  ...common,
], lines);
