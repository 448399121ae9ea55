// A dialog over the page. The browser's own <dialog> keeps the focus inside and closes on Escape.
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { Notices } from '../panels/Notices';
import { store } from '../store/store';
import { Icon } from './Icon';

interface Props {
  title: string;
  wide?: boolean;
  children: ReactNode;
}

export const closeDialog = (): void => store.dispatch({ type: 'dialog', dialog: null });

export function Dialog({ title, wide, children }: Props) {
  const element = useRef<HTMLDialogElement>(null);
  const heading = useId();
  // Before it leaves the page, so that the browser gives the focus back to where it was.
  useLayoutEffect(() => {
    const dialog = element.current;
    if (dialog && !dialog.open) dialog.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={element}
      className={wide ? 'wide' : ''}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        closeDialog();
      }}
      onMouseDown={(event) => {
        if (event.target === element.current) closeDialog();
      }}
    >
      <div className="dialog-body">
        <header>
          <h2 id={heading}>{title}</h2>
          <button type="button" className="plain square-button" aria-label="Close" onClick={closeDialog}>
            <Icon name="close" />
          </button>
        </header>
        {children}
      </div>
      {/* What is behind a dialog can be neither heard nor pressed. */}
      <Notices />
    </dialog>
  );
}
