/**
 * `npm run bench -- --compare [FOLDER …]`: compares the index with the type checker of TypeScript over every module, and
 * the uses of 200 exports chosen at random with its language service. Without folders the exports of the large corpus
 * and the uses of the middle one are compared; of a folder that is named, both. Every difference that nobody can explain
 * is printed, and makes the script fail.
 */
import { resolve } from 'node:path';
import { ModuleIndex } from '../../../src/code/module-index.ts';
import { ScriptCache } from '../../../src/impact/script-cache.ts';
import { DiskTree } from '../../../src/workspace/disk-tree.ts';
import { openCorpus } from '../corpus/open-corpus.ts';
import { compareExports } from './compare-exports.ts';
import { compareReferences, precision, recall } from './compare-references.ts';
import { randomExports } from './random-exports.ts';

const asked = 200;

/** Prints what was found; false where a difference is left unexplained. @param seed of the choice of exports */
export async function runComparison(folders: readonly string[], seed: number): Promise<boolean> {
  const named = folders.map((folder) => resolve(folder));
  const whole = named.length > 0 ? named : [(await openCorpus('large')).folder];
  const chosen = named.length > 0 ? named : [(await openCorpus('middle')).folder];
  let unexplained = 0;
  for (const root of whole) unexplained += await exportsOf(root);
  // Packages of the corpus hold a few scripts in JavaScript, which are not what they were built from.
  const scripts = named.length > 0 ? /\.[cm]?[jt]sx?$/ : /\.[cm]?tsx?$/;
  for (const root of chosen) unexplained += await referencesIn(root, seed, scripts);
  return unexplained === 0;
}

async function exportsOf(root: string): Promise<number> {
  const { index, files } = await read(root);
  const { modules, broken, ownNames, givenNames, differences } = compareExports(index, { root, files });
  console.log(`Exports of ${root} beside the type checker:`);
  console.log(`  ${modules} modules, ${ownNames} names of their own, ${givenNames} that importers can write`);
  if (broken.length > 0) console.log(`  ${broken.length} files with mistakes of syntax were left out`);
  return report(
    differences.map(({ file, name, about, ours, theirs, reason }) => ({
      reason,
      text: `${about} ${file}#${name}: ours ${ours}, theirs ${theirs}`,
    })),
  );
}

async function referencesIn(root: string, seed: number, scripts: RegExp): Promise<number> {
  const { index, files, tree } = await read(root);
  const sources = { graph: index, cache: new ScriptCache(), readText: (file: string) => tree.readText(file) };
  const found = await compareReferences(sources, { root, files }, randomExports(index, asked, seed, scripts));
  console.log(`Uses of ${asked} exports of ${root}, chosen by seed ${seed}, beside the language service:`);
  for (const [what, counts] of [
    ['files', found.files],
    ['lines', found.lines],
    ['lines of code', found.code],
  ] as const) {
    const { both, onlyOurs, onlyTheirs } = counts;
    const shares = `recall ${recall(counts).toFixed(4)}, precision ${precision(counts).toFixed(4)}`;
    console.log(`  ${what}: ${both} in both, ${onlyOurs} only ours, ${onlyTheirs} only theirs: ${shares}`);
  }
  return report(
    found.differences.map(({ of, place, text, foundBy, reason }) => ({
      reason,
      text: `${of} at ${place}, found by ${foundBy}: ${text}`,
    })),
  );
}

async function read(root: string): Promise<{ index: ModuleIndex; files: readonly string[]; tree: DiskTree }> {
  const tree = new DiskTree(root);
  const index = await ModuleIndex.build(tree);
  const files = [...index.files()].filter((file) => /\.[mc]?[jt]sx?$/.test(file)).sort();
  return { index, files, tree };
}

/** Prints how many differences have which reason, and each that has none; gives the number of these. */
function report(differences: readonly { readonly reason: string | undefined; readonly text: string }[]): number {
  const explained = new Map<string, number>();
  const open = differences.filter(({ reason }) => reason === undefined);
  for (const { reason } of differences) {
    if (reason !== undefined) explained.set(reason, (explained.get(reason) ?? 0) + 1);
  }
  console.log(`  ${differences.length} differences, ${open.length} unexplained`);
  for (const [reason, count] of explained) console.log(`    ${count} × ${reason}`);
  for (const { text } of open) console.log(`    unexplained: ${text}`);
  return open.length;
}
