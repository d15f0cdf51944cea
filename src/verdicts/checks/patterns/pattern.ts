import { RE2JS } from 're2js';
import { HoldfastError, messageOf } from '../../../foundation/errors.ts';
import { findUnsupportedFlag, nativeFlags } from './pattern-problem.ts';

/** The offsets of a match, in UTF-16 code units. */
export interface PatternMatch {
  readonly start: number;
  readonly end: number;
}

/** A valid regular expression and the engine that runs it. */
export type Pattern =
  | { readonly engine: 'linear'; readonly source: string; find(text: string): PatternMatch | undefined }
  | { readonly engine: 'native'; readonly source: string; readonly flags: string };

const FLAGS: Readonly<Record<string, number>> = {
  i: RE2JS.CASE_INSENSITIVE,
  m: RE2JS.MULTILINE,
  s: RE2JS.DOTALL,
};

/**
 * Parses a JavaScript regular expression. A linear-time engine runs every pattern that it supports. Other patterns
 * (with back references or lookahead) need the native engine, and its caller must set a time limit. Throws if the pattern
 * is not valid.
 */
export function readPattern(source: string, flags = ''): Pattern {
  const unsupported = findUnsupportedFlag(flags);
  if (unsupported !== undefined) {
    throw new HoldfastError('contract', `Failed to read the pattern ${source}: unsupported flag "${unsupported}"`, {
      hint: 'Use i, m and s.',
    });
  }
  // RE2 reads a named back reference as plain text instead of refusing it.
  if (!/\\k</.test(source)) {
    try {
      return linearPattern(source, flags);
    } catch {
      // RE2 does not support the pattern. The native engine decides below whether it is valid.
    }
  }
  const native = nativeFlags(flags);
  // Without the flag u, JavaScript reads `\p{L}` as plain text. RE2 reads it as a property.
  if (/\\p\{/i.test(source) && !/[uv]/.test(native) && isValid(source, `${native}u`)) {
    return { engine: 'native', source, flags: `${native}u` };
  }
  try {
    new RegExp(source, native);
  } catch (error) {
    throw new HoldfastError('contract', `Failed to read the pattern ${source}: ${messageOf(error)}`, { cause: error });
  }
  return { engine: 'native', source, flags: native };
}

function isValid(source: string, flags: string): boolean {
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
  const compiled = RE2JS.compile(expandSpaceClasses(RE2JS.translateRegExp(source)), options);
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
const NON_SPACES =
  '\\x00-\\x08\\x0e-\\x1f\\x21-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}\\x{202a}-\\x{202e}\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{fefe}\\x{ff00}-\\x{10ffff}';

/** Replaces `\s` and `\S` with the characters that they match in JavaScript. In RE2 they cover only ASCII. */
function expandSpaceClasses(source: string): string {
  let inClass = false;
  return source.replaceAll(/\\[^]|[[\]]/g, (part) => {
    if (part === '[' || part === ']') inClass = part === '[';
    if (part === '\\s') return inClass ? SPACES : `[${SPACES}]`;
    if (part === '\\S') return inClass ? NON_SPACES : `[${NON_SPACES}]`;
    return part;
  });
}
