import type { TypeScript } from '../code/typescript-parser.ts';
import { isType, usesOfExport } from './impact.ts';
import type { Impact, ImpactSources, Place } from './impact.ts';
import { counted } from './impact-summary.ts';
import { modifiedExports } from './modified/modified-exports.ts';
import type { CompareTypes, ModifiedExport } from './modified/modified-exports.ts';

/** One modified export with the places that use it. */
export interface ExportImpact extends ModifiedExport {
  /** Every use; of what was renamed or removed, the uses of the name that is gone. */
  readonly places: readonly Place[];
}

/** [ENF-IMPACT-4] The exports of a file that differ from an earlier text of it, with who uses them. */
export async function impactOfChanges(
  sources: ImpactSources,
  ts: TypeScript,
  file: string,
  versions: { readonly before: string | undefined; readonly after: string | undefined },
  compareTypes?: CompareTypes,
): Promise<readonly ExportImpact[]> {
  const found: ExportImpact[] = [];
  for (const modified of await modifiedExports(ts, file, versions, compareTypes)) {
    const names = modified.previousName === undefined ? [modified.name] : [modified.previousName, modified.name];
    const places: Place[] = [];
    for (const name of names) places.push(...(await usesOfExport(sources, file, name)).places);
    found.push({ ...modified, places });
  }
  return found;
}

/** What happened to an export, in a few words: `getUser was changed (breaking): the parameter "id" was removed`. */
export function changeInWords({ name, change, previousName, compatibility, reasons }: ModifiedExport): string {
  const what = change === 'renamed' ? `${previousName ?? ''} is called ${name} now` : `${name} was ${change}`;
  const verdict = compatibility === 'unknown' ? '' : ` (${compatibility})`;
  const why = change === 'changed' && reasons.length > 0 ? `: ${reasons.join('; ')}` : '';
  return `${what}${verdict}${why}`;
}

/** The impact of those exports alone that differ from an earlier text. @param since what the earlier text is called */
export function impactOfModified(file: string, since: string, changes: readonly ExportImpact[]): Impact {
  const files = new Set(changes.flatMap(({ places }) => places.map((place) => place.file)));
  files.delete(file);
  return {
    filesAffected: [...files].sort(),
    functionsAffected: changes
      .filter(({ kind }) => !isType(kind))
      .map(({ name, places }) => ({ name, file, callers: places })),
    typesAffected: changes
      .filter(({ kind }) => isType(kind))
      .map(({ name, places }) => ({ name, file, usages: places })),
    summary: changesSummary(file, since, changes),
  };
}

/** [ENF-IMPACT-3] What changed and whom it reaches, in words. */
export function changesSummary(file: string, since: string, changes: readonly ExportImpact[]): string {
  if (changes.length === 0) return `No export of ${file} differs from ${since}.`;
  const lines = changes.map((change) => {
    const files = new Set(change.places.map((place) => place.file)).size;
    const reach =
      change.places.length === 0 ? 'no uses' : `${counted(change.places.length, 'use')} in ${counted(files, 'file')}`;
    return `- ${changeInWords(change)} - ${reach}`;
  });
  return [
    `${counted(changes.length, 'export')} of ${file} ${changes.length === 1 ? 'differs' : 'differ'} from ${since}:`,
    ...lines,
  ].join('\n');
}
