/** Whether a path matches a tsconfig `include` or `exclude` pattern. Patterns are relative to the root of the tree. */
export type PathMatcher = (path: string) => boolean;

/**
 * Creates the matcher for `include`. A pattern whose last segment has neither a wildcard nor an extension matches a
 * folder recursively.
 */
export function createIncludeMatcher(patterns: readonly string[]): PathMatcher {
  return createMatcher(
    patterns
      .map((pattern) => (isFolderPattern(pattern) ? `${pattern === '' ? '' : `${pattern}/`}**/*` : pattern))
      .map(toExpression),
  );
}

/** Creates the matcher for `exclude`: it matches the paths of the patterns and everything below these paths. */
export function createExcludeMatcher(patterns: readonly string[]): PathMatcher {
  return createMatcher(patterns.map((pattern) => new RegExp(`^${patternSource(pattern)}(?:$|/)`)));
}

function isFolderPattern(pattern: string): boolean {
  const last = pattern.slice(pattern.lastIndexOf('/') + 1);
  return last === '' || !/[*?.]/.test(last) || last === '**';
}

function toExpression(pattern: string): RegExp {
  return new RegExp(`^${patternSource(pattern)}$`);
}

function createMatcher(expressions: readonly RegExp[]): PathMatcher {
  return (path) => expressions.some((expression) => expression.test(path));
}

function patternSource(pattern: string): string {
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
