/** Whether a path is matched by one of tsconfig's `include` or `exclude` patterns, given as paths of the tree. */
export type PathMatcher = (path: string) => boolean;

/** `include`: a pattern without wildcard whose last segment has no extension means a folder and all in it. */
export function includeMatcher(patterns: readonly string[]): PathMatcher {
  return anyOf(
    patterns
      .map((pattern) => (isFolderPattern(pattern) ? `${pattern === '' ? '' : `${pattern}/`}**/*` : pattern))
      .map(wholeExpression),
  );
}

/** `exclude`: what a pattern matches, and all that is below it. */
export function excludeMatcher(patterns: readonly string[]): PathMatcher {
  return anyOf(patterns.map((pattern) => new RegExp(`^${source(pattern)}(?:$|/)`)));
}

function isFolderPattern(pattern: string): boolean {
  const last = pattern.slice(pattern.lastIndexOf('/') + 1);
  return last === '' || !/[*?.]/.test(last) || last === '**';
}

function wholeExpression(pattern: string): RegExp {
  return new RegExp(`^${source(pattern)}$`);
}

function anyOf(expressions: readonly RegExp[]): PathMatcher {
  return (path) => expressions.some((expression) => expression.test(path));
}

function source(pattern: string): string {
  const segments = pattern.replace(/\/+$/, '').split('/');
  let result = '';
  for (const [index, segment] of segments.entries()) {
    const last = index === segments.length - 1;
    if (segment === '**') result += last ? '.*' : '(?:[^/]+/)*';
    else result += segmentSource(segment) + (last ? '' : '/');
  }
  return result;
}

function segmentSource(segment: string): string {
  return segment
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*/g, '[^/]*')
    .replace(/\?/g, '[^/]');
}
