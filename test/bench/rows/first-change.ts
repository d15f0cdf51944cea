import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ModuleIndex } from '../../../src/code/index/module-index.ts';
import { loadTypeScript } from '../../../src/code/language/typescript-parser.ts';
import { DiskTree } from '../../../src/workspace/files/disk-tree.ts';
import { copyCorpus } from '../corpus/corpus-repository.ts';
import type { CorpusSize } from '../corpus/open-corpus.ts';
import { median, type BenchMeasurement, type BenchRow } from '../row.ts';

const ROUNDS = 5;
const CHANGED_FILES = 10;
const USING_FILES = 50;

export const firstChange: BenchMeasurement = {
  title: `"check --since" of a change without a contract: ${CHANGED_FILES} files without types, compared with "exports", and a parameter of a function with about ${USING_FILES} using files, compared with "tsc --noEmit"`,
  async measure(say) {
    return [await measureNames(say, 'middle'), await measureNames(say, 'large'), await measureTypes(say)];
  },
};

/** Without a configuration of TypeScript, no types are judged. */
async function measureNames(say: (line: string) => void, size: CorpusSize): Promise<BenchRow> {
  await using copy = await copyCorpus(size);
  await rm(join(copy.root, 'tsconfig.json'));
  await copy.commit();
  const step = Math.floor(copy.files.length / CHANGED_FILES);
  for (let index = 0; index < CHANGED_FILES; index++) {
    await copy.edit(copy.files[index * step] ?? '', (text) => `${text}\nexport const changedByBench = 1;\n`);
  }
  const since: number[] = [];
  const listed: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const ours = await copy.run('check', '--since', 'HEAD');
    const peer = await copy.run('exports', '--format', 'json');
    say(`${copy.files.length} files: since ${ours.toFixed(0)} ms, exports ${peer.toFixed(0)} ms`);
    // The first process of each writes the cache of compiled code.
    if (round === 0) continue;
    since.push(ours);
    listed.push(peer);
  }
  return { id: `check-since-names-${size}/exports`, ours: median(since), peer: median(listed), unit: 'ms' };
}

async function measureTypes(say: (line: string) => void): Promise<BenchRow> {
  await using copy = await copyCorpus('middle');
  await copy.commit();
  const { file, name, users } = await findUsedFunction(copy.root);
  say(`${name} of ${file} has ${users} using files`);
  await copy.edit(file, (text) =>
    text.replace(new RegExp(String.raw`(export function ${name}\()`), '$1changedByBench: { readonly changed: true }, '),
  );
  const since: number[] = [];
  for (let round = 0; round <= 3; round++) {
    const ours = await copy.run('check', '--since', 'HEAD');
    say(`since ${ours.toFixed(0)} ms`);
    if (round > 0) since.push(ours);
  }
  const tsc = await copy.compile();
  say(`tsc ${tsc.toFixed(0)} ms`);
  return { id: 'check-since-types/tsc', ours: median(since), peer: tsc, unit: 'ms' };
}

/** The exported function whose number of importing files is nearest to the wanted one. */
async function findUsedFunction(
  root: string,
): Promise<{ readonly file: string; readonly name: string; readonly users: number }> {
  await loadTypeScript();
  const index = await ModuleIndex.build(new DiskTree(root));
  let best = { file: '', name: '', users: 0 };
  for (const file of index.files()) {
    const text = await readFile(join(root, file), 'utf8');
    for (const { name, kind } of index.moduleOf(file)?.exports ?? []) {
      if (kind !== 'function' || !new RegExp(String.raw`export function ${name}\(\w`).test(text)) continue;
      const users = index
        .importersOf(file)
        .filter((importer) =>
          index.moduleOf(importer)?.imports.some(({ names }) => names.some(({ imported }) => imported === name)),
        ).length;
      if (Math.abs(users - USING_FILES) < Math.abs(best.users - USING_FILES)) best = { file, name, users };
    }
  }
  return best;
}
