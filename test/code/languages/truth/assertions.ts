/**
 * Runs assertions on repositories, half of them false on purpose, and compares the verdicts with `ast` of Python or with
 * go/parser. Needs the toolchain. A wrong verdict ends with exit code 1.
 *   node test/code/languages/truth/assertions.ts python FOLDER FOLDER
 *   node test/code/languages/truth/assertions.ts go FOLDER FOLDER [--number 30] [--seed 1]
 */
import { readdirSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { ModuleIndex } from '../../../../src/code/index/module-index.ts';
import type { Check } from '../../../../src/contract/model.ts';
import { DiskTree } from '../../../../src/workspace/files/disk-tree.ts';
import { checkOne } from '../../../verdicts/checks/checking.ts';
import { readGoTruth, readPythonTruth } from './truth.ts';

/** A check, and whether it holds according to the toolchain. */
interface KnownCheck {
  readonly check: Check;
  readonly holds: boolean;
}

/** What a toolchain says about one file, in the same form for both languages. */
interface KnownFile {
  readonly file: string;
  readonly exports: readonly string[];
  /** Names of the file that it does not export. */
  readonly hidden: readonly string[];
  readonly functions: readonly { readonly name: string; readonly signature: string }[];
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { number: { type: 'string', default: '30' }, seed: { type: 'string', default: '1' } },
});
const [language = '', ...folders] = positionals;
let state = Number(values.seed);

/** A number below a limit, the same for the same seed. */
function random(limit: number): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * limit);
}

function choose<Item>(items: readonly Item[]): Item | undefined {
  return items[random(items.length)];
}

async function readFiles(folder: string): Promise<readonly KnownFile[]> {
  const pattern = language === 'python' ? /\.py$/ : /\.go$/;
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && pattern.test(entry.name) && !entry.parentPath.includes(`${sep}.git`))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const toPath = (file: string): string => relative(folder, file).split(sep).join('/');
  if (language === 'python') {
    const truths = await readPythonTruth(files);
    return truths
      .filter(({ error, computed }) => error === undefined && !computed)
      .map(({ file, exports, bound, functions }) => {
        // A check of a function that is defined several times holds for one of them.
        const once = functions.filter((one) => functions.filter(({ name }) => name === one.name).length === 1);
        const hidden = Object.keys(bound).filter((name) => !exports.includes(name));
        // Whether `try: import ssl`, else `ssl = None`, makes an export is a matter of opinion.
        const certain = exports.filter((name) => new Set(bound[name]?.map(({ kind }) => kind)).size < 2);
        return { file: toPath(file), exports: certain, hidden, functions: once };
      });
  }
  const truths = await readGoTruth(files);
  return truths
    .filter(({ error, isIgnored }) => error === undefined && !isIgnored)
    .map(({ file, declarations, functions }) => {
      const isTest = file.endsWith('_test.go');
      const exports = declarations.map(({ name }) => name).filter((name) => !isTest && /^\p{Lu}/u.test(name));
      const hidden = declarations.map(({ name }) => name).filter((name) => !exports.includes(name));
      return { file: toPath(file), exports, hidden, functions: functions.filter(({ hasBody }) => hasBody) };
    });
}

/** The checks of one kind that a file can have: one that holds, and one that does not. */
function propose(file: KnownFile, holds: boolean): KnownCheck | undefined {
  const { exports, hidden, functions } = file;
  const kind = random(3);
  if (kind === 0) {
    const name = holds
      ? choose(exports)
      : (choose(hidden) ?? (exports[0] === undefined ? undefined : `${exports[0]}s`));
    if (name === undefined || (!holds && exports.includes(name))) return undefined;
    return { check: { type: 'export_exists', target: name, file: file.file }, holds };
  }
  const declared = choose(functions);
  if (declared === undefined) return undefined;
  const { name, signature } = declared;
  if (kind === 1) {
    const members = name.split('.');
    const other = members.length > 1 ? `${members[0] ?? ''}.${members.at(-1) ?? ''}Missing` : `${name}Missing`;
    return { check: { type: 'function_exists', target: holds ? name : other, file: file.file }, holds };
  }
  // A signature is a property of an export.
  if (!exports.includes(name.split('.')[0] ?? name)) return undefined;
  const changed = signature
    .replace(/\(\)/, '(added)')
    .replace(/\((?!added\))/, language === 'go' ? '(added chan added, ' : '(added, ');
  // Grouped parameters of Go need the types of all of them.
  if (!holds && language === 'go' && signature.startsWith('()')) return undefined;
  const expected = holds ? signature : changed;
  return { check: { type: 'signature_match', target: name, file: file.file, expected }, holds };
}

let wrong = 0;
let total = 0;
let undecided = 0;
for (const folder of folders) {
  const files = await readFiles(folder);
  const tree = new DiskTree(folder);
  const index = await ModuleIndex.build(tree);
  const known = new Map<string, KnownCheck>();
  for (let tries = 0; known.size < Number(values.number) && tries < 100_000; tries++) {
    const file = choose(files);
    const one = file && propose(file, known.size % 2 === 0);
    if (one) known.set(JSON.stringify(one.check), one);
  }
  let passed = 0;
  for (const { check, holds } of known.values()) {
    const result = await checkOne({}, check, { tree, index });
    total++;
    if (result.passed) passed++;
    if (result.passed === holds && result.error === undefined) continue;
    // `__getattr__`, base classes and embedded types outside the tree decide nothing, and such an answer does not pass.
    if (!holds && !result.passed && result.error !== undefined) {
      undecided++;
      continue;
    }
    wrong++;
    process.stdout.write(
      `WRONG ${holds ? 'should pass' : 'should fail'}: ${JSON.stringify(check)}\n    ${result.actual ?? ''} ${result.error ?? ''}\n`,
    );
  }
  process.stdout.write(`${basename(folder)}: ${known.size} assertions, ${passed} passed\n`);
}
process.stdout.write(`${total} assertions, ${wrong} wrong verdicts, ${undecided} undecided\n`);
process.exitCode = wrong === 0 ? 0 : 1;
