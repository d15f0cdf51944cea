import { loadTypeScript } from '../../code/language/typescript-parser.ts';
import { languageOf } from '../../code/language/source-language.ts';
import { findSyntaxErrors as findModuleSyntaxErrors } from '../../code/language/syntax-errors.ts';
import { HoldfastError } from '../../shared/errors.ts';
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

/**
 * [COMP-EXEMPT] The check of a chunk that is exempt from the verify command: its changed modules must parse, and its
 * Python files must compile if Python is installed. Returns the errors, each with its location.
 */
export async function findSyntaxErrors(input: SyntaxCheckInput): Promise<readonly string[]> {
  return [...(await findModuleErrors(input)), ...(await findPythonErrors(input))];
}

async function findModuleErrors({ attempt, changedFiles }: SyntaxCheckInput): Promise<readonly string[]> {
  const modules = changedFiles.filter((file) => languageOf(file) !== undefined);
  if (modules.length === 0) return [];
  const ts = await loadTypeScript();
  const errors: string[] = [];
  for (const file of modules) {
    const text = await readModule(attempt, file);
    if (text === undefined) continue;
    for (const { line, column, message } of findModuleSyntaxErrors(ts, file, text)) {
      errors.push(`${file}:${line}:${column} ${message}`);
    }
  }
  return errors;
}

/** The text of a module; undefined if the file was deleted, or if it is not text and thus not a module. */
async function readModule(attempt: SyntaxCheckInput['attempt'], file: string): Promise<string | undefined> {
  try {
    return await attempt.tree.readText(file);
  } catch (thrown) {
    if (thrown instanceof HoldfastError) return undefined;
    throw thrown;
  }
}

async function findPythonErrors(input: SyntaxCheckInput): Promise<readonly string[]> {
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
