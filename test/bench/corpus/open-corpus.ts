import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { execa } from 'execa';
import { isDeclarationFile } from '../../../src/code/source-language.ts';
import { archiveOf, downloadPackages, folderName } from './download.ts';
import { CORPUS_PACKAGES } from './packages.ts';
import type { CorpusPackage, CorpusSize } from './packages.ts';

export type { CorpusSize } from './packages.ts';

export interface Corpus {
  /** A git repository of its own with a tsconfig.json; others measure in it too, so nothing is written to it. */
  readonly folder: string;
  /** The TypeScript files, relative to the folder, with `/`, sorted. */
  readonly files: readonly string[];
}

const sizes: readonly CorpusSize[] = ['small', 'middle', 'large'];
const least: Readonly<Record<CorpusSize, number>> = { small: 200, middle: 2_000, large: 10_000 };
const listing = 'corpus-files.json';
/** To be raised when the same packages are laid out otherwise. */
const layout = 1;

/**
 * Real TypeScript sources in a folder of the user's cache, made from the npm registry when it is first asked for and
 * the same on every machine. It stands outside the checkout, since tools pass over what git ignores. The environment
 * variable HOLDFAST_CORPUS names another place for it.
 */
export async function openCorpus(size: CorpusSize): Promise<Corpus> {
  const packages = CORPUS_PACKAGES.filter(({ from }) => sizes.indexOf(from) <= sizes.indexOf(size));
  const cache = process.env.HOLDFAST_CORPUS ?? join(homedir(), '.cache', 'holdfast-corpus');
  const configuration = tsconfig(packages);
  const recipe = JSON.stringify([layout, packages, configuration]);
  const folder = join(cache, `${size}-${createHash('sha256').update(recipe).digest('hex').slice(0, 12)}`);
  const known = await filesOf(folder);
  if (known !== undefined) return { folder, files: known };
  const archives = join(cache, 'archives');
  await downloadPackages(archives, packages);
  const made = await mkdtemp(join(cache, 'made-'));
  try {
    for (const each of packages) await addPackage(made, archives, each);
    await writeFile(join(made, 'tsconfig.json'), configuration);
    await writeFile(join(made, 'package.json'), `${JSON.stringify({ name: 'corpus', private: true }, null, 2)}\n`);
    await commit(made);
    const files = (await walk(join(made, 'packages'))).map((path) => posix(relative(made, path))).sort();
    if (files.length < least[size]) throw new Error(`The ${size} corpus has ${files.length} files only.`);
    // What git does not track of its own folder is no file of the corpus.
    await writeFile(join(made, '.git', listing), JSON.stringify(files));
    await rename(made, folder).catch(async (error: unknown) => {
      // Another process may have made it meanwhile.
      if ((await filesOf(folder)) === undefined) throw error;
    });
    return { folder, files };
  } finally {
    await rm(made, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function filesOf(folder: string): Promise<readonly string[] | undefined> {
  const text = await readFile(join(folder, '.git', listing), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as readonly string[]);
}

/** Unpacks an archive and keeps its sources: no declarations that were built of them. */
async function addPackage(made: string, archives: string, each: CorpusPackage): Promise<void> {
  const unpacked = join(made, 'unpacked');
  await mkdir(unpacked);
  // Named relative to the folder: a path with a drive would be taken for a machine.
  const archive = posix(relative(unpacked, archiveOf(archives, each)));
  await execa('tar', ['-xzf', archive, '--strip-components=1'], { cwd: unpacked, stdin: 'ignore' });
  const sources = join(unpacked, each.sources);
  for (const path of await walk(sources)) {
    if (isDeclarationFile(path)) continue;
    const target = join(made, folderOf(each), relative(unpacked, path));
    await mkdir(dirname(target), { recursive: true });
    await rename(path, target);
  }
  await rm(unpacked, { recursive: true, force: true, maxRetries: 5 });
}

async function walk(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => entry.isFile() && /\.[mc]?tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes(`${sep}node_modules${sep}`));
}

function tsconfig(packages: readonly CorpusPackage[]): string {
  const paths = Object.fromEntries(
    packages.flatMap((each) =>
      Object.entries(each.paths).map(([pattern, target]) => [pattern, [`./${folderOf(each)}/${target}`]]),
    ),
  );
  const compilerOptions = {
    strict: true,
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    allowImportingTsExtensions: true,
    experimentalDecorators: true,
    jsx: 'react-jsx',
    skipLibCheck: true,
    noEmit: true,
    types: [],
    paths,
  };
  return `${JSON.stringify({ compilerOptions, include: ['packages'] }, null, 2)}\n`;
}

function folderOf({ spec }: CorpusPackage): string {
  return `packages/${folderName(spec).replace(/@[^@]+$/, '')}`;
}

async function commit(folder: string): Promise<void> {
  const git = (...gitArguments: string[]) => execa('git', gitArguments, { cwd: folder, stdin: 'ignore' });
  await git('init', '--quiet', '--initial-branch=main');
  await git('config', 'core.autocrlf', 'false');
  await git('config', 'gc.auto', '0');
  await git('add', '--all');
  await git('-c', 'user.name=bench', '-c', 'user.email=bench@holdfast.invalid', 'commit', '--quiet', '-m', 'Corpus');
}

function posix(path: string): string {
  return path.split(sep).join('/');
}
