/** The most frequent line ending of a text; LF if the text has no line breaks. */
export function lineEndingOf(text: string): '\n' | '\r\n' {
  const windowsBreaks = text.split('\r\n').length - 1;
  const allBreaks = text.split('\n').length - 1;
  return windowsBreaks > allBreaks - windowsBreaks ? '\r\n' : '\n';
}

export function withLineFeeds(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

export function withLineEnding(text: string, ending: '\n' | '\r\n'): string {
  const plain = withLineFeeds(text);
  return ending === '\n' ? plain : plain.replaceAll('\n', '\r\n');
}
