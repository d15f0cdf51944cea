import type { ts } from 'ts-morph';
import type { TypeScript } from '../../code/typescript-parser.ts';
import { normalText } from './normal-text.ts';

/** How one written type stands to another, as far as their texts tell. */
export type TypeRelation = 'same' | 'narrower' | 'wider' | 'unknown';

/** Compares types by their texts: the same, or unions of which one holds all members of the other. */
export function relateTypes(
  ts: TypeScript,
  before: ts.TypeNode | undefined,
  after: ts.TypeNode | undefined,
): TypeRelation {
  if (before === undefined || after === undefined) return before === after ? 'same' : 'unknown';
  if (normalText(ts, before) === normalText(ts, after)) return 'same';
  const was = membersOf(ts, before);
  const is = membersOf(ts, after);
  const kept = [...was].every((member) => is.has(member));
  const known = [...is].every((member) => was.has(member));
  if (kept && known) return 'same';
  if (known) return 'narrower';
  return kept ? 'wider' : 'unknown';
}

function membersOf(ts: TypeScript, type: ts.TypeNode): ReadonlySet<string> {
  if (ts.isParenthesizedTypeNode(type)) return membersOf(ts, type.type);
  if (!ts.isUnionTypeNode(type)) return new Set([normalText(ts, type)]);
  return new Set(type.types.flatMap((member) => [...membersOf(ts, member)]));
}
