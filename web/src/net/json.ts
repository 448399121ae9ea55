// What the page sends, as JSON that is also right UTF-8.

// Half of a surrogate pair is no character, and the server must refuse it without reading who asked. A text
// field makes one when it cuts an emoji in two at its maximum length.
export const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd');

export const jsonText = (message: unknown): string =>
  JSON.stringify(message, (_, value: unknown) => (typeof value === 'string' ? wellFormed(value) : value));
