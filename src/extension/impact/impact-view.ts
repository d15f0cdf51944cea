import type { FileDependents, Impact, ModifiedExportReport } from '../../engine.ts';
import type { ExportImpactView, FileUses, ImpactView } from '../../webview/protocol/impact-panel-data.ts';
import { describeChange, describePublicNames } from './impact-lenses.ts';

/** At most this many uses of one export are listed. The rest are counted. */
const MAX_USES = 500;

/** The engine's results for one file. */
export interface ImpactResults {
  readonly impact: Impact;
  readonly dependents: FileDependents;
  /** The exports that differ from the last commit. */
  readonly modified: readonly ModifiedExportReport[];
}

interface Use {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Returns the text of a line of a file, or `undefined` if the file was not read. */
export type GetLineText = (file: string, line: number) => string | undefined;

/** Creates the impact panel's view of a file, including exports that were removed since the last commit. */
export function createImpactView(
  { impact, dependents, modified }: ImpactResults,
  getLineText: GetLineText,
): ImpactView {
  const { file, files, edges, omitted, mentions } = dependents;
  const changes = new Map(modified.map((each) => [each.name, each]));
  const listContracts = (name: string): ExportImpactView['contracts'] =>
    mentions.filter((mention) => mention.name === name).map(({ title, location }) => ({ title, location }));
  const kinds = new Map(dependents.exports.map(({ name, kind }) => [name, kind]));
  const current = [
    ...impact.functionsAffected.map(({ name, callers }) => ({
      name,
      kind: kinds.get(name) ?? 'value',
      uses: callers,
    })),
    ...impact.typesAffected.map(({ name, usages }) => ({ name, kind: kinds.get(name) ?? 'type', uses: usages })),
  ];
  const known = new Set(current.map(({ name }) => name));
  const removed = modified.filter(({ name, change }) => change === 'removed' && !known.has(name));
  const exports = [...removed, ...current].map(({ name, kind, uses }): ExportImpactView => {
    const change = changes.get(name);
    const all = change && change.uses.length > uses.length ? change.uses : uses;
    const listed = all.slice(0, MAX_USES);
    return {
      name,
      kind,
      uses: all.length,
      fileCount: new Set(all.map((use) => use.file)).size,
      files: groupByFile(listed, getLineText),
      omitted: all.length - listed.length,
      ...(change && { change: toChangeView(change) }),
      contracts: listContracts(change?.previousName ?? name),
    };
  });
  return { file, exports, dependents: { files: [...files], edges: [...edges], omitted } };
}

function toChangeView(change: ModifiedExportReport): NonNullable<ExportImpactView['change']> {
  const { compatibility } = change;
  return {
    compatibility,
    description: `${describeChange(change)}.${describePublicNames(change)}`,
    isNew: change.change === 'added',
  };
}

function groupByFile(uses: readonly Use[], getLineText: GetLineText): FileUses[] {
  const files = new Map<string, FileUses['locations']>();
  for (const { file, line, column } of uses) {
    const text = getLineText(file, line);
    files.set(file, [...(files.get(file) ?? []), { line, column, ...(text !== undefined && { text }) }]);
  }
  return [...files].map(([file, locations]) => ({ file, locations }));
}
