// The game's chat: people, the engine, and what happened. Text is shown as text, whatever it looks like.
import { useEffect, useRef, useState } from 'react';
import { client } from '../client';
import { scoreText } from '../format';
import { copy } from '../parts/copy';
import { Icon } from '../parts/Icon';
import { numbered } from '../parts/numbered';
import type { ChatPart, GameNode } from '../protocol';
import { commandsOf } from '../store/commands';
import { chatEntries, lastMoment } from '../store/chat';
import { store, useStore } from '../store/store';
import { LineMoves } from './LineMoves';

export function Chat() {
  const game = useStore((state) => state.game);
  const about = useStore((state) => state.about);
  const [text, setText] = useState('');
  const [cleared, setCleared] = useState<{ game: string; at: number } | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const follows = useRef(true); // the newest line is in view; while older ones are read, nothing scrolls
  const length = game ? game.chat.length + game.nodes.length : 0;
  useEffect(() => {
    if (list.current && follows.current) list.current.scrollTop = list.current.scrollHeight;
  }, [length]);
  if (!game) return null;

  const commands = commandsOf(about);
  const matching =
    text.startsWith('/') && !text.includes(' ') ? commands.filter((each) => each.usage.startsWith(text)) : [];
  const entries = chatEntries(game, cleared?.game === game.id ? cleared.at : undefined);

  const send = () => {
    const line = text.trim();
    setText('');
    if (!line) return;
    follows.current = true;
    if (line === '/flip') return store.dispatch({ type: 'flip' });
    if (line === '/clear') return setCleared({ game: game.id, at: lastMoment(game) });
    void client.say({ type: 'chat', node: store.current().cursor, text: line });
  };

  return (
    <section className="chat" aria-label="Chat">
      <div
        className="chat-lines"
        ref={list}
        role="log"
        aria-label="Chat messages"
        tabIndex={0}
        onScroll={({ currentTarget: box }) => {
          follows.current = box.scrollHeight - box.scrollTop - box.clientHeight < 40;
        }}
      >
        {entries.map((each) =>
          each.kind === 'moves' ? (
            <ChatMoves key={`m${each.nodes[0]!.id}`} nodes={each.nodes} start={game.start} />
          ) : (
            <p key={each.line.id} className={each.line.from}>
              {each.line.parts.map((part, index) => (
                <Part key={index} part={part} />
              ))}
            </p>
          ),
        )}
      </div>
      {matching.length > 0 && (
        <ul className="suggestions" aria-label="Commands">
          {matching.slice(0, 6).map((each) => (
            <li key={each.usage}>
              <button
                type="button"
                onClick={() => setText(each.usage.replace(/ .*/, each.usage.includes(' ') ? ' ' : ''))}
              >
                <code>{each.usage}</code> {each.about}
              </button>
            </li>
          ))}
        </ul>
      )}
      <form
        className="chat-input"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <input
          value={text}
          maxLength={about?.limits.chat ?? 500}
          onChange={(event) => setText(event.target.value)}
          aria-label="Chat message or command"
          placeholder="Chat, or /help"
          autoComplete="off"
          enterKeyHint="send"
        />
        <button type="submit" className="plain square-button" aria-label="Send">
          <Icon name="send" />
        </button>
      </form>
    </section>
  );
}

function ChatMoves({ nodes, start }: { nodes: GameNode[]; start: string }) {
  return (
    // Moves are announced already, in words.
    <p className="system chat-moves" aria-live="off">
      {numbered(start, nodes[0]!.ply - 1, nodes).map(({ move, number }) => (
        <span key={move.id}>
          {number && <span className="number">{number}</span>}
          <button type="button" onClick={() => client.show(move.id)}>
            {move.san}
          </button>
        </span>
      ))}
    </p>
  );
}

function Part({ part }: { part: ChatPart }) {
  switch (part.type) {
    case 'text':
      return (
        <span className="chat-text" dir="auto">
          {part.text}
        </span>
      );
    case 'node':
      return (
        <button type="button" className="cited" onClick={() => client.show(part.node)}>
          {part.label}
        </button>
      );
    case 'line':
      return (
        <span className="cited-line">
          {part.score && <span className="score">{scoreText(part.score)}</span>}{' '}
          <LineMoves node={part.node} moves={part.moves} limit={10} />
        </span>
      );
    case 'fen':
      return (
        <button type="button" className="fen" title={`Copy ${part.fen}`} onClick={() => void copy(part.fen)}>
          {part.fen}
        </button>
      );
  }
}
