import { cp, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { projectRoot } from './project.ts';

/** The examples that are complete repositories, with the message of their first commit. */
const EXAMPLES = {
  'health-check': 'An order service',
  'can-bus': 'A CAN gateway',
  'two-languages': 'A shop in two languages',
} as const;

/** The dependencies of the sample. The copy links to the packages of this project, so that nothing is downloaded. */
const samplePackages = ['typescript', '@types/node'];

export interface SampleCopy extends AsyncDisposable {
  /** Absolute, links resolved. */
  readonly folder: string;
  /** Runs git in the copy and resolves to its standard output. */
  git(...gitArguments: string[]): Promise<string>;
}

/** Copies an example to a temporary folder: a git repository with one commit and installed packages. */
export async function copySample(example: keyof typeof EXAMPLES = 'health-check'): Promise<SampleCopy> {
  const parent = await realpath(await mkdtemp(join(tmpdir(), 'holdfast-sample-')));
  const remove = () => rm(parent, { recursive: true, force: true, maxRetries: 5 });
  const folder = join(parent, example);
  const git = async (...gitArguments: string[]): Promise<string> => {
    const { stdout } = await execa('git', gitArguments, { cwd: folder, stdin: 'ignore' });
    return stdout;
  };
  try {
    await cp(join(projectRoot, 'examples', example), folder, {
      recursive: true,
      filter: (path) => !path.includes('node_modules'),
    });
    await linkPackages(folder);
    await git('init', '--quiet', '--initial-branch=main');
    // Commits need an author, and the machine may have none configured.
    await git('config', 'user.name', 'Holdfast sample');
    await git('config', 'user.email', 'sample@holdfast.invalid');
    await git('config', 'commit.gpgsign', 'false');
    await git('add', '--all');
    await git('commit', '--quiet', '--message', EXAMPLES[example]);
  } catch (thrown) {
    await remove();
    throw thrown;
  }
  return { folder, git, [Symbol.asyncDispose]: remove };
}

/** Returns a function that restores the current commit and its files. */
export async function resetToHead(sample: SampleCopy): Promise<() => Promise<void>> {
  const commit = await sample.git('rev-parse', 'HEAD');
  return async () => {
    await sample.git('reset', '--quiet', '--hard', commit);
    await sample.git('clean', '--quiet', '--force', '-d');
  };
}

/** Creates the result of `npm install` as links to the packages of this project. */
async function linkPackages(folder: string): Promise<void> {
  for (const name of samplePackages) {
    const link = join(folder, 'node_modules', name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(join(projectRoot, 'node_modules', name), link, 'junction');
  }
  const binaries = join(folder, 'node_modules', '.bin');
  await mkdir(binaries, { recursive: true });
  if (process.platform === 'win32') {
    await writeFile(join(binaries, 'tsc.cmd'), '@node "%~dp0\\..\\typescript\\bin\\tsc" %*\r\n');
  } else {
    await symlink(join('..', 'typescript', 'bin', 'tsc'), join(binaries, 'tsc'));
  }
}
