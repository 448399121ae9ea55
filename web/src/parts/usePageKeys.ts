// Keys that work wherever the focus is, except where text is typed and where a part has keys of its own.
import { useEffect } from 'react';
import { navigate } from '../panels/GameActions';
import { store } from '../store/store';

const steps = { ArrowLeft: 'back', ArrowRight: 'forward', ArrowUp: 'first', ArrowDown: 'last' } as const;

export function usePageKeys(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (target.closest('input, textarea, select, dialog, [role=menu], [role=grid], [role=tablist]')) return;
      const focus = (selector: string) => document.querySelector<HTMLElement>(selector)?.focus();
      // A list that scrolls keeps its up and down.
      const scrolls =
        target.closest('[role=log], .move-rows') && (event.key === 'ArrowUp' || event.key === 'ArrowDown');
      if (event.key in steps && !scrolls) navigate(steps[event.key as keyof typeof steps]);
      else if (event.key === 'f') store.dispatch({ type: 'flip' });
      else if (event.key === 'n') store.dispatch({ type: 'dialog', dialog: 'new' });
      else if (event.key === '?') store.dispatch({ type: 'dialog', dialog: 'help' });
      else if (event.key === 'a') focus('[role=grid] [tabindex="0"]');
      else if (event.key === 'm') focus('.move-input input');
      else if (event.key === '/') focus('.chat-input input');
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
}
