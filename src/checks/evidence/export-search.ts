import type { ResolvedExport } from '../../code/module-index.ts';
import type { Answer } from '../check-definition.ts';
import { someOf } from '../wording/excerpt.ts';
import { nearestName } from '../wording/nearest-name.ts';
import type { Evidence } from './evidence.ts';

/** Whether one file gives a name, by itself (tier 1) or through other modules (tier 2). */
export function findExportIn(name: string, file: string, { index }: Evidence): Answer {
  const expected = `${name} exported by ${file}`;
  const found = index.findExport(file, name);
  if (found) return { passed: true, tier: found.tier, expected, ...describe(found, file) };
  if (!index.moduleOf(file)) {
    return {
      passed: false,
      expected,
      error: `Failed to look for exports in ${file}: it is no file that modules are read from`,
      location: { file, line: 1, column: 1 },
    };
  }
  const given = index.exportsOf(file);
  const near = nearestName(
    name,
    given.map((one) => one.name),
  );
  const nearest = given.find((one) => one.name === near);
  const elsewhere = index.filesExporting(name);
  const sentences = [
    given.length === 0
      ? `${file} exports nothing`
      : `${file} exports ${someOf(given.map((one) => one.name))}, and no ${name}`,
    ...(nearest ? [`the nearest is ${nearest.name}`] : []),
    ...(elsewhere.length > 0 ? [`${someOf(elsewhere, 3)} exports it`] : []),
  ];
  return {
    passed: false,
    tier: 2,
    expected,
    actual: sentences.join('; '),
    location: nearest ? locationOfExport(nearest) : { file, line: 1, column: 1 },
  };
}

export interface ExportScope {
  /** For people: what must be the case. */
  readonly expected: string;
  /** The files that count; undefined: every file. */
  readonly files: ReadonlySet<string> | undefined;
  /** For people: why a file that exports the name does not count. */
  readonly outside?: string;
}

/** Whether one of several files gives a name; where none does, the nearest name is told. */
export function whereExported(name: string, { index }: Evidence, scope: ExportScope): Answer {
  const { expected, files } = scope;
  const giving = index.filesExporting(name);
  const counted = giving.filter((file) => files?.has(file) ?? true);
  // A file that declares the name itself is a better place to point at than one that passes it on.
  const finds = counted.flatMap((file) => {
    const found = index.findExport(file, name);
    return found ? [{ file, found }] : [];
  });
  const best = finds.find(({ found }) => found.tier === 1) ?? finds[0];
  if (best) {
    return { passed: true, tier: best.found.tier, expected, ...describe(best.found, best.file) };
  }
  const near = nearestIn(name, files, index);
  const sentences = [
    files?.size === 0
      ? 'There is no such file'
      : files
        ? `${files.size === 1 ? 'The file does' : 'These files do'} not export ${name}`
        : `No file exports ${name}`,
    ...(near ? [`the nearest is ${near.name} in ${near.file}`] : []),
    ...(giving.length > 0 ? [`${name} is exported by ${someOf(giving, 3)}, ${scope.outside ?? 'which does not count'}`] : []),
  ];
  return {
    passed: false,
    tier: 2,
    expected,
    actual: sentences.join('; '),
    location: near ? locationOfExport(near) : undefined,
  };
}

function nearestIn(
  name: string,
  files: ReadonlySet<string> | undefined,
  index: Evidence['index'],
): ResolvedExport | undefined {
  if (!files) {
    const near = nearestName(name, index.allExportNames());
    const file = near === undefined ? undefined : index.filesExporting(near)[0];
    return near === undefined || file === undefined ? undefined : index.findExport(file, near);
  }
  const given = [...files].flatMap((file) => (index.moduleOf(file) ? index.exportsOf(file) : []));
  const near = nearestName(
    name,
    given.map((one) => one.name),
  );
  return given.find((one) => one.name === near);
}

function describe(found: ResolvedExport, file: string): Pick<Answer, 'actual' | 'location'> {
  const place = `${found.file}:${found.line}`;
  const actual =
    found.file === file
      ? `${found.kind} ${found.name} at ${place}`
      : `${found.kind} ${found.name}, which ${file} passes on from ${place}`;
  return { actual, location: locationOfExport(found) };
}

function locationOfExport(found: ResolvedExport): NonNullable<Answer['location']> {
  return { file: found.file, line: found.line, column: found.column };
}
