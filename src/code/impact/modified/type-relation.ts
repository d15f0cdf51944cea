import type { ts } from 'ts-morph';
import type { TypeScript } from '../../language/typescript-parser.ts';
import { toNormalizedText } from './normalized-text.ts';

/** The relation of a later type to an earlier type: `narrower` if the later type allows fewer values. */
export type TypeRelation = 'same' | 'narrower' | 'wider' | 'unknown';

/**
 * Compares types by their texts. The relation is `unknown` unless the texts are equal or one union contains the other.
 */
export function relateTypes(
  ts: TypeScript,
  before: ts.TypeNode | undefined,
  after: ts.TypeNode | undefined,
): TypeRelation {
  if (before === undefined || after === undefined) return before === after ? 'same' : 'unknown';
  if (toNormalizedText(ts, before) === toNormalizedText(ts, after)) return 'same';
  const membersBefore = findUnionMembers(ts, before);
  const membersAfter = findUnionMembers(ts, after);
  const keepsAllMembers = [...membersBefore].every((member) => membersAfter.has(member));
  const addsNoMember = [...membersAfter].every((member) => membersBefore.has(member));
  if (keepsAllMembers && addsNoMember) return 'same';
  if (addsNoMember) return 'narrower';
  return keepsAllMembers ? 'wider' : 'unknown';
}

function findUnionMembers(ts: TypeScript, type: ts.TypeNode): ReadonlySet<string> {
  if (ts.isParenthesizedTypeNode(type)) return findUnionMembers(ts, type.type);
  if (!ts.isUnionTypeNode(type)) return new Set([toNormalizedText(ts, type)]);
  return new Set(type.types.flatMap((member) => [...findUnionMembers(ts, member)]));
}
