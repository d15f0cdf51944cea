import { LineMap } from '../../shared/position.ts';
import type { Range } from '../../shared/position.ts';
import type { NativePatterns } from './native-patterns.ts';
import type { Pattern } from './pattern.ts';

export interface FoundPattern {
  readonly range: Range;
  readonly text: string;
}

/**
 * Finds a pattern in a text. Line endings are seen as `\n`, unless the pattern speaks of `\r` itself: `^` and `$` then
 * mean the same on every system. Lines and columns stay those of the text.
 */
export async function findPattern(
  pattern: Pattern,
  text: string,
  native: NativePatterns,
): Promise<FoundPattern | undefined> {
  const seen = pattern.source.includes('\\r') ? text : text.replaceAll('\r\n', '\n');
  const match =
    pattern.engine === 'linear' ? pattern.find(seen) : await native.find(pattern.source, pattern.flags, seen);
  if (!match) return undefined;
  return { range: new LineMap(seen).range(match.start, match.end), text: seen.slice(match.start, match.end) };
}
