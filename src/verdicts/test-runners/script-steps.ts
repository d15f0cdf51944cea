import { HoldfastError } from '../../foundation/errors.ts';
import type { Invocation } from '../plan/commands/command-reading.ts';
import { namedScript, type NamedScript } from '../plan/commands/named-script.ts';
import { unwrap } from '../plan/commands/unwrap.ts';
import { splitCommand } from '../../workspace/processes/split-command.ts';
import { readTestManifest, type TestTree } from './test-package.ts';

/** One command of a test script, as arguments that run without a shell. */
export interface ScriptStep {
  readonly words: readonly string[];
  /** The folder in which it runs. `''` is the root. */
  readonly folder: string;
}

/** How many levels of scripts that run other scripts are read. */
const MAX_DEPTH = 5;
/** A word of a script with a glob that the shell expands, because the word is not quoted. */
const SHELL_GLOB = /(?<=^|\s)(?!-)[^\s'"]*[*?[{][^\s'"]*(?=\s|$)/g;

/**
 * The commands that a command line runs, in their order: it follows package scripts and splits at `&&`. `undefined` if a
 * script uses more of the shell, because its commands would not run with the same meaning.
 */
export async function readSteps(
  tree: TestTree,
  command: string,
  folder = '',
  depth = 0,
): Promise<readonly ScriptStep[] | undefined> {
  const steps: ScriptStep[] = [];
  for (const part of command.split(/\s*&&\s*/)) {
    const words = splitPart(part);
    if (words === undefined || words[0] === 'cd' || words[0] === 'pushd') return undefined;
    const invocation = unwrap(words, folder, depth);
    const named = isBunTest(invocation.program, words) ? undefined : readNamedScript(invocation);
    const scripts = (named && (await readTestManifest(tree, named.folder)))?.scripts ?? {};
    if (named === undefined || scripts[named.script] === undefined) {
      // `pnpm vitest` runs an installed program.
      steps.push({ words, folder });
      continue;
    }
    if (depth >= MAX_DEPTH) return undefined;
    for (const name of [`pre${named.script}`, named.script, `post${named.script}`]) {
      const script = scripts[name];
      if (script === undefined) continue;
      const extra = name === named.script ? named.extraArguments.map(quoteArgument) : [];
      const inner = await readSteps(tree, [script, ...extra].join(' '), named.folder, depth + 1);
      if (inner === undefined) return undefined;
      steps.push(...inner);
    }
  }
  return steps;
}

/** The script that a package manager runs. Except for npm, `run` is optional: `pnpm lint`. */
function readNamedScript(invocation: Invocation): NamedScript | undefined {
  const { program, arguments: words, folder } = invocation;
  const named = namedScript(program === 'bun' ? { ...invocation, program: 'pnpm' } : invocation);
  const [script = '', ...extraArguments] = words;
  const canOmitRun = program === 'pnpm' || program === 'yarn' || program === 'bun';
  if (named !== undefined || !canOmitRun || !/^\w/.test(script)) return named;
  return { folder, script, extraArguments, ifPresent: false };
}

/** `bun test` runs Bun's own test runner, not the script. */
function isBunTest(program: string, words: readonly string[]): boolean {
  return program === 'bun' && words[1] === 'test';
}

/** The variables that a script sets for one command, whose values can be in quotes. */
const ASSIGNMENTS = /^((?:[A-Za-z_]\w*=(?:"[^"]*"|'[^']*'|[^\s"'])*\s+)*)(.*)$/s;

/** The arguments of one command of a script; `undefined` if it needs a shell. */
function splitPart(part: string): readonly string[] | undefined {
  const [, assignments = '', rest = ''] = ASSIGNMENTS.exec(part.trim()) ?? [];
  try {
    const words = splitCommand(rest.replace(SHELL_GLOB, (word) => `'${shellGlob(word)}'`));
    return assignments === '' ? words : ['env', ...splitCommand(`env ${assignments}`).slice(1), ...words];
  } catch (thrown) {
    if (thrown instanceof HoldfastError) return undefined;
    throw thrown;
  }
}

/** A glob as `sh` expands it: `**` matches within one segment of a path, like `*`. */
function shellGlob(word: string): string {
  return process.platform === 'win32' ? word : word.replaceAll(/\*{2,}/g, '*');
}

function quoteArgument(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
