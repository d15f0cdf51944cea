/**
 * Whether a path is a glob pattern. Brackets around a whole path segment, as in `app/[id]/page.tsx`, denote a route
 * in many web frameworks. They are a character class only if they list consecutive letters (`[abc].ts`). Parentheses are part of a name unless they contain alternatives (`(a|b).ts`).
 */
export function isGlob(path: string): boolean {
  return path.split('/').some((segment) => !isRouteSegment(segment) && /[*?{}[\]]|^!|[@+!]\(|\([^()]*\|/.test(segment));
}

/**
 * Escapes the parts of a glob that are literal in a contract: route segments, and parentheses without alternatives.
 * `app/(shop)/[slug]/*.tsx` matches in folders named `(shop)` and `[slug]`.
 */
export function escapeLiterals(glob: string): string {
  return glob
    .split('/')
    .map((segment) =>
      isRouteSegment(segment) ? segment.replaceAll(/[[\]]/g, '\\$&') : escapeLiteralParentheses(segment),
    )
    .join('/');
}

/** Parentheses are literal unless they belong to an extended glob (`@(a|b)`) or contain alternatives. */
function escapeLiteralParentheses(segment: string): string {
  return segment.replaceAll(/(?<![@+!*?\\])\(([^()|]*)\)/g, '\\($1\\)');
}

/** Whether a path segment is a route parameter: `[id]`, `[...slug]`, `[[...slug]].tsx`. */
function isRouteSegment(segment: string): boolean {
  const match = /^\[{1,2}(?:\.\.\.)?([A-Za-z_][\w-]*)\]{1,2}(?:\.[\w.]+)?$/.exec(segment);
  const name = match?.[1];
  return name !== undefined && name.length > 1 && !isCharacterClass(name);
}

function isCharacterClass(name: string): boolean {
  if (/^[a-z]-[a-z]/i.test(name) && name.length === 3) return true;
  return Array.from(name).every(
    (letter, index) => index === 0 || letter.charCodeAt(0) === name.charCodeAt(index - 1) + 1,
  );
}
