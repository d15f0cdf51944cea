import { spawn } from 'node:child_process';
import { cp, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { projectRoot } from '../../scripts/project.ts';
import { findSignatures, sampleEvenly } from '../corpus/find-signatures.ts';
import { openCorpus } from '../corpus/open-corpus.ts';
import { median, type BenchMeasurement } from '../row.ts';
import { Project } from 'ts-morph';

const ROUNDS = 5;
const FILES = 5;

export const checkChange: BenchMeasurement = {
  title: `"check --since" and "check --staged" of ${FILES} changed files as processes, compared with "eslint" of these files and "tsc --noEmit"`,
  async measure(say, { corpus }) {
    const home = await realpath(await mkdtemp(join(tmpdir(), 'holdfast-change-')));
    const root = join(home, 'repository');
    const time = (program: string, words: readonly string[]): Promise<number> =>
      timeProcess(program, words, root, home);
    const git = (...words: string[]): Promise<number> => time('git', words);
    const holdfast = (...words: string[]): Promise<number> =>
      time(process.execPath, [join(projectRoot, 'dist', 'cli.js'), ...words]);
    try {
      await cp((await openCorpus(corpus)).folder, root, { recursive: true, preserveTimestamps: true });
      const found = findSignatures(root, new Project({ tsConfigFilePath: join(root, 'tsconfig.json') }), FILES * 8);
      const signatures = sampleEvenly([...new Map(found.map((one) => [one.file, one])).values()], FILES);
      const files = signatures.map(({ file }) => file);
      await writeFile(join(root, 'changed.contract.json'), JSON.stringify(createContract(signatures)));
      await writeFile(join(root, 'eslint.config.mjs'), createLinterConfiguration());
      // The corpus has no repository.
      await git('init', '-q');
      await git('add', '-A');
      await git('-c', 'user.name=b', '-c', 'user.email=b@holdfast.invalid', 'commit', '-qm', 'base');
      for (const file of files) {
        await writeFile(
          join(root, file),
          `${await readFile(join(root, file), 'utf8')}\nexport const changedByBench = 1;\n`,
        );
      }
      await git('add', '-A');
      const measured = { since: [] as number[], staged: [] as number[], eslint: [] as number[] };
      // The first process of each writes the cache of compiled code.
      for (let round = 0; round <= ROUNDS; round++) {
        const since = await holdfast('check', '--since', 'HEAD');
        const staged = await holdfast('check', '--staged', '--since', 'HEAD');
        const eslint = await time(process.execPath, [entryOf('eslint', 'bin/eslint.js'), ...files]);
        say(`since ${since.toFixed(0)} ms, staged ${staged.toFixed(0)} ms, eslint ${eslint.toFixed(0)} ms`);
        if (round === 0) continue;
        measured.since.push(since);
        measured.staged.push(staged);
        measured.eslint.push(eslint);
      }
      const tsc = await time(process.execPath, [entryOf('typescript', 'lib/tsc.js'), '--noEmit']);
      say(`tsc ${tsc.toFixed(0)} ms`);
      const eslint = median(measured.eslint);
      return [
        { id: 'check-since/eslint', ours: median(measured.since), peer: eslint, unit: 'ms' },
        { id: 'check-staged/eslint', ours: median(measured.staged), peer: eslint, unit: 'ms' },
        { id: 'check-since/tsc', ours: median(measured.since), peer: tsc, unit: 'ms' },
      ];
    } finally {
      await rm(home, { recursive: true, force: true, maxRetries: 5 });
    }
  },
};

/** A chunk for each file: it must keep an export of the file. */
function createContract(signatures: readonly { readonly file: string; readonly name: string }[]): unknown {
  return {
    version: 2,
    spec: { id: 'changed', title: 'Changed files', description: 'Their exports stay.' },
    chunks: signatures.map(({ file, name }, index) => ({
      id: `file-${index}`,
      title: file,
      allowedFiles: [file],
      assertions: [{ message: `Must export ${name}`, check: { type: 'export_exists', target: name, file } }],
    })),
  };
}

/** The recommended rules without types. The packages are those of this project. */
function createLinterConfiguration(): string {
  const packages = JSON.stringify(createRequire(import.meta.url).resolve('typescript-eslint'));
  return `import { createRequire } from 'node:module';
const linter = createRequire(import.meta.url)(${packages});
export default linter.config(...linter.configs.recommended);
`;
}

function entryOf(name: string, file: string): string {
  return join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), file);
}

/** The time until the process has ended, in milliseconds. Exit codes 1 and 2 mean findings of a linter or compiler. */
function timeProcess(program: string, words: readonly string[], folder: string, home: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const begun = performance.now();
    const child = spawn(program, words, {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, HOLDFAST_STORAGE: join(home, 'storage') },
    });
    let errors = '';
    child.stderr.on('data', (data: Buffer) => (errors += data.toString()));
    child.on('error', reject);
    child.on('close', (code) => {
      const ran =
        code === 0 || ((code === 1 || code === 2) && !program.endsWith('git') && !words[0]?.endsWith('cli.js'));
      if (ran) resolve(performance.now() - begun);
      else reject(new Error(`${program} ${words.join(' ')} exited with ${code}: ${errors}`));
    });
  });
}
