import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Project, ts } from 'ts-morph';
import { createTypeTier } from '../../../src/code/types/create-type-tier.ts';
import type { SignatureQuestion } from '../../../src/code/types/type-tier.ts';
import { DiskTree } from '../../../src/workspace/disk-tree.ts';
import { nativeTypeScript } from '../../code/types/compilers.ts';
import { generateRepository } from '../generated-repository.ts';
import { median, type BenchMeasurement, type BenchRow } from '../row.ts';

const modules = 2_000;
const asked = 100;
const edits = 7;
/** As a person would write it: without the paths of imports. */
const format: ts.TypeFormatFlags =
  ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope;

const configuration = JSON.stringify({
  compilerOptions: {
    strict: true,
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    allowImportingTsExtensions: true,
    noEmit: true,
    types: [],
  },
  include: ['src'],
});

interface Asked extends SignatureQuestion {
  readonly shape: string;
}

export const signatures: BenchMeasurement = {
  title: '100 signatures verified again after an edit, in a repository of 2,000 files, beside ts-morph',
  async measure(say) {
    await using repository = await generateRepository(modules, { 'tsconfig.json': configuration });
    const root = repository.folder;
    const questions = Array.from({ length: asked }, (_, at) => question(Math.floor((at * modules) / asked)));
    const peer = await measurePeer(root, questions);
    say(`ts-morph: ${figures(peer)}`);
    const bundled = await measureOurs(root, questions, say);
    const rows: BenchRow[] = [row('signatures-100/ts-morph', bundled, peer)];
    const native = await nativeTypeScript().catch(() => undefined);
    if (native === undefined) return rows;
    await mkdir(join(root, 'node_modules'));
    await symlink(native, join(root, 'node_modules', 'typescript'), 'junction');
    rows.push(row('signatures-100-native/ts-morph', await measureOurs(root, questions, say), peer));
    return rows;
  },
};

function row(id: string, ours: readonly number[], peer: readonly number[]): BenchRow {
  return { id, ours: median(ours), peer: median(peer), unit: 'ms' };
}

function question(module: number): Asked {
  const file = `src/part${Math.floor(module / 50)}/module${module}.ts`;
  const shape = `Shape${module}`;
  return { file, name: `work${module}`, shape, expected: `(shape: ${shape}) => Promise<string>` };
}

function figures(times: readonly number[]): string {
  return times.map((took) => `${took.toFixed(0)} ms`).join(', ');
}

/** Adds a member to the shape that one function takes, so that it has to be looked at anew. */
async function edit(root: string, { file, shape }: Asked, round: number): Promise<void> {
  const path = join(root, file);
  const text = await readFile(path, 'utf8');
  await writeFile(path, text.replace(`${shape} {`, `${shape} { readonly added${round}: string;`));
}

async function measurePeer(root: string, questions: readonly Asked[]): Promise<readonly number[]> {
  const project = new Project({ tsConfigFilePath: join(root, 'tsconfig.json') });
  const verify = (): number => {
    let right = 0;
    for (const { file, name, expected } of questions) {
      const found = project.getSourceFileOrThrow(join(root, file)).getFunctionOrThrow(name);
      if (found.getType().getText(undefined, format) === expected) right++;
    }
    return right;
  };
  verify();
  return timeEdits(root, questions, 0, (edited) => {
    project.getSourceFileOrThrow(join(root, edited.file)).refreshFromFileSystemSync();
    return Promise.resolve(verify());
  });
}

async function measureOurs(
  root: string,
  questions: readonly Asked[],
  say: (line: string) => void,
): Promise<readonly number[]> {
  const tree = new DiskTree(root);
  const begun = performance.now();
  await using tier = await createTypeTier({ tree, trusted: true });
  const verify = async (): Promise<number> =>
    (await tier.signatures(questions)).filter((answer) => answer.passed).length;
  await verify();
  const first = performance.now() - begun;
  const times = await timeEdits(root, questions, edits * 2, (edited) => {
    tier.update([edited.file]);
    return verify();
  });
  say(`${tier.title}: first answers ${first.toFixed(0)} ms, then ${figures(times)}`);
  return times;
}

async function timeEdits(
  root: string,
  questions: readonly Asked[],
  from: number,
  verify: (edited: Asked) => Promise<number>,
): Promise<readonly number[]> {
  const times: number[] = [];
  for (let round = 0; round < edits; round++) {
    const edited = questions[(round * 13) % questions.length];
    if (!edited) throw new Error('There is nothing to edit.');
    await edit(root, edited, from + round);
    const begun = performance.now();
    const right = await verify(edited);
    times.push(performance.now() - begun);
    if (right !== questions.length) throw new Error(`${right} of ${questions.length} signatures were verified.`);
  }
  return times;
}
