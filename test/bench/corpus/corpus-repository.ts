import { cp, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { projectRoot } from '../../scripts/project.ts';
import { openCorpus, type CorpusSize } from './open-corpus.ts';

const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'lib/tsc.js');

/** Copies a corpus, whose repository the copy does not share, so that a measurement can write to it. */
export async function copyCorpus(size: CorpusSize) {
  const home = await realpath(await mkdtemp(join(tmpdir(), 'holdfast-corpus-copy-')));
  const root = join(home, 'repository');
  const { folder, files } = await openCorpus(size);
  await cp(folder, root, { recursive: true, preserveTimestamps: true });
  const git = (...words: string[]) => execa('git', words, { cwd: root, stdin: 'ignore' });
  return {
    root,
    files,
    commit: async () => {
      await git('init', '-q');
      await git('add', '-A');
      await git('-c', 'user.name=b', '-c', 'user.email=b@holdfast.invalid', 'commit', '-qm', 'base', '--allow-empty');
    },
    edit: async (file: string, change: (text: string) => string) => {
      const path = join(root, file);
      await writeFile(path, change(await readFile(path, 'utf8')));
    },
    write: (file: string, text: string) => writeFile(join(root, file), text),
    /** The time of `tsc --noEmit` of the whole project, in milliseconds. Some sources have errors. */
    compile: async (): Promise<number> => {
      const begun = performance.now();
      await execa(process.execPath, [compiler, '--noEmit'], { cwd: root, reject: false, stdin: 'ignore' });
      return performance.now() - begun;
    },
    /** The time until the program has ended, in milliseconds. */
    run: async (...words: string[]): Promise<number> => {
      const begun = performance.now();
      const ended = await execa(process.execPath, [join(projectRoot, 'dist', 'cli.js'), ...words], {
        cwd: root,
        reject: false,
        stdin: 'ignore',
        env: { HOLDFAST_STORAGE: join(home, 'storage') },
      });
      if (ended.exitCode !== 0 && ended.exitCode !== 1) throw new Error(ended.stderr);
      return performance.now() - begun;
    },
    [Symbol.asyncDispose]: () => rm(home, { recursive: true, force: true, maxRetries: 5 }),
  };
}
