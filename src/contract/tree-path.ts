/**
 * What a path of a contract may be: relative, inside the tree, written with "/". These answers come from the text
 * alone; links are followed by whoever opens the file.
 */

/** Why a path leaves the tree, as the end of a sentence ("… is an absolute path"), or undefined where it does not. */
export function whyOutsideTree(path: string): string | undefined {
  if (/^[A-Za-z]:/.test(path)) return 'begins with a drive letter';
  if (/^[\\/]/.test(path)) return 'is an absolute path';
  if (/^~(?:[\\/]|$)/.test(path)) return 'begins with "~", a home folder';
  if (path.split(/[\\/]/).includes('..')) return 'holds ".."';
  if (path.includes('\0')) return 'holds a NUL character';
  return undefined;
}

/**
 * Whether a path is a pattern for several files. Brackets around a whole name, as in `app/[id]/page.tsx`, are what web
 * frameworks call their routes and no pattern, unless they hold neighbouring letters (`[abc].ts`), a character class.
 * Parentheses are a part of the name too, unless they hold alternatives (`(a|b).ts`).
 */
export function isGlob(path: string): boolean {
  return path.split('/').some((segment) => !isRoute(segment) && /[*?{}[\]]|^!|[@+!]\(|\([^()]*\|/.test(segment));
}

/** Whether a backslash stands where "/" is meant, not as the escape of a pattern's special character. */
export function hasBackslashSeparator(path: string): boolean {
  return /\\[^*?{}[\]()!@+\\]/.test(path);
}

/** Whether a name of a path is that of a route: `[id]`, `[...slug]`, `[[...slug]].tsx`. */
export function isRoute(segment: string): boolean {
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
