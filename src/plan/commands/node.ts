import type { CommandContext, Invocation, InvocationReader, InvocationReading } from './command-context.ts';
import type { CommandNeed } from './command-reading.ts';
import { readInlineScript } from './inline-javascript.ts';
import { scriptNeed, specifierNeed } from './module-files.ts';
import { readOptions, type ReadOptions } from './operands.ts';
import { pathInFolder } from './path-in-folder.ts';

/** The runtimes that take node's options and start with a script. */
const RUNTIMES: ReadonlySet<string> = new Set(['node', 'tsx', 'ts-node', 'ts-node-esm', 'ts-node-script']);

const VALUED: ReadonlySet<string> = new Set([
  ...['-r', '--require', '--import', '--loader', '--experimental-loader', '-C', '--conditions', '--env-file'],
  ...['--input-type', '--test-name-pattern', '--test-reporter', '--test-concurrency', '--test-timeout', '--stack-size'],
  ...['-e', '--eval', '-p', '--print', '-pe', '--tsconfig', '-P', '--project', '-O', '--compiler-options'],
]);

const FLAGS: ReadonlySet<string> = new Set([
  ...['--test', '--check', '-c', '--enable-source-maps', '--throw-deprecation', '--strip-types', '--watch', '-i'],
  ...['--preserve-symlinks', '--frozen-intrinsics', '--pending-deprecation', '--use-strict', '--expose-gc'],
  ...['-T', '--transpile-only', '--transpileOnly', '--files', '--esm', '--swc', '--no-cache', '-s', '--skip-project'],
]);

function isFlag(word: string): boolean {
  return (
    FLAGS.has(word) ||
    /^--(no|trace|experimental|force|disable)-[a-z-]+$/.test(word) ||
    /^--(inspect|inspect-brk)$/.test(word)
  );
}

/** `node script.js`, `tsx script.ts`, `node --test file`, `node -e code`. */
export const readNode: InvocationReader = (invocation, context) => {
  const { program, words } = invocation;
  if (!RUNTIMES.has(program)) return undefined;
  const watching = program === 'tsx' && words[0] === 'watch' ? 1 : 0;
  const testing = words.includes('--test') || (program === 'tsx' && words[0] === 'test');
  const read = readOptions(words.slice(watching), { valued: VALUED, isFlag, stopsAtOperand: !testing });
  if (read === undefined || invocation.otherPaths) return undefined;
  return readRuntime(read, testing, invocation, context);
};

async function readRuntime(
  read: ReadOptions,
  testing: boolean,
  { program, folder }: Invocation,
  context: CommandContext,
): Promise<InvocationReading | undefined> {
  const needs: CommandNeed[] = preloadNeeds(read, folder);
  const inline = read.options.find(({ name }) => ['-e', '--eval', '-p', '--print', '-pe'].includes(name));
  if (inline?.value !== undefined) return readInline(inline.value, folder, needs);
  if (testing) return { needs: [...needs, ...testFileNeeds(read.operands, folder, context)] };
  const script = read.operands[0] === undefined ? undefined : scriptNeed(read.operands[0], folder);
  if (script === undefined) return needs.length > 0 ? { needs } : undefined;
  if (!context.isGenerated(script.path)) needs.push(script);
  return { needs, canonical: [program, ...optionWords(read), script.path, ...read.operands.slice(1)] };
}

/** Options change what a command does: two commands are one only where they are the same. */
export function optionWords({ options }: ReadOptions): readonly string[] {
  return options.flatMap(({ name, value }) => (value === undefined ? [name] : [name, value]));
}

/** Inline code of a runtime: refused where it does not parse, else what it loads. */
export async function readInline(
  code: string,
  folder: string,
  before: readonly CommandNeed[] = [],
): Promise<InvocationReading> {
  const { mistake, specifiers } = await readInlineScript(code);
  if (mistake !== undefined) {
    const reason = `its inline code does not parse: ${mistake}`;
    return { needs: [], refusal: { reason, hint: 'Correct the code, or put it into a script file and name that.' } };
  }
  return { needs: [...before, ...specifiers.flatMap((specifier) => specifierNeed(specifier, folder) ?? [])] };
}

function preloadNeeds(read: ReadOptions, folder: string): CommandNeed[] {
  return read.options.flatMap(({ name, value }): CommandNeed[] => {
    if (value === undefined) return [];
    if (['-r', '--require', '--import'].includes(name)) return [specifierNeed(value, folder) ?? []].flat();
    if (name !== '--env-file') return [];
    const path = pathInFolder(folder, value);
    // What holds secrets is ignored by git as a rule, and stands in the attempt's tree all the same.
    return path === undefined || /(^|\/)\.env[^/]*$/.test(path)
      ? []
      : [{ shown: path, files: [path], because: `reads ${path}` }];
  });
}

/** Test files given by name; patterns and folders are the runner's business. */
export function testFileNeeds(operands: readonly string[], folder: string, context: CommandContext): CommandNeed[] {
  return operands.flatMap((operand): CommandNeed[] => {
    if (!/\.[cm]?[jt]sx?$/.test(operand)) return [];
    const path = pathInFolder(folder, operand.replace(/^file:/, ''));
    if (path === undefined || context.isGenerated(path)) return [];
    return [{ shown: path, files: [path], because: `runs the tests of ${path}` }];
  });
}
