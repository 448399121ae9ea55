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

function NoticeCard({ notice }: { notice: Notice }) {
  const dismiss = () => store.dispatch({ type: 'dismiss', id: notice.id });
  useEffect(() => {
    const timer = setTimeout(dismiss, notice.kind === 'problem' ? 8000 : 3500);
    return () => clearTimeout(timer);
  }, [notice.id]);
  return (
    <div className={`notice ${notice.kind}`}>
      <span>{notice.text}</span>
      <button type="button" className="plain square-button" aria-label="Dismiss" onClick={dismiss}>
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
