import { parse } from 'node:path';
import * as z from 'zod';
import { runCommand } from '../../../workspace/processes/run-command.ts';

/** Finds the syntax error of Python code; `undefined` if the code parses, or if Python is not installed. */
export type FindPythonError = (code: string) => Promise<string | undefined>;

/** Compiles each code of a JSON list without running it, and prints the list of errors. */
const PROGRAM = `
import json, sys, warnings
warnings.simplefilter('ignore')
def error(code):
    try:
        compile(code, 'inline', 'exec', 0, True)
    except SyntaxError as e:
        return '%s (line %s)' % (e.msg, e.lineno)
    except Exception:
        return None
print(json.dumps([error(code) for code in json.load(sys.stdin)]))
`;

const errorsSchema = z.array(z.string().nullable());

const PYTHON_COMMANDS = ['python3', 'python'];
const TIME_LIMIT_MS = 5_000;

/**
 * Creates a function that lets the installed Python compile code, without running it. Codes that are given in the same turn
 * of the event loop share one process.
 *
 * @param root absolute path of a tree. Python starts outside of it, so that nothing in the tree is loaded.
 */
export function createPythonParser(root: string): FindPythonError {
  let waiting: Map<string, Promise<string | undefined>> | undefined;
  let batch: Promise<readonly (string | null)[]> | undefined;
  return (code) => {
    if (waiting === undefined) {
      const collected = new Map<string, Promise<string | undefined>>();
      waiting = collected;
      batch = new Promise((resolve) => {
        setImmediate(() => {
          waiting = undefined;
          resolve(compileAll([...collected.keys()], parse(root).root));
        });
      });
    }
    const known = waiting.get(code);
    if (known) return known;
    const position = waiting.size;
    const error = (batch ?? Promise.resolve([])).then((errors) => errors[position] ?? undefined);
    waiting.set(code, error);
    return error;
  };
}

/** The error of each code; empty if no Python answers. */
async function compileAll(codes: readonly string[], cwd: string): Promise<readonly (string | null)[]> {
  for (const python of PYTHON_COMMANDS) {
    const { exitCode, standardOutput } = await runCommand({
      // Isolated mode: no variables, no user packages, and no modules of the current folder.
      command: [python, '-I', '-S', '-c', PROGRAM],
      cwd,
      input: JSON.stringify(codes),
      timeoutMs: TIME_LIMIT_MS,
    });
    const errors = exitCode === 0 ? parseErrors(standardOutput) : undefined;
    if (errors) return errors;
  }
  return [];
}

function parseErrors(output: string): readonly (string | null)[] | undefined {
  try {
    return errorsSchema.parse(JSON.parse(output));
  } catch {
    return undefined;
  }
}
