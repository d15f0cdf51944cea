import type { ExportKind } from '../../code/module-record.ts';
import type { TypeScript } from '../../code/typescript-parser.ts';
import { compareDeclarations } from './compare-declarations.ts';
import { breaking, compatible, overall } from './comparison.ts';
import type { Compatibility, Difference } from './comparison.ts';
import { normalText } from './normal-text.ts';
import { writtenExports } from './written-exports.ts';
import type { WrittenExport } from './written-exports.ts';

export type { Compatibility } from './comparison.ts';

/** One export whose declaration says something else than in another version of its file. */
export interface ModifiedExport {
  readonly name: string;
  readonly kind: ExportKind;
  readonly change: 'added' | 'removed' | 'renamed' | 'changed';
  /** The name that it had, where it was renamed. */
  readonly previousName?: string;
  /** What it means for those who use it, as far as it can be told. */
  readonly compatibility: Compatibility;
  /** Why, in words for people. */
  readonly reasons: readonly string[];
  /** The declaration in the later version; of what was removed, in the earlier one. */
  readonly line: number;
  readonly column: number;
}

/** Two versions of a file; undefined where there is none. */
export interface FileVersions {
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** Tells whether a change of types breaks those who use it, for exports whose texts do not; undefined where it cannot. */
export type CompareTypes = (name: string) => Promise<Compatibility | undefined>;

/**
 * [ENF-IMPACT-4] The exports of a file that differ between two of its versions, in the order of the later one, then
 * those that are gone. Comments, white space and quotes are no difference.
 */
export async function modifiedExports(
  ts: TypeScript,
  file: string,
  versions: FileVersions,
  compareTypes?: CompareTypes,
): Promise<readonly ModifiedExport[]> {
  // Git may write other line ends into the tree than it keeps.
  const before = versions.before?.replaceAll('\r\n', '\n');
  const after = versions.after?.replaceAll('\r\n', '\n');
  if (before === after) return [];
  const was = before === undefined ? new Map<string, WrittenExport>() : writtenExports(ts, file, before);
  const is = after === undefined ? new Map<string, WrittenExport>() : writtenExports(ts, file, after);
  const gone = new Map([...was].filter(([name]) => !is.has(name)));
  const modified: ModifiedExport[] = [];
  for (const entry of is.values()) {
    const earlier = was.get(entry.name);
    if (earlier === undefined) {
      const previous = [...gone.values()].find((candidate) => saysTheSame(ts, candidate, entry));
      if (previous !== undefined) gone.delete(previous.name);
      modified.push(previous === undefined ? added(entry) : renamed(previous, entry));
    } else if (!saysTheSame(ts, earlier, entry)) {
      const found = changed(entry, compareDeclarations(ts, earlier, entry));
      const decided = found.compatibility === 'unknown' ? await compareTypes?.(entry.name) : undefined;
      modified.push(decided === undefined ? found : { ...found, compatibility: decided });
    }
  }
  return [...modified, ...[...gone.values()].map(removed)];
}

/** Whether two exports say the same but for their names. */
function saysTheSame(ts: TypeScript, before: WrittenExport, after: WrittenExport): boolean {
  if (before.kind !== after.kind || before.from !== after.from) return false;
  if (before.from !== undefined) return before.name === after.name;
  if (rawText(before) === rawText(after)) return true;
  return textOf(ts, before) === textOf(ts, after);
}

/** The text as it stands, which is compared first: most exports are as they were. */
function rawText({ declarations, statement }: WrittenExport): string {
  return [...declarations, ...(statement === undefined ? [] : [statement])].map((node) => node.getText()).join('\n');
}

function textOf(ts: TypeScript, { declarations, statement }: WrittenExport): string {
  const own = declarations.map((node) => normalText(ts, node, node.name));
  return statement === undefined ? own.join('\n') : normalText(ts, statement);
}

function added({ name, kind, line, column }: WrittenExport): ModifiedExport {
  return describe({ name, kind, line, column }, 'added', [compatible('it is new')]);
}

function removed({ name, kind, line, column }: WrittenExport): ModifiedExport {
  return describe({ name, kind, line, column }, 'removed', [breaking('it was removed')]);
}

function renamed(previous: WrittenExport, { name, kind, line, column }: WrittenExport): ModifiedExport {
  const reason = breaking(`it was called ${previous.name}`);
  return { ...describe({ name, kind, line, column }, 'renamed', [reason]), previousName: previous.name };
}

function changed({ name, kind, line, column }: WrittenExport, differences: readonly Difference[]): ModifiedExport {
  return describe({ name, kind, line, column }, 'changed', differences);
}

function describe(
  place: Pick<ModifiedExport, 'name' | 'kind' | 'line' | 'column'>,
  change: ModifiedExport['change'],
  differences: readonly Difference[],
): ModifiedExport {
  const compatibility = overall(differences);
  // What breaks is said first; the rest of a breaking change matters less.
  const telling = differences.filter((difference) => difference.compatibility === compatibility);
  return { ...place, change, compatibility, reasons: telling.map(({ reason }) => reason) };
}
