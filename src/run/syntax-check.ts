import { loadTypeScript } from '../code/typescript-parser.ts';
import { languageOf } from '../code/source-language.ts';
import { syntaxMistakes } from '../code/syntax-mistakes.ts';
import { keyVariables } from '../models/providers/table.ts';
import { HoldfastError } from '../shared/errors.ts';
import type { AttemptTree } from '../workspace/attempt-tree.ts';
import { runCommand } from '../workspace/processes.ts';

export interface SyntaxCheckInput {
  readonly attempt: Pick<AttemptTree, 'root' | 'tree'>;
  /** The files of the chunk's own change; those that are gone are passed over. */
  readonly changedFiles: readonly string[];
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** The names under which Python is installed. */
const PYTHONS = ['python3', 'python'];

/**
 * [COMP-EXEMPT] What is asked of a chunk that the verify command cannot be asked of yet: that the modules which it
 * changed parse, and that its Python compiles where there is a Python. Returns the mistakes, each with its place.
 */
export async function checkSyntax(input: SyntaxCheckInput): Promise<readonly string[]> {
  return [...(await moduleMistakes(input)), ...(await pythonMistakes(input))];
}

async function moduleMistakes({ attempt, changedFiles }: SyntaxCheckInput): Promise<readonly string[]> {
  const modules = changedFiles.filter((file) => languageOf(file) !== undefined);
  if (modules.length === 0) return [];
  const ts = await loadTypeScript();
  const mistakes: string[] = [];
  for (const file of modules) {
    const text = await readable(attempt, file);
    for (const { line, column, message } of text === undefined ? [] : syntaxMistakes(ts, file, text)) {
      mistakes.push(`${file}:${line}:${column} ${message}`);
    }
  }
  return mistakes;
}

/** What is not text is no module either, whatever its name says. */
async function readable(attempt: SyntaxCheckInput['attempt'], file: string): Promise<string | undefined> {
  try {
    return await attempt.tree.readText(file);
  } catch (thrown) {
    if (thrown instanceof HoldfastError) return undefined;
    throw thrown;
  }
}

async function pythonMistakes(input: SyntaxCheckInput): Promise<readonly string[]> {
  const { attempt, timeoutMs, signal } = input;
  const files: string[] = [];
  for (const file of input.changedFiles) {
    if (file.endsWith('.py') && (await attempt.tree.kindOf(file)) === 'file') files.push(file);
  }
  if (files.length === 0) return [];
  for (const python of PYTHONS) {
    const command = [python, '-m', 'py_compile', ...files.map((file) => `./${file}`)];
    const outcome = await runCommand({ command, cwd: attempt.root, timeoutMs, withhold: keyVariables, signal });
    if (outcome.startError !== undefined) continue;
    if (outcome.exitCode === 0) return [];
    return [outcome.timedOut ? `Python took longer than ${Math.round(timeoutMs / 1000)} s.` : outcome.output.trim()];
  }
  return [];
}
