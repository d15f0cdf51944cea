import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ApiComparison } from '../../../src/engine.ts';
import { checkConsumer } from './check-consumer.ts';
import { RELEASES } from './releases.ts';

/**
 * Compares the class that `holdfast api --since` gives to neighbouring releases of public packages with that of a generated
 * consumer. Needs the registry. `node test/bench/api-releases/measure.ts [package …]`, after a build.
 */
const CACHE = process.env['HOLDFAST_API_RELEASES'] ?? join(tmpdir(), 'holdfast-api-releases');
const PROGRAM = process.env['HOLDFAST_PROGRAM'] ?? join(import.meta.dirname, '../../../dist/cli.js');

interface Row {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly consumer: string;
  readonly api: string;
  readonly lines: number;
  readonly inexpressible: number;
  readonly broken: Readonly<Record<string, string>>;
  readonly compatible: readonly string[];
  readonly breaks: readonly string[];
  readonly unknown: readonly string[];
}

function fetchRelease(name: string, version: string): string {
  const folder = join(CACHE, 'packages', `${name.replace('/', '+')}-${version}`);
  if (existsSync(join(folder, 'package.json'))) return folder;
  mkdirSync(join(CACHE, 'packed'), { recursive: true });
  const args = ['pack', `${name}@${version}`, '--silent', '--pack-destination', join(CACHE, 'packed')];
  const archive = execFileSync('npm', args, { encoding: 'utf8' }).trim().split('\n').at(-1) ?? '';
  mkdirSync(folder, { recursive: true });
  execFileSync('tar', ['-xzf', join(CACHE, 'packed', archive), '-C', folder, '--strip-components=1']);
  return folder;
}

/** The folder with the direct dependencies of a release, which its types mention. */
function fetchDependencies(name: string, version: string): string {
  const folder = join(CACHE, 'dependencies', `${name.replace('/', '+')}-${version}`);
  if (existsSync(folder)) return folder;
  const manifest = JSON.parse(readFileSync(join(fetchRelease(name, version), 'package.json'), 'utf8')) as {
    dependencies?: Record<string, string>;
  };
  mkdirSync(folder, { recursive: true });
  for (const [dependency, range] of Object.entries(manifest.dependencies ?? {})) {
    cpSync(fetchRelease(dependency, range), join(folder, dependency), { recursive: true });
  }
  return folder;
}

/** The differences of two releases, as a repository whose commit is the first and whose files are the second. */
function compareByApi(name: string, before: string, after: string, dependencies: string): ApiComparison {
  const folder = join(CACHE, 'repository', name.replace('/', '+'));
  rmSync(folder, { recursive: true, force: true });
  cpSync(before, folder, { recursive: true });
  rmSync(join(folder, '.gitignore'), { force: true });
  const git = (...args: string[]): void =>
    void execFileSync('git', ['-C', folder, '-c', 'user.name=A', '-c', 'user.email=a@example.invalid', ...args]);
  git('init', '-q');
  git('add', '-Af');
  git('commit', '-qm', 'before');
  for (const entry of readdirSync(folder)) if (entry !== '.git') rmSync(join(folder, entry), { recursive: true });
  cpSync(after, folder, { recursive: true });
  rmSync(join(folder, '.gitignore'), { force: true });
  cpSync(dependencies, join(folder, 'node_modules'), { recursive: true });
  writeFileSync(join(folder, '.git/info/exclude'), 'node_modules\n');
  const args = [PROGRAM, 'api', '--since', 'HEAD', '--format', 'json'];
  const text = execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 28 });
  const { comparisons } = JSON.parse(text) as { comparisons: ApiComparison[] };
  const [comparison] = comparisons;
  if (comparison === undefined) throw new Error(`No comparison of ${name}: ${text}`);
  return comparison;
}

function compareRelease(name: string, from: string, to: string): Row {
  const [before, after] = [fetchRelease(name, from), fetchRelease(name, to)];
  const comparison = compareByApi(name, before, after, fetchDependencies(name, to));
  const place = (version: string, folder: string): string => {
    const root = join(CACHE, 'consumers', `${name.replace('/', '+')}-${version}`);
    if (!existsSync(join(root, 'node_modules', name)))
      cpSync(folder, join(root, 'node_modules', name), { recursive: true });
    cpSync(fetchDependencies(name, version), join(root, 'node_modules'), { recursive: true });
    return root;
  };
  const verdict = checkConsumer(name, place(from, before), place(to, after));
  const differs = comparison.compatibility ?? 'none';
  const listed = (kind: string): readonly string[] =>
    comparison.differences
      .filter(({ compatibility }) => compatibility === kind)
      .map(
        (one) => `${one.name}${one.through === undefined ? '' : ` through ${one.through}`}: ${one.reasons[0] ?? ''}`,
      );
  return {
    name,
    from,
    to,
    consumer: verdict.broken.size > 0 ? 'breaking' : 'compatible',
    api: differs,
    lines: verdict.lines,
    inexpressible: verdict.inexpressible,
    broken: Object.fromEntries(verdict.broken),
    compatible: listed('compatible'),
    breaks: listed('breaking'),
    unknown: listed('unknown'),
  };
}

for (let folder = CACHE; folder !== dirname(folder); folder = dirname(folder)) {
  // A consumer would resolve a release without types to another version there.
  if (existsSync(join(folder, 'node_modules'))) throw new Error(`${folder} has node_modules above the releases`);
}

const rows: Row[] = [];
const selected = process.argv.slice(2);
const resultFile = join(
  CACHE,
  `rows${selected
    .map((name) => `-${name}`)
    .join('')
    .replaceAll('/', '+')}.json`,
);
const save = (): void => writeFileSync(resultFile, JSON.stringify(rows, null, 1));
for (const [name, versions] of Object.entries(RELEASES)) {
  if (selected.length > 0 && !selected.includes(name)) continue;
  for (const [at, to] of versions.slice(1).entries()) {
    try {
      const row = compareRelease(name, versions[at] ?? '', to);
      rows.push(row);
      save();
      const agrees = row.consumer === row.api || (row.consumer === 'compatible' && row.api === 'none');
      console.log(
        `${agrees ? 'same' : 'DIFFERENT'} ${name} ${row.from} → ${to}: consumer ${row.consumer} (${Object.keys(row.broken).length} of ${row.lines} lines, ${row.inexpressible} not expressible), api ${row.api} (${row.breaks.length} breaking, ${row.unknown.length} unknown)`,
      );
    } catch (thrown) {
      console.log(`FAILED ${name} ${versions[at] ?? ''} → ${to}: ${String(thrown).slice(0, 300)}`);
    }
  }
}
