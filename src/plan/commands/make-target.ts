import type { CommandContext, InvocationReader } from './command-context.ts';
import type { CommandNeed } from './command-reading.ts';
import { readOptions } from './operands.ts';
import { pathInFolder } from './path-in-folder.ts';

const NAMES = ['GNUmakefile', 'makefile', 'Makefile'];

/** `make target`: a makefile that has the target. */
export const readMake: InvocationReader = async ({ program, words, folder }, context) => {
  if (program !== 'make' && program !== 'gmake') return undefined;
  const read = readOptions(words, {
    valued: new Set(['-C', '--directory', '-f', '--file', '--makefile', '-j', '--jobs']),
    isFlag: (word) =>
      /^-[ksBeinqrsw]+$/.test(word) || /^-j\d+$/.test(word) || /^--(silent|quiet|keep-going)$/.test(word),
    stopsAtOperand: false,
  });
  if (read === undefined) return undefined;
  const valueOf = (...names: string[]): string | undefined =>
    read.options.find((option) => names.includes(option.name))?.value;
  const directory = valueOf('-C', '--directory');
  const within =
    directory === undefined ? folder : (pathInFolder(folder, directory) ?? (directory === '.' ? folder : undefined));
  if (within === undefined) return undefined;
  const named = valueOf('-f', '--file', '--makefile');
  const files = (named === undefined ? NAMES : [named]).flatMap((name) => pathInFolder(within, name) ?? []);
  const [shown] = files.slice(-1);
  if (shown === undefined) return undefined;
  const needs: CommandNeed[] = [{ shown, files, because: 'runs make' }];
  const targets = read.operands.filter((word) => !/^[A-Za-z_][\w.]*[:+?]?=/.test(word));
  const makefile = files.find((file) => context.everFile(file));
  const known = makefile === undefined ? undefined : await targetsOf(makefile, context);
  if (makefile !== undefined && known !== undefined) {
    for (const target of targets) {
      const asFile = pathInFolder(within, target);
      if (known.has(target) || (asFile !== undefined && isMadeOf(asFile, context))) continue;
      needs.push({
        shown: makefile,
        files: [],
        because: `runs make ${target}`,
        lacking: `${makefile} has no target "${target}"`,
      });
    }
  }
  return { needs };
};

/** A target that is a file, or that make's own rules know how to make from one: `tool` from `tool.c`. */
function isMadeOf(path: string, context: CommandContext): boolean {
  return context.everFile(path) || context.isGenerated(path) || context.everBelow(`${path.replace(/\.o$/, '')}.`);
}

/** The targets of a makefile whose text is settled; undefined where it includes others or computes its targets. */
async function targetsOf(makefile: string, context: CommandContext): Promise<ReadonlySet<string> | undefined> {
  const text = await context.settledText(makefile);
  if (text === undefined) return undefined;
  const targets = new Set<string>();
  for (const line of text.replace(/\\\r?\n/g, ' ').split(/\r?\n/)) {
    if (/^(-|s)?include\b|^\s*(define|load|\$\()/.test(line)) return undefined;
    const rule = /^([^\s#:=][^#:=]*?)\s*::?(?!=)/.exec(line);
    const names = rule?.[1];
    if (names === undefined) continue;
    if (/[$%]/.test(names)) return undefined;
    // What is called phony without a rule has nothing to be done, which is no failure.
    const phony = names === '.PHONY' ? line.slice(line.indexOf(':') + 1) : '';
    for (const name of `${names} ${phony}`.split(/\s+/)) targets.add(name);
  }
  return targets;
}
