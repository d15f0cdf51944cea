/**
 * `npm run bench -- --compare [FOLDER …]`: compares the exports of every module with the TypeScript type checker, and the
 * uses of 200 random exports with the TypeScript language service. Signatures as written are compared with a program.
 * Without folders, the exports of the large corpus, the uses in the middle corpus and the signatures of all corpora are
 * compared. For a folder, all are compared. The script prints every difference without a known reason, and fails if there
 * is one.
 */
import { resolve } from 'node:path';
import { ModuleIndex } from '../../../src/code/index/module-index.ts';
import { ScriptCache } from '../../../src/code/impact/script-cache.ts';
import { DiskTree } from '../../../src/workspace/files/disk-tree.ts';
import { openCorpus } from '../corpus/open-corpus.ts';
import { compareExports } from './compare-exports.ts';
import { compareReferences, computePrecision, computeRecall } from './compare-references.ts';
import { compareSignatures } from './compare-signatures.ts';
import { selectRandomExports } from './random-exports.ts';

const EXPORT_COUNT = 200;
const SIGNATURE_COUNT = 400;

/**
 * Prints the differences. Returns whether every difference has a known reason.
 *
 * @param seed selects the random exports
 */
export async function runComparison(folders: readonly string[], seed: number): Promise<boolean> {
  const named = folders.map((folder) => resolve(folder));
  const whole = named.length > 0 ? named : [(await openCorpus('large')).folder];
  const chosen = named.length > 0 ? named : [(await openCorpus('middle')).folder];
  let unexplained = 0;
  for (const root of whole) unexplained += await compareExportsIn(root);
  // The few JavaScript files in the corpus are build output, so they are not compared.
  const scripts = named.length > 0 ? /\.[cm]?[jt]sx?$/ : /\.[cm]?tsx?$/;
  for (const root of chosen) unexplained += await compareReferencesIn(root, seed, scripts);
  const corpora = async () => [(await openCorpus('small')).folder, ...chosen, ...whole];
  for (const root of named.length > 0 ? named : await corpora()) unexplained += await compareSignaturesIn(root);
  return unexplained === 0;
}

async function compareExportsIn(root: string): Promise<number> {
  const { index, files } = await readTree(root);
  const { modules, broken, ownNames, reachableNames, differences } = compareExports(index, { root, files });
  console.log(`Exports of ${root}, compared with the type checker:`);
  console.log(
    `  ${modules} modules, ${ownNames} names in their own text, ${reachableNames} names that importers can use`,
  );
  if (broken.length > 0) console.log(`  ${broken.length} files with syntax errors were skipped`);
  return reportDifferences(
    differences.map(({ file, name, aspect, ours, theirs, reason }) => ({
      reason,
      text: `${aspect} ${file}#${name}: ours ${ours}, theirs ${theirs}`,
    })),
  );
}

async function compareReferencesIn(root: string, seed: number, scripts: RegExp): Promise<number> {
  const { index, files, tree } = await readTree(root);
  const sources = { graph: index, cache: new ScriptCache(), readText: (file: string) => tree.readText(file) };
  const found = await compareReferences(
    sources,
    { root, files },
    selectRandomExports(index, EXPORT_COUNT, seed, scripts),
  );
  console.log(
    `Uses of ${EXPORT_COUNT} exports of ${root}, selected by seed ${seed}, compared with the language service:`,
  );
  for (const [what, counts] of [
    ['files', found.files],
    ['lines', found.lines],
    ['lines of code', found.code],
  ] as const) {
    const { both, onlyOurs, onlyTheirs } = counts;
    const shares = `recall ${computeRecall(counts).toFixed(4)}, precision ${computePrecision(counts).toFixed(4)}`;
    console.log(`  ${what}: ${both} in both, ${onlyOurs} only ours, ${onlyTheirs} only theirs: ${shares}`);
  }
  return reportDifferences(
    found.differences.map(({ exportId, location, text, foundBy, reason }) => ({
      reason,
      text: `${exportId} at ${location}, found by ${foundBy}: ${text}`,
    })),
  );
}

async function compareSignaturesIn(root: string): Promise<number> {
  const { index, files, tree } = await readTree(root);
  const scripts = files.filter((file) => /\.[cm]?tsx?$/.test(file));
  const found = await compareSignatures(index, tree, scripts, SIGNATURE_COUNT);
  console.log(`Signatures as written in ${root}, compared with a program:`);
  console.log(
    `  ${found.functions} functions, ${found.explicitFunctions} with explicit types, ${found.decided} decided without a program;` +
      ` ${found.decidedQueries} of ${found.queries} queries decided`,
  );
  return reportDifferences(found.differences.map((text) => ({ reason: undefined, text })));
}

async function readTree(root: string): Promise<{ index: ModuleIndex; files: readonly string[]; tree: DiskTree }> {
  const tree = new DiskTree(root);
  const index = await ModuleIndex.build(tree);
  const files = [...index.files()].filter((file) => /\.[mc]?[jt]sx?$/.test(file)).sort();
  return { index, files, tree };
}

/** Prints the number of differences for each reason, and every difference without a reason. Returns their number. */
function reportDifferences(
  differences: readonly { readonly reason: string | undefined; readonly text: string }[],
): number {
  const explained = new Map<string, number>();
  const unexplained = differences.filter(({ reason }) => reason === undefined);
  for (const { reason } of differences) {
    if (reason !== undefined) explained.set(reason, (explained.get(reason) ?? 0) + 1);
  }
  console.log(`  ${differences.length} differences, ${unexplained.length} unexplained`);
  for (const [reason, count] of explained) console.log(`    ${count} × ${reason}`);
  for (const { text } of unexplained) console.log(`    unexplained: ${text}`);
  return unexplained.length;
}
