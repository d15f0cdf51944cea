/** The line ending that a text mostly uses; LF where it has none. */
export function lineEndingOf(text: string): '\n' | '\r\n' {
  const windows = text.split('\r\n').length - 1;
  const all = text.split('\n').length - 1;
  return windows > all - windows ? '\r\n' : '\n';
}

export function withLineFeeds(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

export function withLineEnding(text: string, ending: '\n' | '\r\n'): string {
  const plain = withLineFeeds(text);
  return ending === '\n' ? plain : plain.replaceAll('\n', '\r\n');
}
