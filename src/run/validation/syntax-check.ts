import { loadTypeScript } from '../../code/language/typescript-parser.ts';
import { languageOf } from '../../code/language/source-language.ts';
import {
  findSyntaxErrors as findModuleSyntaxErrors,
  type SyntaxDiagnostic,
} from '../../code/language/syntax-errors.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import type { CommandRules } from '../../workspace/processes/command-rules.ts';
import { runCommand } from '../../workspace/processes/run-command.ts';
import type { AttemptWorktree } from '../../workspace/worktree/attempt-worktree.ts';

export interface SyntaxCheckInput {
  readonly attempt: Pick<AttemptWorktree, 'root' | 'tree'>;
  /** The chunk's own changes. Deleted files are skipped. */
  readonly changedFiles: readonly string[];
  readonly timeoutMs: number;
  readonly rules: CommandRules;
  readonly signal: AbortSignal;
}

/** The names under which Python is installed. */
const PYTHON_COMMANDS = ['python3', 'python'];

/** Folders with files that need not parse, because tests read them as data. */
const FIXTURES = /(?:^|\/)(?:__)?(?:fixtures?|testdata|snapshots?)(?:__)?\//i;

/** A syntax error of a file. */
export interface SyntaxProblem extends SyntaxDiagnostic {
  readonly file: string;
}

/** The syntax errors of the changed modules as texts, each with its location. */
export async function findModuleErrors({
  attempt,
  changedFiles,
}: Pick<SyntaxCheckInput, 'attempt' | 'changedFiles'>): Promise<readonly string[]> {
  const problems = await findModuleProblems(changedFiles, (file) => attempt.tree.readText(file));
  return problems.map(({ file, line, column, message }) => `${file}:${line}:${column} ${message}`);
}

/**
 * The syntax errors of modules. Fixtures of tests and files in another dialect than TypeScript (`@flow`) are skipped.
 *
 * @param readText reads a file; `undefined` if it was deleted
 */
export async function findModuleProblems(
  files: readonly string[],
  readText: (file: string) => Promise<string | undefined>,
): Promise<readonly SyntaxProblem[]> {
  const modules = files.filter((file) => languageOf(file) !== undefined && !FIXTURES.test(file));
  if (modules.length === 0) return [];
  const ts = await loadTypeScript();
  const problems: SyntaxProblem[] = [];
  for (const file of modules) {
    const text = await readModule(file, readText);
    if (text === undefined || /^\s*(?:\/\/|\/\*)[^]{0,500}@flow\b/.test(text.slice(0, 1_000))) continue;
    problems.push(...findModuleSyntaxErrors(ts, file, text).map((diagnostic) => ({ ...diagnostic, file })));
  }
  return problems;
}

/** The text of a module; undefined if the file was deleted, or if it is not text and thus not a module. */
async function readModule(
  file: string,
  readText: (file: string) => Promise<string | undefined>,
): Promise<string | undefined> {
  try {
    return await readText(file);
  } catch (thrown) {
    if (thrown instanceof HoldfastError) return undefined;
    throw thrown;
  }
}

/** [COMP-EXEMPT] The errors of the changed Python files, if Python is installed. */
export async function findPythonErrors(input: SyntaxCheckInput): Promise<readonly string[]> {
  const { attempt, timeoutMs, rules, signal } = input;
  const files: string[] = [];
  for (const file of input.changedFiles) {
    if (file.endsWith('.py') && (await attempt.tree.kindOf(file)) === 'file') files.push(file);
  }
  if (files.length === 0) return [];
  for (const python of PYTHON_COMMANDS) {
    const command = [python, '-m', 'py_compile', ...files.map((file) => `./${file}`)];
    const outcome = await runCommand({
      command,
      cwd: attempt.root,
      timeoutMs,
      rules,
      signal,
    });
    if (outcome.startError !== undefined) continue;
    if (outcome.exitCode === 0) return [];
    return [outcome.timedOut ? `Python was stopped after ${Math.round(timeoutMs / 1000)} s.` : outcome.output.trim()];
  }
  return [];
}
