import { posix } from 'node:path';
import { isModulePath } from '../../code/language/source-language.ts';
import { findModuleProblems } from '../validation/syntax-check.ts';
import type { CommittedTree } from './committed-tree.ts';

/** Folders with tests, whose files need not be modules of the product. */
const TESTS = /(?:^|\/)(?:__)?(?:tests?|specs?|fixtures?|e2e|cases?|samples?|corpus|testdata)(?:__)?\//i;
/** Names that test runners look for, and files that they load. */
const RUN = /(?:^|[._-])(?:tests?|specs?|setup|config|conftest|helpers?|utils?|index|main)\.[^/]*$/i;
/** More modules are not searched for an import: each is read. */
const MAX_MODULES = 3_000;
/** More files next to a file are not parsed. */
const MAX_SIBLINGS = 20;

/**
 * Whether a module that does not parse is an input of tests, such as those of a parser: it is next to files that did not
 * parse before the change, or it is a file of tests that no module imports.
 */
export async function isParserInput(
  file: string,
  {
    base,
    head,
    changed,
  }: { readonly base: CommittedTree; readonly head: CommittedTree; readonly changed: ReadonlySet<string> },
): Promise<boolean> {
  return (await isNextToOthers(file, base, changed)) || (await isOnlyRead(file, head));
}

/** The files next to a file, or else those in the folders next to its folder, as far as they are of its kind. */
async function isNextToOthers(file: string, base: CommittedTree, changed: ReadonlySet<string>): Promise<boolean> {
  const folder = posix.dirname(file);
  const extension = posix.extname(file);
  const alike = (await base.listFiles()).filter((one) => !changed.has(one) && posix.extname(one) === extension);
  const neighbors = alike.filter((one) => posix.dirname(one) === folder);
  const around = alike.filter((one) => posix.dirname(posix.dirname(one)) === posix.dirname(folder) && TESTS.test(one));
  const siblings = (neighbors.length > 0 ? neighbors : around).slice(0, MAX_SIBLINGS);
  await base.preload(siblings);
  const problems = await findModuleProblems(siblings, (path) => base.readText(path));
  // One file of the product that does not parse is a mistake.
  return new Set(problems.map((problem) => problem.file)).size >= (TESTS.test(file) ? 1 : 2);
}

/** Whether a file of tests is neither a test nor imported by a module of the same tests. */
async function isOnlyRead(file: string, head: CommittedTree): Promise<boolean> {
  const tests = TESTS.exec(file);
  if (tests === null || RUN.test(posix.basename(file))) return false;
  const root = file.slice(0, tests.index + tests[0].length);
  const modules = (await head.listFiles()).filter((one) => one !== file && one.startsWith(root) && isModulePath(one));
  if (modules.length > MAX_MODULES) return false;
  await head.preload(modules);
  const stem = posix.basename(file).replace(/\.[^.]+$/, '');
  const isImport = new RegExp(`(?:from|import|require)\\s*\\(?\\s*['"\`][^'"\`\\n]*${escape(stem)}(?:\\.\\w+)?['"\`]`);
  for (const module of modules) {
    const text = await head.readText(module).catch(() => undefined);
    if (text !== undefined && text.includes(stem) && isImport.test(text)) return false;
  }
  return true;
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
