import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { execa } from 'execa';
import { isDeclarationFile } from '../../../src/code/language/source-language.ts';
import { archivePath, downloadPackages, folderName } from './download.ts';
import { CORPUS_PACKAGES } from './packages.ts';
import type { CorpusPackage, CorpusSize } from './packages.ts';

export type { CorpusSize } from './packages.ts';

export interface Corpus {
  /** A separate git repository with a tsconfig.json. Several measurements share it, so do not write to it. */
  readonly folder: string;
  /** The TypeScript files, relative to the folder, with `/`, sorted. */
  readonly files: readonly string[];
}

const sizes: readonly CorpusSize[] = ['small', 'middle', 'large'];
const minimumFileCounts: Readonly<Record<CorpusSize, number>> = { small: 200, middle: 2_000, large: 10_000 };
const FILE_LIST = 'corpus-files.json';
/** Increase this number if the layout of the same packages changes. */
const LAYOUT_VERSION = 1;

/**
 * Opens a corpus of real TypeScript sources in the user's cache folder. It is created from the npm registry on first use,
 * and is identical on every machine. The folder is outside of the checkout because tools skip files that git ignores. The
 * environment variable HOLDFAST_CORPUS sets another folder.
 */
export async function openCorpus(size: CorpusSize): Promise<Corpus> {
  const packages = CORPUS_PACKAGES.filter(({ from }) => sizes.indexOf(from) <= sizes.indexOf(size));
  const cache = process.env.HOLDFAST_CORPUS ?? join(homedir(), '.cache', 'holdfast-corpus');
  const configuration = createTsconfig(packages);
  const recipe = JSON.stringify([LAYOUT_VERSION, packages, configuration]);
  const folder = join(cache, `${size}-${createHash('sha256').update(recipe).digest('hex').slice(0, 12)}`);
  const known = await readFileList(folder);
  if (known !== undefined) return { folder, files: known };
  const archives = join(cache, 'archives');
  await downloadPackages(archives, packages);
  const newFolder = await mkdtemp(join(cache, 'made-'));
  try {
    for (const each of packages) await addPackage(newFolder, archives, each);
    await writeFile(join(newFolder, 'tsconfig.json'), configuration);
    await writeFile(join(newFolder, 'package.json'), `${JSON.stringify({ name: 'corpus', private: true }, null, 2)}\n`);
    await commit(newFolder);
    const files = (await findSources(join(newFolder, 'packages')))
      .map((path) => toPosixPath(relative(newFolder, path)))
      .sort();
    if (files.length < minimumFileCounts[size]) throw new Error(`The ${size} corpus has only ${files.length} files.`);
    // Files that git does not track are not part of the corpus.
    await writeFile(join(newFolder, '.git', FILE_LIST), JSON.stringify(files));
    await rename(newFolder, folder).catch(async (error: unknown) => {
      // Another process may have created it in the meantime.
      if ((await readFileList(folder)) === undefined) throw error;
    });
    return { folder, files };
  } finally {
    await rm(newFolder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function readFileList(folder: string): Promise<readonly string[] | undefined> {
  const text = await readFile(join(folder, '.git', FILE_LIST), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as readonly string[]);
}

/** Unpacks an archive and keeps its sources, without built declaration files. */
async function addPackage(corpusFolder: string, archives: string, each: CorpusPackage): Promise<void> {
  const unpacked = join(corpusFolder, 'unpacked');
  await mkdir(unpacked);
  // A relative path: tar would interpret the colon of a Windows drive as a remote host.
  const archive = toPosixPath(relative(unpacked, archivePath(archives, each)));
  await execa('tar', ['-xzf', archive, '--strip-components=1'], { cwd: unpacked, stdin: 'ignore' });
  const sources = join(unpacked, each.sources);
  for (const path of await findSources(sources)) {
    if (isDeclarationFile(path)) continue;
    const target = join(corpusFolder, packageFolder(each), relative(unpacked, path));
    await mkdir(dirname(target), { recursive: true });
    await rename(path, target);
  }
  await rm(unpacked, { recursive: true, force: true, maxRetries: 5 });
}

async function findSources(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => entry.isFile() && /\.[mc]?tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes(`${sep}node_modules${sep}`));
}

function createTsconfig(packages: readonly CorpusPackage[]): string {
  const paths = Object.fromEntries(
    packages.flatMap((each) =>
      Object.entries(each.paths).map(([pattern, target]) => [pattern, [`./${packageFolder(each)}/${target}`]]),
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

function packageFolder({ spec }: CorpusPackage): string {
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

function toPosixPath(path: string): string {
  return path.split(sep).join('/');
}
