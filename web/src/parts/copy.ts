// Text to the clipboard, with a word about it.
import { client } from '../client';
import { store } from '../store/store';

// Browsers have no clipboard for pages from another machine without TLS, as a phone in the same network
// sees this one; there, only what is selected can be copied. Selected inside the open dialog, for the rest
// of the page cannot have the focus then.
function copySelected(text: string): boolean {
  const place = document.querySelector('dialog[open]') ?? document.body;
  const before = document.activeElement as HTMLElement | null;
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.className = 'visually-hidden';
  place.append(field);
  field.select();
  const done = document.execCommand('copy');
  field.remove();
  before?.focus();
  return done;
}

export async function copy(text: string): Promise<void> {
  const done = await (navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'))).then(
    () => true,
    () => copySelected(text),
  );
  if (done) store.dispatch({ type: 'notice', kind: 'news', text: 'Copied.' });
  else client.showError('The browser does not let Tabiya copy; select the text instead.');
}
