// Text pasted anywhere on the page, except into a field, is opened: PGN or FEN.
import { useEffect } from 'react';
import { client } from '../client';

export function usePastedText(): void {
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      if ((event.target as Element).closest('input, textarea, dialog')) return;
      const text = event.clipboardData?.getData('text/plain').trim();
      if (text) void client.importText(text);
    };
    addEventListener('paste', onPaste);
    return () => removeEventListener('paste', onPaste);
  }, []);
}
