/**
 * Breaks a TypeScript repository in many ways, one at a time, and compares the errors of its compiler that a break adds with
 * what `check --since` reports.
 *   node test/scripts/planted-breaks.ts FOLDER SOURCES [--count 30] [--seed 1] [--project tsconfig.json]…
 *
 * FOLDER is a clone without changes whose packages are installed. The files below SOURCES are broken: exports are renamed or
 * removed, parameters are added, files are moved. The compiler checks each --project.
 */
import { createRequire } from 'node:module';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { execa } from 'execa';
import ts from 'typescript';
import { gitIn, judgeFolder } from './measured/judged-change.ts';

interface Break {
  readonly kind: string;
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

for (const project of values.project) {
  if (!(await runCompiler(project, '--listFilesOnly')).includes(`/${sources.replace(/^\.\/|\/$/g, '')}`)) {
    throw new Error(`${project} includes no file of ${sources}: set --project to the one that does.`);
  }
}
const before = await compile();
const breaks = await listBreaks();
let random = Number(values.seed);
const totals = { planted: 0, failing: 0, lines: 0, found: 0, other: 0 };
while (totals.planted < Number(values.count) && breaks.length > 0) {
  random = (random * 1103515245 + 12345) % 2147483648;
  const [one] = breaks.splice(random % breaks.length, 1);
  if (one === undefined) break;
  await one.apply();
  try {
    const added = [...(await compile())].filter((line) => !before.has(line));
    const { findings } = await judgeFolder(folder, 'HEAD');
    const reported = new Set(findings.filter(({ kind }) => kind.startsWith('broken-')).map(({ place }) => place));
    const missed = added.filter((line) => !reported.has(line));
    const other = [...reported].filter((line) => !added.includes(line));
    totals.planted++;
    totals.failing += added.length > 0 ? 1 : 0;
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
  `${totals.planted} planted; the compiler fails for ${totals.failing}, at ${totals.lines} lines, ` +
    `${totals.found} of them reported; ${totals.other} reported where it does not fail`,
);

/** The lines at which the compiler of the repository reports an error: `<file>:<line>`. */
async function compile(): Promise<ReadonlySet<string>> {
  const outputs = await Promise.all(values.project.map((project) => runCompiler(project, '--pretty', 'false')));
  return new Set(
    outputs.flatMap((output) =>
      [...output.matchAll(/^(\S.*?)\((\d+),\d+\): error /gm)].map(([, file = '', line = '']) => `${file}:${line}`),
    ),
  );
}

async function runCompiler(project: string, ...options: readonly string[]): Promise<string> {
  const compiler = createRequire(join(folder, 'package.json')).resolve('typescript/lib/tsc.js');
  const withoutOutput = [
    '--noEmit',
    '--composite',
    'false',
    '--incremental',
    'false',
    '--emitDeclarationOnly',
    'false',
  ];
  const { stdout } = await execa(
    process.execPath,
    [compiler, '--project', project, ...withoutOutput, '--skipLibCheck', ...options],
    { cwd: folder, stdin: 'ignore', reject: false, maxBuffer: 1e9 },
  );
  return stdout;
}

async function listBreaks(): Promise<Break[]> {
  const files = (await gitIn(folder, 'ls-files', '--', sources ?? '.'))
    .split('\n')
    .filter((file) => /(?<!\.d|\.test|\.spec)\.tsx?$/.test(file));
  return (await Promise.all(files.map(listBreaksOf))).flat();
}

async function listBreaksOf(file: string): Promise<readonly Break[]> {
  const absolute = join(folder, file);
  const text = await readFile(absolute, 'utf8');
  const replace = (kind: string, name: string, [start, end]: readonly [number, number], by: string): Break => ({
    kind,
    place: `${file} ${name}`,
    apply: () => writeFile(absolute, text.slice(0, start) + by + text.slice(end)),
  });
  const exported = ts
    .createSourceFile(file, text, ts.ScriptTarget.Latest, true)
    .statements.filter((statement) => ts.canHaveModifiers(statement) && isNamedExport(statement));
  if (exported.length === 0) return [];
  const moved = absolute.replace(/(\.tsx?)$/, '-moved$1');
  return [
    { kind: 'file moved', place: file, apply: () => rename(absolute, moved) },
    ...exported.flatMap((statement) => {
      const name = ts.isVariableStatement(statement)
        ? statement.declarationList.declarations[0]?.name
        : ts.isFunctionDeclaration(statement) || ts.isTypeAliasDeclaration(statement)
          ? statement.name
          : undefined;
      if (name === undefined || !ts.isIdentifier(name)) return [];
      const span = [name.getStart(), name.end] as const;
      const keyword = text.indexOf('export', statement.getStart());
      const parameters = ts.isFunctionDeclaration(statement) ? statement.parameters : undefined;
      return [
        replace('export renamed', name.text, span, `${name.text}Planted`),
        replace('export removed', name.text, [keyword, keyword + 'export'.length], ''),
        ...(parameters === undefined
          ? []
          : [replace('parameter added', name.text, [parameters.pos, parameters.pos], 'planted: symbol, ')]),
      ];
    }),
  ];
}

function isNamedExport(statement: ts.HasModifiers): boolean {
  const kinds = (ts.getModifiers(statement) ?? []).map(({ kind }) => kind);
  return kinds.includes(ts.SyntaxKind.ExportKeyword) && !kinds.includes(ts.SyntaxKind.DefaultKeyword);
}
