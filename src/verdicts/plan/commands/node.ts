import type { CommandReadingContext, CommandNeed, InvocationReader, InvocationReading } from './command-reading.ts';
import { readInlineScript } from './inline-javascript.ts';
import { scriptNeed, specifierNeed, testFileNeeds } from './module-files.ts';
import { readOptions, type OptionForms, type ParsedOptions } from './operands.ts';

/** The runtimes that accept Node's options and a script. */
const RUNTIMES: ReadonlySet<string> = new Set(['node', 'tsx', 'ts-node', 'ts-node-esm', 'ts-node-script']);

const INLINE_OPTIONS = ['-e', '--eval', '-p', '--print', '-pe'];
const PRELOAD_OPTIONS = ['-r', '--require', '--import'];

const VALUED: ReadonlySet<string> = new Set([
  ...INLINE_OPTIONS,
  ...PRELOAD_OPTIONS,
  ...['--loader', '--experimental-loader', '-C', '--conditions', '--env-file', '--input-type', '--stack-size'],
  ...['--test-name-pattern', '--test-reporter', '--test-concurrency', '--test-timeout'],
  ...['--tsconfig', '-P', '--project', '-O', '--compiler-options'],
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

/** The options of node and tsx that are known, with which the test runner starts. */
export const NODE_OPTIONS: OptionForms = { valued: VALUED, isFlag, stopsAtOperand: false };

/** `node script.js`, `tsx script.ts`, `node --test file`, `node -e code`. */
export const readNode: InvocationReader = async (invocation, context) => {
  const { program, arguments: words, folder, changesModulePaths } = invocation;
  if (!RUNTIMES.has(program) || changesModulePaths) return undefined;
  const isWatching = program === 'tsx' && words[0] === 'watch';
  const isTesting = words.includes('--test') || (program === 'tsx' && words[0] === 'test');
  const read = readOptions(isWatching ? words.slice(1) : words, { ...NODE_OPTIONS, stopsAtOperand: !isTesting });
  if (read === undefined) return undefined;
  const needs: CommandNeed[] = read.options.flatMap(({ name, value }) =>
    value !== undefined && PRELOAD_OPTIONS.includes(name) ? (specifierNeed(value, folder, context) ?? []) : [],
  );
  const code = read.options.find(({ name }) => INLINE_OPTIONS.includes(name))?.value;
  if (code !== undefined) return readInlineCode(code, folder, needs, context);
  if (isTesting) return { needs: [...needs, ...testFileNeeds(read.operands, folder, context)] };
  const script = read.operands[0] === undefined ? undefined : scriptNeed(read.operands[0], folder);
  if (script === undefined) return needs.length > 0 ? { needs } : undefined;
  if (!context.isGenerated(script.path)) needs.push(script);
  return { needs, canonical: [program, ...optionWords(read), script.path, ...read.operands.slice(1)] };
};

function optionWords({ options }: ParsedOptions): readonly string[] {
  return options.flatMap(({ name, value }) => (value === undefined ? [name] : [name, value]));
}

async function readInlineCode(
  code: string,
  folder: string,
  preloadNeeds: readonly CommandNeed[],
  context: CommandReadingContext,
): Promise<InvocationReading> {
  const { syntaxError, specifiers } = await readInlineScript(code);
  if (syntaxError !== undefined) {
    const reason = `its inline code has a syntax error: ${syntaxError}`;
    return { needs: [], refusal: { reason, hint: 'Fix the code, or move it to a script file and run that.' } };
  }
  return {
    needs: [...preloadNeeds, ...specifiers.flatMap((specifier) => specifierNeed(specifier, folder, context) ?? [])],
  };
}
