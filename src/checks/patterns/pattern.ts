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
  const native = nativeFlags(flags);
  // Without the flag JavaScript reads `\p{L}` as plain text, which RE2 does not.
  if (/\\p\{/i.test(source) && !/[uv]/.test(native) && isPattern(source, `${native}u`)) {
    return { engine: 'native', source, flags: `${native}u` };
  }
  try {
    new RegExp(source, native);
  } catch (error) {
    throw new HoldfastError('contract', `Failed to read the pattern ${source}: ${messageOf(error)}`, { cause: error });
  }
  return { engine: 'native', source, flags: native };
}

function isPattern(source: string, flags: string): boolean {
  try {
    new RegExp(source, flags);
    return true;
  } catch {
    return false;
  }
}

function linearPattern(source: string, flags: string): Pattern {
  let options = RE2JS.LOOKBEHINDS;
  for (const flag of flags) options |= FLAGS[flag] ?? 0;
  const compiled = RE2JS.compile(withSpaces(RE2JS.translateRegExp(source)), options);
  return {
    engine: 'linear',
    source,
    find(text) {
      const matcher = compiled.matcher(text);
      return matcher.find() ? { start: matcher.start(), end: matcher.end() } : undefined;
    },
  };
}

const SPACES =
  '\\t\\n\\v\\f\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}';
const OTHERS =
  '\\x00-\\x08\\x0e-\\x1f\\x21-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}\\x{202a}-\\x{202e}\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{fefe}\\x{ff00}-\\x{10ffff}';

/** Writes out what `\s` and `\S` mean in JavaScript: RE2 takes only the spaces of ASCII for spaces. */
function withSpaces(source: string): string {
  let inClass = false;
  return source.replaceAll(/\\[^]|[[\]]/g, (part) => {
    if (part === '[' || part === ']') inClass = part === '[';
    if (part === '\\s') return inClass ? SPACES : `[${SPACES}]`;
    if (part === '\\S') return inClass ? OTHERS : `[${OTHERS}]`;
    return part;
  });
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
