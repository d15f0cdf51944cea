import type { FileDependents, Impact, ModifiedExportReport } from '../../engine.ts';
import type { ExportImpactView, ImpactView, UsePlaces } from '../../webview/protocol/impact-view.ts';
import { changeInWords } from './impact-words.ts';

/** More places of one export are told by their number: nobody reads them one by one. */
const PLACES = 500;

/** What the engine says of one file. */
export interface ImpactAnswers {
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

/** The text of a line of a file, where it is known. */
export type LineText = (file: string, line: number) => string | undefined;

/** Everything that the impact panel shows of a file; what was removed since the last commit is among its exports. */
export function impactView({ impact, dependents, modified }: ImpactAnswers, textOf: LineText): ImpactView {
  const { file, files, edges, omitted, mentions } = dependents;
  const changes = new Map(modified.map((each) => [each.name, each]));
  const contractsOf = (name: string): ExportImpactView['contracts'] =>
    mentions.filter((mention) => mention.name === name).map(({ title, location }) => ({ title, place: location }));
  const kinds = new Map(dependents.exports.map(({ name, kind }) => [name, kind]));
  const present = [
    ...impact.functionsAffected.map(({ name, callers }) => ({
      name,
      kind: kinds.get(name) ?? 'value',
      places: callers,
    })),
    ...impact.typesAffected.map(({ name, usages }) => ({ name, kind: kinds.get(name) ?? 'type', places: usages })),
  ];
  const known = new Set(present.map(({ name }) => name));
  const gone = modified.filter(({ name, change }) => change === 'removed' && !known.has(name));
  const exports = [...gone, ...present].map(({ name, kind, places }): ExportImpactView => {
    const change = changes.get(name);
    const all = change && change.places.length > places.length ? change.places : places;
    const listed = all.slice(0, PLACES);
    return {
      name,
      kind,
      uses: all.length,
      fileCount: new Set(all.map((place) => place.file)).size,
      files: byFile(listed, textOf),
      omitted: all.length - listed.length,
      ...(change && { change: changeView(change) }),
      contracts: contractsOf(change?.previousName ?? name),
    };
  });
  return { file, exports, dependents: { files: [...files], edges: [...edges], omitted } };
}

function changeView(change: ModifiedExportReport): NonNullable<ExportImpactView['change']> {
  const { compatibility } = change;
  return { compatibility, words: `${changeInWords(change)}.`, isNew: change.change === 'added' };
}

function byFile(places: readonly Use[], textOf: LineText): UsePlaces[] {
  const files = new Map<string, UsePlaces['places']>();
  for (const { file, line, column } of places) {
    const text = textOf(file, line);
    files.set(file, [...(files.get(file) ?? []), { line, column, ...(text !== undefined && { text }) }]);
  }
  return [...files].map(([file, found]) => ({ file, places: found }));
}
