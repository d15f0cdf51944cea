/**
 * Breaks a repository in many ways, one at a time, and compares the errors that its compiler adds with what `check --since`
 * reports: tsc for TypeScript, esbuild as the linker of JavaScript, the import of each module in Python, and `go build` and
 * `go test` for Go.
 *   node test/scripts/planted-breaks.ts FOLDER SOURCES [--count 30] [--seed 1] [--project tsconfig.json]…
 *
 * FOLDER is a clone without changes whose packages are installed. The files below SOURCES are broken: exports are renamed or
 * removed, parameters are added, files are moved. In Python, SOURCES is the folder of the package. Uses in the file of the break
 * itself count in TypeScript and Go only.
 */
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { gitIn, judgeFolder } from './measured/judged-change.ts';
import { findPlantedLanguage, listTracked, movedPath, type PlantedRepository } from './measured/planted-languages.ts';

interface Break {
  readonly kind: string;
  readonly file: string;
  readonly place: string;
  apply(): Promise<void>;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '30' },
    seed: { type: 'string', default: '1' },
    project: { type: 'string', multiple: true, default: ['tsconfig.json'] },
  },
});
const [target, sources] = positionals;
if (target === undefined || sources === undefined) {
  throw new Error('Usage: node test/scripts/planted-breaks.ts FOLDER SOURCES [--count 30] [--seed 1]');
}
const folder = resolve(target);
if ((await gitIn(folder, 'status', '--porcelain')) !== '') {
  throw new Error(`${folder} has changes that are not committed. Use a clone for the measurement.`);
}
const repository: PlantedRepository = { folder, sources, projects: values.project };
const language = await findPlantedLanguage(repository);
const before = await language.compile(repository);
const breaks = await listBreaks();
let random = Number(values.seed);
const totals = { planted: 0, failing: 0, reported: 0, lines: 0, found: 0, other: 0 };
while (totals.planted < Number(values.count) && breaks.length > 0) {
  random = (random * 1103515245 + 12345) % 2147483648;
  const [one] = breaks.splice(random % breaks.length, 1);
  if (one === undefined) break;
  await one.apply();
  try {
    const added = [...(await language.compile(repository))].filter(
      (line) => !before.has(line) && (language.readsOwnUses || !line.startsWith(`${one.file}:`)),
    );
    const { findings } = await judgeFolder(folder, 'HEAD');
    const reported = new Set(findings.filter(({ kind }) => kind.startsWith('broken-')).map(({ place }) => place));
    const missed = added.filter((line) => !reported.has(line));
    const other = [...reported].filter((line) => !added.includes(line));
    totals.planted++;
    totals.failing += added.length > 0 ? 1 : 0;
    totals.reported += missed.length < added.length ? 1 : 0;
    totals.lines += added.length;
    totals.found += added.length - missed.length;
    totals.other += other.length;
    console.log(`${one.kind} ${one.place}: ${added.length - missed.length} of ${added.length} lines`);
    for (const line of missed.slice(0, 3)) console.log(`  not reported: ${line}`);
    for (const line of other.slice(0, 3)) console.log(`  only reported: ${line}`);
  } finally {
    await gitIn(folder, 'checkout', '--quiet', '.');
    await gitIn(folder, 'clean', '--force', '-d', '--quiet', sources);
  }
}
console.log(
  `${language.name}: ${totals.planted} planted; the compiler fails for ${totals.failing}, of which ${totals.reported} are ` +
    `reported at a line that it reports; ${totals.found} of ${totals.lines} lines; ${totals.other} lines where it does not fail`,
);

async function listBreaks(): Promise<Break[]> {
  const files = (await listTracked(folder, repository.sources)).filter((file) => language.isSource(file));
  return (await Promise.all(files.map(listBreaksOf))).flat();
}

async function listBreaksOf(file: string): Promise<readonly Break[]> {
  const path = join(folder, file);
  const text = await readFile(path, 'utf8');
  const edits = language.listEdits(file, text);
  if (edits.length === 0) return [];
  const moved = { kind: 'file moved', file, place: file, apply: () => rename(path, join(folder, movedPath(file))) };
  return [
    ...(language.importsFiles ? [moved] : []),
    ...edits.map(({ kind, name, start, end, by }) => ({
      kind,
      file,
      place: `${file} ${name}`,
      apply: () => writeFile(path, text.slice(0, start) + by + text.slice(end)),
    })),
  ];
}
