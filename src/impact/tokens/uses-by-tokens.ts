import { roleOfName } from './name-role.ts';
import type { TokenTable } from './token-table.ts';

/** Names that are words of the language where the language wants them. */
const ambiguous = new Set(
  (
    'abstract accessor any as asserts assert async await bigint boolean constructor declare from get global infer ' +
    'is keyof module namespace never number object of out override readonly require satisfies set static string ' +
    'symbol type undefined unique unknown using yield let private protected public package'
  ).split(' '),
);

/**
 * Where a script uses a name of its top, as offsets; undefined where the name may be declared anew somewhere, so that
 * the full parser must be asked.
 */
export function usesByTokens(tokens: TokenTable, name: string): readonly number[] | undefined {
  return usesThat(tokens, name, () => true)?.map((index) => tokens.start(index));
}

/**
 * Where a script takes a member from a module that a name of its top stands for; undefined in doubt, and where the
 * module is unpacked, indexed or given another name. @param path the members to follow; the last one's places count
 */
export function memberUsesByTokens(
  tokens: TokenTable,
  name: string,
  path: readonly string[],
): readonly number[] | undefined {
  const members: number[] = [];
  const uses = usesThat(tokens, name, (index) => {
    let at = index;
    for (const part of path) {
      if (!(tokens.is(at + 1, '.') || tokens.is(at + 1, '?.'))) return mayPassOn(tokens, index, at) ? undefined : false;
      if (tokens.textOf(at + 2) !== part) return false;
      at += 2;
    }
    members.push(tokens.start(at));
    // `import short = module.name` gives it another name.
    return tokens.isWord(index - 3, 'import') && tokens.is(index - 1, '=') ? undefined : true;
  });
  return uses && members;
}

/** Whether a module that stands between two tokens itself may go on under another name, or be looked into otherwise. */
function mayPassOn(tokens: TokenTable, first: number, last: number): boolean {
  const before = first - 1;
  const after = last + 1;
  if (tokens.is(before, '=') || tokens.is(after, '[') || tokens.is(after, '!')) return true;
  if (tokens.isWord(before, 'await') || tokens.isWord(before, 'typeof')) return true;
  if (tokens.isWord(after, 'as') || tokens.isWord(after, 'satisfies')) return true;
  return tokens.is(before, '(') && tokens.is(after, ')') && (tokens.is(after + 1, '.') || tokens.is(after + 1, '['));
}

function usesThat(
  tokens: TokenTable,
  name: string,
  keeps: (index: number) => boolean | undefined,
): number[] | undefined {
  // Names in other forms, with escapes or marks, are left to the parser, and those that mean more elsewhere.
  if (!/^[\w$]+$/.test(name) || ambiguous.has(name)) return undefined;
  const found: number[] = [];
  for (const index of tokens.named(name)) {
    const inClause = isInClause(tokens, index);
    if (inClause === undefined) return undefined;
    if (inClause) continue;
    const role = roleOfName(tokens, index);
    if (role === 'doubt') return undefined;
    if (role !== 'use') continue;
    const kept = keeps(index);
    if (kept === undefined) return undefined;
    if (kept) found.push(index);
  }
  return found;
}

/**
 * Whether a name stands in the clause of an import, or of an export with `from`: no use of a name of the module.
 * Undefined where the clause is that of a module declared in the script, whose names are its own.
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
  // `export { a as b }` takes a from here; b is another's name for it.
  if (!tokens.isWord(tokens.partner(open) + 1, 'from'))
    return tokens.isWord(ahead, 'export') && tokens.isWord(before, 'as');
  return tokens.isWord(ahead, 'import') || tokens.isWord(ahead, 'export') || tokens.is(ahead, ',');
}
