/**
 * What is wrong with a regular expression of a contract. It is decided without the linear-time engine, which only the
 * evaluation of a pattern loads.
 */

/** `g`, `u`, `v` and `d` do not change whether a pattern matches. `y` would, so it is refused. */
export function findUnsupportedFlag(flags: string): string | undefined {
  return /[^imsguvd]/.exec(flags)?.[0];
}

/**
 * Why neither engine can read a pattern: what JavaScript says about it. `undefined` if one of them can. The linear-time engine
 * also reads groups of flags, `(?P<name>`, `\Q…\E`, repeated assertions such as `^*`, repeated `\x{…}`, and escapes that the
 * flags `u` and `v` forbid.
 */
export function findPatternProblem(source: string, flags = ''): unknown {
  const problem = problemOf(source, nativeFlags(flags));
  if (problem === undefined) return undefined;
  const translated = toJavaScript(source);
  return translated === undefined || problemOf(translated, '') !== undefined ? problem : undefined;
}

const PARTS =
  /\\Q[^]*?(?:\\E|$)|\\[ux]\{[^}]*\}|\\k<|\\[1-7](?![0-7])|\\[^]|\(\?(?:P<|<?[=!]|[imsU]*(?:-[imsU]+)?[:)])|[[\]^$]/g;
/** What the linear-time engine does not read: lookahead and back references. */
const ONLY_NATIVE = /^(?:\(\?[=!]|\\k<|\\[1-7])/;

/**
 * Writes what only the linear-time engine reads in a form that JavaScript reads. The result matches something else. `undefined`
 * if only JavaScript reads a part.
 */
function toJavaScript(source: string): string | undefined {
  let inClass = false;
  const native: string[] = [];
  const translated = source.replaceAll(PARTS, (part) => {
    if (part === '[' || part === ']') inClass = part === '[';
    else if (/^\\(?:Q|[ux]\{)/.test(part)) return 'x';
    else if (inClass) return part;
    else if (ONLY_NATIVE.test(part)) native.push(part);
    else if (/^(?:[$^]|\\[ABbz])$/.test(part)) return '(?:)';
    else if (part.startsWith('(?')) return part === '(?P<' ? '(?<' : part.endsWith(')') ? '(?:)' : '(?:';
    return part;
  });
  return native.length > 0 ? undefined : translated;
}

function problemOf(source: string, flags: string): unknown {
  try {
    new RegExp(source, flags);
    return undefined;
  } catch (problem) {
    return problem;
  }
}

/** The flags that JavaScript gets. */
export function nativeFlags(flags: string): string {
  return ['i', 'm', 's', 'u', 'v'].filter((flag) => flags.includes(flag)).join('');
}
