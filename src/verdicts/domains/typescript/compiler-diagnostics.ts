import path from 'node:path';
import { CancelledError, HoldfastError } from '../../../foundation/errors.ts';
import type { JavaScriptEngine } from '../../../code/types/engines/javascript-engine.ts';
import { createBundledEngine } from '../../../code/types/engines/choose-engine.ts';
import { ConfigurationSearch } from '../../../code/types/files/configuration-search.ts';
import { findProgramProblem } from '../../../workspace/environment/find-program.ts';
import { readPlainFileSync } from '../../../workspace/plain-files/plain-file.ts';
import { runCommand } from '../../../workspace/processes/run-command.ts';
import type { Diagnostic } from '../protocol/diagnostics.ts';
import { NO_LIMIT_MS, OUTPUT_LIMIT_BYTES, type TypeScriptRequest } from './typescript-request.ts';

/** The files of one configuration; `undefined` for the files that no tsconfig.json includes. */
type FileGroup = readonly [configuration: string | undefined, files: readonly string[]];

/**
 * The errors of the compiler. With the repository's own compiler, the whole program of each file is checked, because a
 * change can break the files that use it. Without one, the TypeScript of Holdfast checks the files themselves.
 */
export async function findCompilerDiagnostics(request: TypeScriptRequest): Promise<readonly Diagnostic[]> {
  const { root, files } = request;
  if (files.length === 0) return [];
  using engine = await createBundledEngine({ overlay: () => undefined });
  const hasCompiler = (await findProgramProblem('tsc', root)) === undefined;
  const diagnostics: Diagnostic[] = [];
  for (const [configuration, group] of groupFiles(root, files, engine)) {
    diagnostics.push(
      ...(configuration !== undefined && hasCompiler
        ? await runCompiler(request, configuration)
        : checkFiles(root, engine, configuration, group)),
    );
  }
  return diagnostics;
}

function groupFiles(root: string, files: readonly string[], engine: JavaScriptEngine): readonly FileGroup[] {
  const slashed = toSlashes(root);
  const search = new ConfigurationSearch(slashed, engine, readTextIfPossible);
  const groups = new Map<string | undefined, string[]>();
  for (const file of files) {
    const absolute = `${slashed}/${file}`;
    const nearest = search.configurationOf(absolute);
    const configuration = nearest !== undefined && search.filesOf(nearest).has(absolute) ? nearest : undefined;
    const group = groups.get(configuration);
    if (group === undefined) groups.set(configuration, [file]);
    else group.push(file);
  }
  return [...groups];
}

/** `src/a.ts(3,5): error TS2304: Cannot find name 'x'.` Lines that are indented continue the message. */
const COMPILER_LINE = /^(?<file>[^\s].*?)\((?<line>\d+),(?<column>\d+)\): (?:error) (?<code>TS\d+): (?<message>.*)$/;
/** An error without a file: `error TS5023: Unknown compiler option 'x'.` */
const GLOBAL_LINE = /^error (?<code>TS\d+): (?<message>.*)$/;

async function runCompiler(
  { root, rules, signal }: TypeScriptRequest,
  configuration: string,
): Promise<readonly Diagnostic[]> {
  const project = toSlashes(path.relative(root, configuration));
  const outcome = await runCommand({
    command: ['tsc', '--noEmit', '--pretty', 'false', '--project', project],
    cwd: root,
    rules,
    signal,
    timeoutMs: NO_LIMIT_MS,
    outputLimitBytes: OUTPUT_LIMIT_BYTES,
  });
  if (outcome.cancelled) throw new CancelledError('check types');
  const diagnostics: Diagnostic[] = [];
  for (const line of outcome.standardOutput.split(/\r?\n/)) {
    const found = COMPILER_LINE.exec(line)?.groups ?? GLOBAL_LINE.exec(line)?.groups;
    const last = diagnostics.at(-1);
    if (found !== undefined) {
      const artifact = found['file'] === undefined ? project : toSlashes(found['file']);
      const location =
        found['line'] === undefined ? null : { line: Number(found['line']), column: Number(found['column']) };
      const message = `${found['code'] ?? ''}: ${found['message'] ?? ''}`;
      diagnostics.push({ artifact, location, severity: 'error', category: categoryOf(found['code']), message });
    } else if (/^\s+\S/.test(line) && last !== undefined) {
      diagnostics[diagnostics.length - 1] = { ...last, message: `${last.message}\n${line.trimEnd()}` };
    }
  }
  if (outcome.exitCode !== 0 && diagnostics.length === 0) {
    const cause =
      outcome.startError ?? (outcome.output.trim() || `it exited with code ${outcome.exitCode ?? 'unknown'}`);
    throw new HoldfastError('process', `Failed to check types with ${project}: ${cause}`, {
      hint: 'Run "npx tsc --noEmit" in the repository.',
    });
  }
  // A configuration can include files outside the tree.
  return diagnostics.filter(({ artifact }) => !artifact.startsWith('..') && !path.isAbsolute(artifact));
}

/** Codes of the parser: TS1000 to TS1999. */
function categoryOf(code = ''): string {
  return /^TS1\d{3}$/.test(code) ? 'syntax' : 'type-error';
}

function checkFiles(
  root: string,
  engine: JavaScriptEngine,
  configuration: string | undefined,
  files: readonly string[],
): readonly Diagnostic[] {
  const slashed = toSlashes(root);
  const absolute = files.map((file) => `${slashed}/${file}`);
  const project = {
    folder: configuration === undefined ? slashed : path.posix.dirname(configuration),
    ...(configuration === undefined ? {} : { configuration }),
    roots: configuration === undefined ? absolute : engine.filesOf(configuration),
    hasJavaScript: false,
  };
  // Without a configuration, a JavaScript file is not part of a program.
  const checked = absolute.filter((file) => configuration !== undefined || /\.[mc]?tsx?$/.test(file));
  const program = engine.programOf({ ...project, roots: configuration === undefined ? checked : project.roots });
  return checked.flatMap((file) =>
    program.errorsIn(file).map(({ kind, line, column, message }): Diagnostic => ({
      artifact: file.slice(slashed.length + 1),
      location: { line, column },
      severity: 'error',
      category: kind === 'syntax' ? 'syntax' : 'type-error',
      message,
    })),
  );
}

function toSlashes(file: string): string {
  return file.replaceAll('\\', '/');
}

/** The text of a configuration; `undefined` if it does not exist or cannot be read. */
function readTextIfPossible(file: string): string | undefined {
  try {
    return readPlainFileSync(file).toString('utf8');
  } catch {
    return undefined;
  }
}
