// What went wrong or well, for a few seconds; and the voice for screen readers.
import { useEffect } from 'react';
import { Icon } from '../parts/Icon';
import type { Notice } from '../store/state';
import { store, useStore } from '../store/store';

export function Notices() {
  const notices = useStore((state) => state.notices);
  return (
    <div className="notices" role="status">
      {notices.map((notice) => (
        <NoticeCard key={notice.id} notice={notice} />
      ))}
    </div>
  );
}

const dismiss = (id: number) => store.dispatch({ type: 'dismiss', id });

function NoticeCard({ notice: { id, kind, text } }: { notice: Notice }) {
  useEffect(() => {
    const timer = setTimeout(() => dismiss(id), kind === 'problem' ? 8000 : 3500);
    return () => clearTimeout(timer);
  }, [id, kind]);
  return (
    <div className={`notice ${kind}`}>
      <span>{text}</span>
      <button type="button" className="plain square-button" aria-label="Dismiss" onClick={() => dismiss(id)}>
        <Icon name="close" />
      </button>
    </div>
  );
}

export function Announcer() {
  const { text, number } = useStore((state) => state.announcement);
  // A second space makes the same words new for the screen reader.
  return (
    <div className="visually-hidden" aria-live="assertive" aria-atomic="true" data-testid="announcer">
      {text + (number % 2 ? ' ' : '')}
    </div>
  );
}
