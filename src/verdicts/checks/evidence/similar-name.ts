import type { ResolvedExport } from '../../../code/index/module-index.ts';
import type { FunctionSymbol } from '../../../code/declarations/function-symbols.ts';
import type { Location } from '../../../foundation/position.ts';
import type { CheckAnswer } from '../interfaces/result.ts';
import type { Evidence } from './evidence.ts';

/** A name that the code declares, with its declaration. */
export interface LocatedName {
  readonly name: string;
  readonly location: Location;
}

/** The declared name that is most similar to the missing one; `undefined` if none is. */
export function findSimilarName(
  missing: string,
  declared: readonly LocatedName[],
  evidence: Evidence,
): LocatedName | undefined {
  const similar = evidence.nearestName(missing, new Set(declared.map(({ name }) => name)));
  return declared.find(({ name }) => name === similar);
}

/** The export of the tree that is most similar to the missing one; `undefined` if none is. */
export function findSimilarExport(missing: string, evidence: Evidence): LocatedName | undefined {
  const { index } = evidence;
  const similar = evidence.nearestName(missing, index.allExportNames());
  const file = similar === undefined ? undefined : index.filesExporting(similar)[0];
  const found = similar === undefined || file === undefined ? undefined : index.findExport(file, similar);
  return found && toLocatedName(found);
}

export function toLocatedName({ name, file, line, column }: ResolvedExport): LocatedName {
  return { name, location: { file, line, column } };
}

export function toDeclaredFunction(file: string, { name, line, column }: FunctionSymbol): LocatedName {
  return { name, location: { file, line, column } };
}

/** The part of an answer that leads to the similar name; empty if there is none. */
export function answerSimilar(
  similar: LocatedName | undefined,
): Pick<CheckAnswer, 'mismatch' | 'similar' | 'location'> {
  if (similar === undefined) return {};
  return { mismatch: 'similar-name', similar: similar.name, location: similar.location };
}

/** The end of a text that asks whether the similar name was meant; empty if there is none. @param place such as ` in a.py` */
export function askForSimilar(similar: LocatedName | undefined, place = ''): string {
  return similar === undefined ? '' : `. Did you mean "${similar.name}"${place}?`;
}
