// Files and texts dropped anywhere on the page are opened: PGN or FEN.
import { useEffect, useState } from 'react';
import { client } from '../client';
import { closeDialog } from './Dialog';

const maxBytes = 4 * 1024 * 1024;

export function useDroppedFiles(): boolean {
  const [dropping, setDropping] = useState(false);
  useEffect(() => {
    const carries = (event: DragEvent) =>
      event.dataTransfer?.types.some((type) => type === 'Files' || type === 'text/plain') ?? false;
    const over = (event: DragEvent) => {
      if (!carries(event)) return;
      event.preventDefault();
      setDropping(true);
    };
    const leave = (event: DragEvent) => {
      if (!event.relatedTarget) setDropping(false);
    };
    const drop = (event: DragEvent) => {
      setDropping(false);
      const file = event.dataTransfer?.files[0];
      // A text field takes the text that is dropped on it; for a file, the browser would leave the page.
      if (!carries(event) || (!file && (event.target as Element).closest('input, textarea'))) return;
      event.preventDefault();
      if (file && file.size > maxBytes)
        return client.showError(`${file.name} is too large for the page; 4 MB is the most.`);
      const text = file ? file.text() : Promise.resolve(event.dataTransfer?.getData('text/plain') ?? '');
      void text
        .then((found) => (found.trim() ? client.importText(found) : false))
        .then((opened) => opened && closeDialog());
    };
    addEventListener('dragover', over);
    addEventListener('dragleave', leave);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragover', over);
      removeEventListener('dragleave', leave);
      removeEventListener('drop', drop);
    };
  }, []);
  return dropping;
}
