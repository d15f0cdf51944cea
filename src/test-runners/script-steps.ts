import { HoldfastError } from '../shared/errors.ts';
import { namedScript } from '../plan/commands/named-script.ts';
import { unwrap } from '../plan/commands/unwrap.ts';
import { splitCommand } from '../workspace/processes/split-command.ts';
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
    const named = namedScript(invocation.program === 'bun' ? { ...invocation, program: 'pnpm' } : invocation);
    if (named === undefined || isBunTest(invocation.program, words)) {
      steps.push({ words, folder });
      continue;
    }
    const scripts = (await readTestManifest(tree, named.folder))?.scripts ?? {};
    const hooked = [`pre${named.script}`, named.script, `post${named.script}`];
    if (scripts[named.script] === undefined) {
      // `pnpm vitest` runs an installed program.
      steps.push({ words, folder });
      continue;
    }
    if (depth >= MAX_DEPTH) return undefined;
    for (const name of hooked) {
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

/** `bun test` runs Bun's own test runner, not the script. */
function isBunTest(program: string, words: readonly string[]): boolean {
  return program === 'bun' && !words.includes('run');
}

/** The arguments of one command of a script; `undefined` if it needs a shell. */
function splitPart(part: string): readonly string[] | undefined {
  const [, assignments = '', rest = ''] = /^((?:[A-Za-z_]\w*=\S*\s+)*)(.*)$/s.exec(part.trim()) ?? [];
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
