import { RE2JS } from 're2js';
import { HoldfastError, messageOf } from '../../shared/errors.ts';

/** Where a pattern was found, in UTF-16 code units. */
export interface PatternMatch {
  readonly start: number;
  readonly end: number;
}

/** A regular expression that was understood, and the engine that can run it. */
export type Pattern =
  | { readonly engine: 'linear'; readonly source: string; find(text: string): PatternMatch | undefined }
  | { readonly engine: 'native'; readonly source: string; readonly flags: string };

const FLAGS: Readonly<Record<string, number>> = {
  i: RE2JS.CASE_INSENSITIVE,
  m: RE2JS.MULTILINE,
  s: RE2JS.DOTALL,
};

/**
 * Reads a regular expression in JavaScript's notation. Those that a linear-time engine can run get it; the rest (back
 * references, lookahead) are left to the native engine, which must be given a time limit. Throws where it is no
 * regular expression.
 */
export function readPattern(source: string, flags = ''): Pattern {
  checkFlags(source, flags);
  // RE2 reads a named back reference as plain text, so it must not see one.
  if (!/\\k</.test(source)) {
    try {
      return linearPattern(source, flags);
    } catch {
      // Not in RE2's language: the native engine decides whether it is a pattern at all.
    }
  }
  try {
    new RegExp(source, nativeFlags(flags));
  } catch (error) {
    throw new HoldfastError('contract', `Failed to read the pattern ${source}: ${messageOf(error)}`, { cause: error });
  }
  return { engine: 'native', source, flags: nativeFlags(flags) };
}

function linearPattern(source: string, flags: string): Pattern {
  let options = RE2JS.LOOKBEHINDS;
  for (const flag of flags) options |= FLAGS[flag] ?? 0;
  const compiled = RE2JS.compile(RE2JS.translateRegExp(source), options);
  return {
    engine: 'linear',
    source,
    find(text) {
      const matcher = compiled.matcher(text);
      return matcher.find() ? { start: matcher.start(), end: matcher.end() } : undefined;
    },
  };
}

/** `g`, `u`, `v` and `d` change nothing about whether a pattern is found; `y` would, and is refused. */
function checkFlags(source: string, flags: string): void {
  const [unknown] = /[^imsguvd]/.exec(flags) ?? [];
  if (unknown === undefined) return;
  throw new HoldfastError('contract', `Failed to read the pattern ${source}: it takes no flag ${unknown}`, {
    hint: 'Use i, m and s.',
  });
}

function nativeFlags(flags: string): string {
  return ['i', 'm', 's', 'u', 'v'].filter((flag) => flags.includes(flag)).join('');
}
