import { LineMap, toLocation } from '../../../foundation/position.ts';
import type { Location } from '../../../foundation/position.ts';
import { signatureSubject, typeSubject } from '../probes/probe-subject.ts';
import type { ProbeSubject } from '../probes/probe-subject.ts';
import type { QueryKind } from '../queries/type-checker.ts';
import type { QueriedFile } from './queried-files.ts';

/** The location of the declaration that a query is about. */
export function locateDeclaration(file: QueriedFile, kind: QueryKind, name: string): Location | undefined {
  return locateSubject(file, subjectOf(file, kind, name));
}

/** The declaration that a query is about. */
export function subjectOf({ scope }: QueriedFile, kind: QueryKind, name: string): ProbeSubject {
  return kind === 'signatures' ? signatureSubject(scope, name) : typeSubject(scope, name);
}

/** The location of a declaration. */
export function locateSubject({ file, names }: QueriedFile, { nameNode }: ProbeSubject): Location | undefined {
  if (!nameNode) return undefined;
  const { source } = names;
  const start = nameNode.getStart(source);
  // A declaration without a name is represented by its first line.
  const end = 'text' in nameNode ? nameNode.end : source.text.indexOf('\n', start);
  return toLocation(file, new LineMap(source.text).range(start, end < 0 ? nameNode.end : end));
}
