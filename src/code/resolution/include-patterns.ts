import { compileGlob } from '../../contract/globs/compile-glob.ts';
import type { PathMatcher } from '../../contract/globs/compile-glob.ts';
import { ANY_CHARACTER, SELF_OR_BELOW } from '../../contract/globs/glob-node.ts';
import type { GlobNode } from '../../contract/globs/glob-node.ts';

/**
 * Creates the matcher for `include` of a tsconfig. Patterns are relative to the root of the tree. A pattern whose last
 * segment has neither a wildcard nor an extension matches a folder recursively.
 */
export function createIncludeMatcher(patterns: readonly string[]): PathMatcher {
  return createMatcher(
    patterns
      .map((pattern) => (isFolderPattern(pattern) ? `${pattern === '' ? '' : `${pattern}/`}**/*` : pattern))
      .map(parsePattern),
  );
}

/** Creates the matcher for `exclude`: it matches the paths of the patterns and everything below these paths. */
export function createExcludeMatcher(patterns: readonly string[]): PathMatcher {
  return createMatcher(patterns.map((pattern) => [...parsePattern(pattern), SELF_OR_BELOW]));
}

function isFolderPattern(pattern: string): boolean {
  const last = pattern.slice(pattern.lastIndexOf('/') + 1);
  return last === '' || !/[*?.]/.test(last) || last === '**';
}

function createMatcher(patterns: readonly (readonly GlobNode[])[]): PathMatcher {
  const matchers = patterns.map(compileGlob);
  return (path) => matchers.some((matches) => matches(path));
}

/** Parses a pattern of a tsconfig. Only `*`, `?` and `**` as a whole segment are special. */
function parsePattern(pattern: string): readonly GlobNode[] {
  const segments = pattern.replace(/(?<!\/)\/+$/, '').split('/');
  return segments.flatMap((segment, index): readonly GlobNode[] => {
    const isLast = index === segments.length - 1;
    if (segment === '**') return [{ kind: isLast ? 'rest' : 'folders' }];
    const nodes = segment
      .split(/([*?])/)
      .flatMap((text): readonly GlobNode[] =>
        text === '' ? [] : [text === '*' ? { kind: 'star' } : text === '?' ? ANY_CHARACTER : { kind: 'text', text }],
      );
    return isLast ? nodes : [...nodes, { kind: 'text', text: '/' }];
  });
}
