import { findNameRole } from './name-role.ts';
import { beforeOperand } from './keywords.ts';
import { TokenKind, type TokenTable } from './token-table.ts';

/** Names that are keywords in some contexts. */
const ambiguous = new Set(
  (
    'abstract accessor any as asserts assert async await bigint boolean constructor declare from get global implements infer ' +
    'interface ' +
    'is keyof module namespace never number object of out override readonly require satisfies set static string ' +
    'symbol type undefined unique unknown using yield let private protected public package'
  ).split(' '),
);

/**
 * Finds the uses of a top-level name of a script.
 *
 * @returns their offsets; `undefined` if an inner scope may declare the name again, which only the full parser can decide
 */
export function findUsesInTokens(tokens: TokenTable, name: string): readonly number[] | undefined {
  return filterUses(tokens, name, () => true)?.map((index) => tokens.start(index));
}

/**
 * Finds the uses of a member of the module that a top-level name is bound to.
 *
 * @param path the names from the module to the member
 * @returns the offsets of the member's name; `undefined` if only the full parser can decide, for example because the
 *   module is destructured, indexed or assigned to another name
 */
export function findMemberUsesInTokens(
  tokens: TokenTable,
  name: string,
  path: readonly string[],
): readonly number[] | undefined {
  const members: number[] = [];
  const uses = filterUses(tokens, name, (index) => {
    let at = index;
    for (const part of path) {
      if (!(tokens.is(at + 1, '.') || tokens.is(at + 1, '?.')))
        return mayBindModule(tokens, index, at) ? undefined : false;
      if (tokens.textOf(at + 2) !== part) return false;
      at += 2;
    }
    members.push(tokens.start(at));
    // `import alias = module.name` declares another name.
    return tokens.isWord(index - 3, 'import') && tokens.is(index - 1, '=') ? undefined : true;
  });
  return uses && members;
}

/** Whether the module in a range of tokens may be bound to another name, or its members accessed in another way. */
function mayBindModule(tokens: TokenTable, first: number, last: number): boolean {
  const before = first - 1;
  const after = last + 1;
  if (tokens.is(before, '=') || tokens.is(after, '[') || tokens.is(after, '!')) return true;
  // In an object: a spread, a property, or a name that is both.
  if (tokens.is(before, '...') || tokens.is(before, ':')) return true;
  if (tokens.isAny(before, '{,') && tokens.isAny(after, ',}')) return true;
  if (tokens.isWord(before, 'await') || tokens.isWord(before, 'typeof')) return true;
  if (tokens.isWord(after, 'as') || tokens.isWord(after, 'satisfies')) return true;
  return tokens.is(before, '(') && tokens.is(after, ')') && !isCall(tokens, before);
}

/** Whether a `(` begins the arguments of a call. */
function isCall(tokens: TokenTable, open: number): boolean {
  if (tokens.kind(open - 1) === TokenKind.punctuator)
    return tokens.isAny(open - 1, ')]>!') || tokens.is(open - 1, '?.');
  return tokens.kind(open - 1) === TokenKind.word && !beforeOperand.has(tokens.textOf(open - 1));
}

function filterUses(
  tokens: TokenTable,
  name: string,
  keeps: (index: number) => boolean | undefined,
): number[] | undefined {
  // The parser handles names with escapes or non-ASCII characters, and names that can be keywords.
  if (!/^[\w$]+$/.test(name) || ambiguous.has(name)) return undefined;
  const found: number[] = [];
  for (const index of tokens.named(name)) {
    const inClause = isInClause(tokens, index);
    if (inClause === undefined) return undefined;
    if (inClause) continue;
    const role = findNameRole(tokens, index);
    if (role === 'unknown') return undefined;
    if (role !== 'use') continue;
    const kept = keeps(index);
    if (kept === undefined) return undefined;
    if (kept) found.push(index);
  }
  return found;
}

/**
 * Whether a name is in the clause of an import, or of an export with `from`, and so does not use a name of the script.
 * `undefined` for an import inside `declare module`, which has its own scope.
 */
function isInClause(tokens: TokenTable, index: number): boolean | undefined {
  const open = tokens.enclosing(index);
  const before = index - 1;
  if (open < 0) {
    if (tokens.isWord(before, 'as')) return tokens.is(before - 1, '*');
    const isDefault =
      tokens.isWord(before, 'import') || (tokens.isWord(before, 'type') && tokens.isWord(before - 1, 'import'));
    return isDefault && (tokens.isWord(index + 1, 'from') || tokens.is(index + 1, ',') || tokens.is(index + 1, '='));
  }
  if (!tokens.is(open, '{')) return false;
  const ahead = tokens.isWord(open - 1, 'type') ? open - 2 : open - 1;
  if (tokens.enclosing(open) >= 0) return tokens.isWord(ahead, 'import') ? undefined : false;
  // `export { a as b }` uses `a`; `b` is the exported name.
  if (!tokens.isWord(tokens.partner(open) + 1, 'from'))
    return tokens.isWord(ahead, 'export') && tokens.isWord(before, 'as');
  return tokens.isWord(ahead, 'import') || tokens.isWord(ahead, 'export') || tokens.is(ahead, ',');
}
