import type { ImportedName } from '../../modules/module-record.ts';
import { TokenKind, type TokenTable } from './token-table.ts';

/**
 * Finds the imported names in the clause of an import, a re-export or a `require`. `* as all` contains no imported name.
 *
 * @param specifier the token of the module specifier
 * @returns the offsets of the names
 */
export function findClauseNames(tokens: TokenTable, specifier: number, names: readonly ImportedName[]): number[] {
  const clause = tokens.isWord(specifier - 1, 'from') ? specifier - 2 : requiredClause(tokens, specifier);
  if (clause < 0) return [];
  const found: number[] = [];
  let rest = clause;
  if (tokens.is(clause, '}')) {
    const open = tokens.partner(clause);
    for (const { imported, local } of names) {
      const at = nameInBraces(tokens, open, imported, local);
      if (at >= 0) found.push(tokens.start(at));
    }
    rest = tokens.is(open - 1, ',') ? open - 2 : -1;
  }
  // `* as all` can follow a default import and a comma.
  if (tokens.isWord(rest - 1, 'as') && tokens.is(rest - 2, '*')) rest = tokens.is(rest - 3, ',') ? rest - 4 : -1;
  if (tokens.kind(rest) !== TokenKind.word) return found;
  const local = tokens.textOf(rest);
  if (names.some((name) => name.local === local && name.imported !== '*')) found.push(tokens.start(rest));
  return found;
}

/** The last token of the pattern or name that `= require('x')` is assigned to; -1 if there is none. */
function requiredClause(tokens: TokenTable, specifier: number): number {
  const isRequired =
    tokens.is(specifier - 1, '(') && tokens.isWord(specifier - 2, 'require') && tokens.is(specifier - 3, '=');
  return isRequired ? specifier - 4 : -1;
}

function nameInBraces(tokens: TokenTable, open: number, imported: string, local: string): number {
  const close = tokens.partner(open);
  for (let at = open + 1; at < close; at++) {
    if (unquoted(tokens.textOf(at)) !== imported) continue;
    const renames = tokens.isWord(at + 1, 'as') || tokens.is(at + 1, ':');
    if ((renames ? unquoted(tokens.textOf(at + 2)) : imported) !== local) continue;
    const before = at - 1;
    if (before === open || tokens.is(before, ',') || tokens.isWord(before, 'type')) return at;
  }
  return -1;
}

function unquoted(text: string): string {
  return /^['"]/.test(text) ? text.slice(1, -1) : text;
}
