import picomatch from 'picomatch';
import { isRoute } from './tree-path.ts';

/**
 * Whether one of several patterns matches a path; one that is written like it does always. What web frameworks name their routes by stands for itself:
 * `app/(shop)/[slug]/*.tsx` means folders that are called `(shop)` and `[slug]`.
 */
export function globMatcher(globs: readonly string[], { nocase = false } = {}): (path: string) => boolean {
  const matches = picomatch(globs.map(withPlainNames), { dot: true, nocase });
  const written = new Set(globs);
  return (path) => written.has(path) || matches(path);
}

function withPlainNames(glob: string): string {
  return glob
    .split('/')
    .map((segment) => (isRoute(segment) ? segment.replaceAll(/[[\]]/g, '\\$&') : withPlainParentheses(segment)))
    .join('/');
}

/** Parentheses are a part of the name unless they belong to a pattern (`@(a|b)`) or hold alternatives. */
function withPlainParentheses(segment: string): string {
  return segment.replaceAll(/(?<![@+!*?\\])\(([^()|]*)\)/g, '\\($1\\)');
}
