import type { ResolvedExport } from '../../code/module-index.ts';
import type { ExportKind } from '../../code/module-record.ts';
import { syntaxMistakes } from '../../code/syntax-mistakes.ts';
import { loadTypeScript } from '../../code/typescript-parser.ts';
import { HoldfastError } from '../../shared/errors.ts';
import type { Answer } from '../check-definition.ts';
import { someOf } from '../wording/excerpt.ts';
import { nearestName } from '../wording/nearest-name.ts';
import type { Evidence } from './evidence.ts';
import { whyLost } from './lost-export.ts';

/** Whether one file gives a name, by itself (tier 1) or through other modules (tier 2). */
export async function findExportIn(name: string, file: string, evidence: Evidence): Promise<Answer> {
  const { index } = evidence;
  const expected = `${name} exported by ${file}`;
  const found = index.findExport(file, name);
  if (found) return given(name, found, file, expected, evidence);
  await requireModule(file, 'exports', evidence);
  const exported = index.exportsOf(file);
  const names = exported.map((one) => one.name);
  const near = nearestName(name, names);
  const nearest = exported.find((one) => one.name === near);
  // That other files have a default tells nobody anything.
  const elsewhere = name === 'default' || name === 'export=' ? [] : index.filesExporting(name);
  const sentences = [
    names.length === 0 ? `${file} exports nothing` : `${file} exports ${someOf(names)}, and no ${name}`,
    ...(nearest ? [`the nearest is ${nearest.name}`] : []),
    ...(elsewhere.length > 0 ? [`${name} is exported by ${someOf(elsewhere, 3)}`] : []),
    ...(await whyHalfRead(file, evidence)),
  ];
  return {
    passed: false,
    tier: 2,
    expected,
    actual: sentences.join('; '),
    location: nearest ? placeOfExport(nearest) : { file, line: 1, column: 1 },
  };
}

/** What a file lacks may stand in it behind a mistake of syntax. The lexer leaves such files to the full parser. */
async function whyHalfRead(file: string, { index, tree }: Evidence): Promise<readonly string[]> {
  if (index.moduleOf(file)?.parsedBy !== 'parser') return [];
  const [mistake] = syntaxMistakes(await loadTypeScript(), file, await tree.readText(file));
  return mistake === undefined ? [] : [`it does not parse at line ${mistake.line}: ${mistake.message}`];
}

async function given(
  name: string,
  found: ResolvedExport,
  file: string,
  expected: string,
  evidence: Evidence,
): Promise<Answer> {
  const lost = await whyLost(found, evidence);
  if (lost === undefined) return { passed: true, tier: found.tier, expected, ...described(found, file) };
  return {
    passed: false,
    tier: 2,
    expected,
    actual: `${file} names ${name}, but ${lost}`,
    location: placeOfExport(found),
  };
}

/** Throws where a file cannot be read as text, or is none that modules are read from, with the reason. */
export async function requireModule(file: string, sought: string, { index, tree }: Evidence): Promise<void> {
  await tree.readText(file);
  if (index.moduleOf(file)) return;
  throw new HoldfastError(
    'contract',
    `Failed to look for ${sought} in ${file}: it is not among the modules of the workspace`,
    { hint: 'Modules are TypeScript, JavaScript, Vue, Svelte and Astro files that are tracked, or not ignored.' },
  );
}

export interface ExportScope {
  /** For people: what must be the case. */
  readonly expected: string;
  /** Whether a file counts. */
  readonly includes: (file: string) => boolean;
  /** For people: the files that count, in the plural; undefined: all. */
  readonly files?: string;
  /** Kinds of declarations that will not do. */
  readonly refused?: ReadonlySet<ExportKind>;
}

/** Whether one of several files gives a name; where none does, the nearest name is told. */
export async function whereExported(name: string, evidence: Evidence, scope: ExportScope): Promise<Answer> {
  const { index } = evidence;
  const { expected } = scope;
  const giving = index.filesExporting(name);
  // Files that declare a name come first: they are the better place to point at.
  let unfit: Answer | undefined;
  for (const file of giving) {
    const found = scope.includes(file) ? index.findExport(file, name) : undefined;
    if (!found) continue;
    const answer = await given(name, found, file, expected, evidence);
    const isRefused = scope.refused?.has(found.kind) === true;
    if (answer.passed && !isRefused) return answer;
    unfit ??= { ...answer, passed: false };
  }
  if (unfit) return unfit;
  const near = nearestIn(name, scope, index);
  const sentences = [
    scope.files === undefined ? `No file exports ${name}` : `None of ${scope.files} exports ${name}`,
    ...(near ? [`the nearest is ${near.name} in ${near.file}`] : []),
    ...(giving.length > 0 ? [`${name} is exported by ${someOf(giving, 3)}`] : []),
  ];
  return {
    passed: false,
    tier: 2,
    expected,
    actual: sentences.join('; '),
    location: near ? placeOfExport(near) : undefined,
  };
}

function nearestIn(name: string, scope: ExportScope, index: Evidence['index']): ResolvedExport | undefined {
  if (scope.files === undefined) {
    const near = nearestName(name, index.allExportNames());
    const file = near === undefined ? undefined : index.filesExporting(near)[0];
    return near === undefined || file === undefined ? undefined : index.findExport(file, near);
  }
  const given = [...index.files()].filter(scope.includes).flatMap((file) => index.exportsOf(file));
  const near = nearestName(
    name,
    given.map((one) => one.name),
  );
  return given.find((one) => one.name === near);
}

function described(found: ResolvedExport, file: string): Pick<Answer, 'actual' | 'location'> {
  const place = `${found.file}:${found.line}`;
  const actual =
    found.file === file
      ? `${found.kind} ${found.name} at ${place}`
      : `${found.kind} ${found.name}, which ${file} passes on from ${place}`;
  return { actual, location: placeOfExport(found) };
}

function placeOfExport(found: ResolvedExport): NonNullable<Answer['location']> {
  return { file: found.file, line: found.line, column: found.column };
}
