import { formatCount } from '../../foundation/format-count.ts';
import { findUses } from './find-impact.ts';
import { isTypeKind, type Impact, type ImpactSources, type Use } from './impact.ts';
import { formatUseCount } from './impact-summary.ts';
import type { ModifiedExport } from './modified/modified-export.ts';

/** One modified export and its uses. */
export interface ExportImpact extends ModifiedExport {
  /** All uses; for a renamed or removed export, the uses of the previous name too. */
  readonly uses: readonly Use[];
}

/** [ENF-IMPACT-4] Finds the uses of each export of a file that differs between two versions. */
export async function findModifiedImpact(
  sources: ImpactSources,
  file: string,
  modifiedExports: readonly ModifiedExport[],
): Promise<readonly ExportImpact[]> {
  const impacts: ExportImpact[] = [];
  for (const modified of modifiedExports) {
    const names = modified.previousName === undefined ? [modified.name] : [modified.previousName, modified.name];
    const uses: Use[] = [];
    for (const name of names) uses.push(...(await findUses(sources, file, name)).uses);
    impacts.push({ ...modified, uses });
  }
  return impacts;
}

/** Describes a change in one line: `getUser was changed (breaking): the parameter "id" was removed`. */
export function describeChange({ name, change, previousName, compatibility, reasons }: ModifiedExport): string {
  const action = change === 'renamed' ? `${previousName ?? ''} was renamed to ${name}` : `${name} was ${change}`;
  const verdict = compatibility === 'unknown' ? '' : ` (${compatibility})`;
  const explanation = change === 'changed' && reasons.length > 0 ? `: ${reasons.join('; ')}` : '';
  return `${action}${verdict}${explanation}`;
}

/** Creates the impact of the modified exports of a file. @param since a label of the earlier version, such as `HEAD` */
export function toImpact(file: string, since: string, changes: readonly ExportImpact[]): Impact {
  const files = new Set(changes.flatMap(({ uses }) => uses.map((use) => use.file)));
  files.delete(file);
  return {
    filesAffected: [...files].sort(),
    functionsAffected: changes
      .filter(({ kind }) => !isTypeKind(kind))
      .map(({ name, uses }) => ({ name, file, callers: uses })),
    typesAffected: changes
      .filter(({ kind }) => isTypeKind(kind))
      .map(({ name, uses }) => ({ name, file, usages: uses })),
    summary: summarizeChanges(file, since, changes),
  };
}

/** [ENF-IMPACT-3] Describes the modified exports of a file and their uses. */
export function summarizeChanges(file: string, since: string, changes: readonly ExportImpact[]): string {
  if (changes.length === 0) return `No export of ${file} differs from ${since}.`;
  const differ = changes.length === 1 ? 'differs' : 'differ';
  return [
    `${formatCount(changes.length, 'export')} of ${file} ${differ} from ${since}:`,
    ...changes.map((change) => `- ${describeChange(change)} - ${formatUseCount(change.uses)}`),
  ].join('\n');
}
