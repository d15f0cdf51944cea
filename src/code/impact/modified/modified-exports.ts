import type { TypeScript } from '../../language/typescript-parser.ts';
import { formatTypeTag } from './comment-types.ts';
import { compareDeclarations } from './compare-declarations.ts';
import { breaking, type Compatibility } from './difference.ts';
import { toAddedExport, toChangedExport, toRemovedExport, toRenamedExport } from './modified-export.ts';
import type { ModifiedExport } from './modified-export.ts';
import { toNormalizedText } from './normalized-text.ts';
import { parseExports } from './parsed-exports.ts';
import type { ParsedExport } from './parsed-exports.ts';
import { refersToChangedDeclaration, toTypeComparison } from './type-comparison.ts';
import type { TypeComparison } from './type-comparison.ts';

export type { TypeComparison } from './type-comparison.ts';

/** The texts of two versions of a file; `undefined` if the file does not exist in that version. */
export interface TextVersions {
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** The type checker's result for one type comparison. */
export interface TypeVerdict {
  readonly compatibility: Exclude<Compatibility, 'unknown'>;
  /** The earlier type in one line. Both types are empty if they are too long to be readable. */
  readonly typeBefore: string;
  readonly typeAfter: string;
}

/** Compares the types of exports in one batch. The result omits exports whose types cannot be compared. */
export type CompareTypes = (comparisons: readonly TypeComparison[]) => Promise<ReadonlyMap<string, TypeVerdict>>;

/**
 * [ENF-IMPACT-4] Finds the exports that differ between two versions of a file. Ignores comments, white space and quotes.
 * Lists the exports in the order of the later version, followed by the removed exports.
 */
export async function findModifiedExports(
  ts: TypeScript,
  file: string,
  versions: TextVersions,
  compareTypes?: CompareTypes,
): Promise<readonly ModifiedExport[]> {
  // Git can convert line endings on checkout.
  const before = versions.before?.replaceAll('\r\n', '\n');
  const after = versions.after?.replaceAll('\r\n', '\n');
  if (before === after) return [];
  const exportsBefore = before === undefined ? new Map<string, ParsedExport>() : parseExports(ts, file, before);
  const exportsAfter = after === undefined ? new Map<string, ParsedExport>() : parseExports(ts, file, after);
  const unmatchedBefore = new Map([...exportsBefore].filter(([name]) => !exportsAfter.has(name)));
  const modified: ModifiedExport[] = [];
  const comparisons = new Map<string, TypeComparison>();
  const unchangedReferrers: ParsedExport[] = [];
  const addComparison = (earlier: ParsedExport, entry: ParsedExport): boolean => {
    const comparison = toTypeComparison(ts, earlier, entry);
    if (comparison !== undefined) comparisons.set(entry.name, comparison);
    return comparison !== undefined;
  };
  for (const entry of exportsAfter.values()) {
    const earlier = exportsBefore.get(entry.name);
    if (earlier === undefined) {
      const previous = [...unmatchedBefore.values()].find((candidate) => isUnchanged(ts, candidate, entry));
      if (previous !== undefined) unmatchedBefore.delete(previous.name);
      modified.push(previous === undefined ? toAddedExport(entry) : toRenamedExport(previous, entry));
    } else if (!isUnchanged(ts, earlier, entry)) {
      const changedExport = toChangedExport(entry, compareDeclarations(ts, earlier, entry));
      modified.push(changedExport);
      if (changedExport.compatibility === 'unknown') addComparison(earlier, entry);
    } else if (compareTypes !== undefined && refersToChangedDeclaration(ts, earlier, entry)) {
      if (addComparison(earlier, entry)) unchangedReferrers.push(entry);
    }
  }
  const verdicts = comparisons.size === 0 ? undefined : await compareTypes?.([...comparisons.values()]);
  const completed =
    verdicts === undefined ? modified : addTypeVerdicts({ modified, unchangedReferrers, comparisons, verdicts });
  return [...completed, ...[...unmatchedBefore.values()].map(toRemovedExport)];
}

interface TypeComparisonResults {
  readonly modified: readonly ModifiedExport[];
  /** Unchanged exports that refer to a changed declaration. */
  readonly unchangedReferrers: readonly ParsedExport[];
  /** The comparisons by export name. */
  readonly comparisons: ReadonlyMap<string, TypeComparison>;
  /** The results by export name. */
  readonly verdicts: ReadonlyMap<string, TypeVerdict>;
}

/** Adds the type verdicts to the modified exports. Adds each unchanged export whose type is now incompatible. */
function addTypeVerdicts({
  modified,
  unchangedReferrers,
  comparisons,
  verdicts,
}: TypeComparisonResults): readonly ModifiedExport[] {
  const completed = modified.map((entry) => {
    const verdict = comparisons.has(entry.name) ? verdicts.get(entry.name) : undefined;
    if (verdict === undefined) return entry;
    return { ...entry, compatibility: verdict.compatibility, reasons: [...entry.reasons, ...describeTypes(verdict)] };
  });
  const brokenByReference = unchangedReferrers.flatMap((entry) => {
    const verdict = verdicts.get(entry.name);
    if (verdict?.compatibility !== 'breaking') return [];
    const reasons = ['a declaration that it uses changed', ...describeTypes(verdict)];
    return [toChangedExport(entry, reasons.map(breaking))];
  });
  return brokenByReference.length === 0 ? completed : sortByPosition([...completed, ...brokenByReference]);
}

function describeTypes({ typeBefore, typeAfter }: TypeVerdict): readonly string[] {
  return typeBefore === '' || typeAfter === '' || typeBefore === typeAfter
    ? []
    : [`its type changed from ${typeBefore} to ${typeAfter}`];
}

function sortByPosition(modified: readonly ModifiedExport[]): readonly ModifiedExport[] {
  return [...modified].sort((a, b) => a.line - b.line || a.column - b.column);
}

/** Whether two exports are equal apart from their names. */
function isUnchanged(ts: TypeScript, before: ParsedExport, after: ParsedExport): boolean {
  if (before.kind !== after.kind || before.from !== after.from) return false;
  if (before.from !== undefined) return before.name === after.name;
  if (getSourceText(before) === getSourceText(after)) return true;
  return toComparableText(ts, before) === toComparableText(ts, after);
}

/** Returns the exact source text. Comparing exact texts first is fast, because most exports are unchanged. */
function getSourceText({ declarations, statement, tag }: ParsedExport): string {
  return [...declarations, statement, tag].map((node) => node?.getText() ?? '').join('\n');
}

function toComparableText(ts: TypeScript, { declarations, statement, tag }: ParsedExport): string {
  if (tag !== undefined) return formatTypeTag(ts, tag);
  const declarationTexts = declarations.map((node) => toNormalizedText(ts, node, node.name));
  return statement === undefined ? declarationTexts.join('\n') : toNormalizedText(ts, statement);
}
