/**
 * Compares what is read of every file of a folder with `ast` of Python or with go/parser, and lists each difference with
 * its reason. Needs the toolchain. A difference without a reason ends with exit code 1.
 *   node test/code/languages/truth/compare.ts python FOLDER
 *   node test/code/languages/truth/compare.ts go FOLDER
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { ModuleIndex } from '../../../../src/code/index/module-index.ts';
import { loadLanguageOf } from '../../../../src/code/languages/language-table.ts';
import { DiskTree } from '../../../../src/workspace/files/disk-tree.ts';
import type { ComparedFile, Difference } from './compared-file.ts';
import { compareGoFile } from './compare-go.ts';
import { comparePythonFile } from './compare-python.ts';
import { readGoTruth, readPythonTruth } from './truth.ts';

/** In each file, so that large files do not take minutes. */
const MAX_SIGNATURES = 2;

const { positionals } = parseArgs({ allowPositionals: true });
const [kind = '', folder = ''] = positionals;
const skipped = /(?:^|\/)(?:site-packages|vendor|node_modules|\.git)\//;

const COMPILER_TEST = /(?:^|\/)(?:types|types2)\/testdata\//;
const INVALID_TEST = 'a test of the Go compiler with code that no build accepts';

function listFiles(pattern: RegExp): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && pattern.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((file) => !skipped.test(file))
    .sort();
}

async function compareAll<
  Truth extends { readonly error?: string | undefined; readonly rejected?: string | undefined },
>(
  pattern: RegExp,
  readTruth: (files: readonly string[]) => Promise<readonly Truth[]>,
  compare: (file: ComparedFile<Truth>) => readonly Difference[],
): Promise<readonly Difference[]> {
  const files = listFiles(pattern);
  const listed = readdirSync(folder).filter((name) => /^(?:pyproject\.toml|setup\.cfg|go\.mod|go\.work)$/.test(name));
  const tree = new DiskTree(folder, { listFiles: () => Promise.resolve([...files, ...listed]) });
  const index = await ModuleIndex.build(tree);
  const truths = await readTruth(files.map((file) => join(folder, file)));
  const counts = new Map<string, number>();
  const count = (what: string, number = 1): void => {
    counts.set(what, (counts.get(what) ?? 0) + number);
  };
  const differences: Difference[] = [];
  for (const [at, file] of files.entries()) {
    const truth = truths[at];
    const language = await loadLanguageOf(file);
    if (truth === undefined || language === undefined) throw new Error(`${file} was not compared.`);
    count('files');
    if (at % 200 === 199) process.stderr.write(`${at + 1} files\n`);
    if (index.moduleOf(file) === undefined) {
      differences.push({ file, reason: 'the file is not UTF-8, so it is no module', detail: '' });
      continue;
    }
    const text = readFileSync(join(folder, file), 'utf8').replace(/^\uFEFF/, '');
    const found = language.findSyntaxErrors(text);
    if (truth.error !== undefined) {
      count('files that the language rejects');
      const [first] = found;
      if (first === undefined) {
        differences.push({ file, reason: reasonForAccepted(file, truth.error), detail: `accepted: ${truth.error}` });
      }
      continue;
    }
    if (found[0] !== undefined) {
      const { line, message } = found[0];
      const isKnown = /\(\w+\.\n\s*\w/.test(text);
      const isCompilerTest = COMPILER_TEST.test(file);
      const isCompiled = truth.rejected !== undefined;
      const reason = isKnown
        ? 'the grammar rejects an attribute with less indentation than its statement'
        : isCompiled
          ? 'Python rejects it when it compiles the tree'
          : isCompilerTest
            ? INVALID_TEST
            : undefined;
      differences.push({ file, reason, detail: `rejected: line ${line}: ${message}` });
      // Nothing is answered about a file with a syntax error.
      continue;
    }
    differences.push(...compare({ file, text, truth, index, language, count, maxSignatures: MAX_SIGNATURES }));
  }
  for (const [what, number] of counts) process.stdout.write(`${String(number).padStart(8)}  ${what}\n`);
  return differences;
}

/** Errors that no grammar reports. */
function reasonForAccepted(file: string, error: string): string | undefined {
  if (COMPILER_TEST.test(file)) return INVALID_TEST;
  if (/codec|encoding|null bytes/.test(error)) return 'the declared encoding is wrong';
  return undefined;
}

const differences =
  kind === 'python'
    ? await compareAll(/\.pyi?$/, readPythonTruth, comparePythonFile)
    : await compareAll(/\.go$/, readGoTruth, compareGoFile);
const byReason = new Map<string, Difference[]>();
for (const one of differences) {
  const reason = one.reason ?? 'NO REASON';
  byReason.set(reason, [...(byReason.get(reason) ?? []), one]);
}
for (const [reason, found] of byReason) {
  process.stdout.write(`\n${found.length} × ${reason}\n`);
  for (const { file, detail } of found.slice(0, reason === 'NO REASON' ? 400 : 8)) {
    process.stdout.write(`    ${file}: ${detail}\n`);
  }
}
process.exitCode = byReason.has('NO REASON') ? 1 : 0;
