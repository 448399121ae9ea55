// What a player can do besides moving.
import { useState } from 'react';
import { client } from '../client';
import { Icon, type IconName } from '../parts/Icon';
import { store, useStore } from '../store/store';
import { neighbourIn } from '../store/tree';

export function navigate(step: 'first' | 'back' | 'forward' | 'last'): void {
  const { game, cursor } = store.current();
  if (game) client.show(neighbourIn(game, cursor, step));
}

const reasons = {
  fifty_moves: 'Fifty moves without a capture or a pawn move',
  threefold_repetition: 'This position has occurred three times',
} as const;

export function GameActions() {
  const game = useStore((state) => state.game);
  const cursor = useStore((state) => state.cursor);
  const [sure, setSure] = useState(false);
  if (!game) return <div className="actions" />;
  const { may, mode } = game;
  // In a running game, moves are made in the last position only: this is the way back to it.
  const goesOnElsewhere = !may.vary && cursor !== game.tip;
  return (
    <div className="actions" role="toolbar" aria-label="Game">
      <span className="group">
        <Tool icon="first" label="First position" action={() => navigate('first')} />
        <Tool icon="back" label="Previous move" action={() => navigate('back')} />
        <Tool icon="forward" label="Next move" action={() => navigate('forward')} />
        <Tool icon="last" label="Last position" lit={goesOnElsewhere} action={() => navigate('last')} />
        <Tool icon="flip" label="Flip board" action={() => store.dispatch({ type: 'flip' })} />
      </span>
      <span className="group">
        {mode !== 'study' && game.result === null && (
          <>
            {game.players[game.position.turn].kind === 'engine' ? (
              <Tool icon="play" label="Move now" action={() => void client.say({ type: 'stop' })} />
            ) : (
              <Tool
                icon="hint"
                label="Hint"
                disabled={!may.hint}
                action={() => void client.say({ type: 'chat', node: game.tip, text: '/hint' })}
              />
            )}
            <Tool
              icon="undo"
              label="Take back"
              disabled={!may.takeBack}
              action={() => void client.say({ type: 'take_back' })}
            />
            {may.claimDraw ? (
              <button
                type="button"
                title={reasons[may.claimDraw]}
                onClick={() => void client.say({ type: 'claim_draw' })}
              >
                Claim draw
              </button>
            ) : (
              <Tool
                icon="draw"
                label="Offer draw"
                disabled={!may.offerDraw}
                action={() => void client.say({ type: 'offer_draw' })}
              />
            )}
            {sure ? (
              <button
                type="button"
                className="danger"
                autoFocus
                onBlur={() => setSure(false)}
                onClick={() => (
                  setSure(false),
                  void client.say({ type: 'resign', color: may.resign[0] ?? 'white' })
                )}
              >
                Resign?
              </button>
            ) : (
              <Tool
                icon="flag"
                label="Resign"
                disabled={may.resign.length === 0}
                action={() => setSure(true)}
              />
            )}
          </>
        )}
        {may.rematch && (
          <button type="button" className="primary" onClick={() => void client.say({ type: 'rematch' })}>
            Play again
          </button>
        )}
      </span>
    </div>
  );
}

function Tool({
  icon,
  label,
  action,
  disabled = false,
  lit = false,
}: {
  icon: IconName;
  label: string;
  action: () => void;
  disabled?: boolean;
  lit?: boolean;
}) {
  return (
    <button
      type="button"
      className={`${lit ? 'primary' : 'plain'} square-button`}
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={action}
    >
      <Icon name={icon} />
    </button>
  );
}

export function DrawOffer() {
  const game = useStore((state) => state.game);
  if (!game?.drawOffer || !game.may.answerDraw) return null;
  const answer = (accept: boolean) => void client.say({ type: 'answer_draw', accept });
  return (
    <div className="banner" role="alert">
      <span>{game.drawOffer === 'white' ? 'White' : 'Black'} offers a draw.</span>
      <button type="button" onClick={() => answer(true)}>
        Accept
      </button>
      <button type="button" onClick={() => answer(false)}>
        Decline
      </button>
    </div>
  );
}
