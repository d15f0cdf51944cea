import { realpath } from 'node:fs/promises';
import type { ConfinedCommand } from '../confinement/confine-command.ts';
import { hasNetwork } from '../confinement/confinement-rules.ts';
import { findRule, isVisible, type PathRule } from '../confinement/path-rules.ts';
import type { CommandRules } from './command-rules.ts';
import { withheldVariables } from '../environment/subprocess-environment.ts';

/** What a command did not receive. A failed command may need it. */
export interface Withheld {
  /** Names of variables: those that its output names, else the first ones. */
  readonly variables: readonly string[];
  /** Whether its output names the variables. */
  readonly areNamed: boolean;
  /** The number of all variables that it did not receive. */
  readonly variableCount: number;
  /** Whether it saw and wrote only what the sandbox shows. */
  readonly files: boolean;
  /** Paths in its output that exist on this machine and that the sandbox does not show. */
  readonly paths: readonly string[];
  readonly network: boolean;
}

const MAX_NAMES = 5;
/** Variables of terminals, editors and package managers that started this process. Commands do not depend on them. */
const SURROUNDING = /^(?:_|SHLVL|PWD|OLDPWD|LS_COLORS|LESS.*|npm_.*|VSCODE_.*|ELECTRON_.*|TERM_.*|HOLDFAST_.*)$/;

/** What the rules withheld from a command with this output. */
export async function findWithheld(
  rules: CommandRules,
  { kind, pathRules = [] }: Pick<ConfinedCommand, 'kind' | 'pathRules'>,
  output: string,
): Promise<Withheld> {
  const names = withheldVariables(rules.passedVariables).filter((name) => !SURROUNDING.test(name));
  const words = new Set(output.match(/[A-Za-z_][A-Za-z0-9_]*/g));
  const named = names.filter((name) => words.has(name));
  const areNamed = named.length > 0;
  const isConfined = kind !== 'unconfined';
  return {
    variables: (areNamed ? named : names).slice(0, MAX_NAMES),
    areNamed,
    variableCount: names.length,
    files: isConfined,
    paths: isConfined ? await findHiddenPaths(pathRules, output) : [],
    network: isConfined && rules.confinement !== undefined && !hasNetwork(rules.confinement),
  };
}

/** An absolute path in a message of a program. */
const PATH_IN_TEXT = /(?<![\w./~-])\/(?:[\w.@+-]+\/)*[\w.@+-]+/g;
/** The number of paths of an output that are examined. */
const MAX_EXAMINED = 100;

/** Paths that a command must not know about, such as those of scenarios, are left out. */
async function findHiddenPaths(rules: readonly PathRule[], output: string): Promise<readonly string[]> {
  const named = [...new Set(output.match(PATH_IN_TEXT))].slice(0, MAX_EXAMINED);
  const hidden = await Promise.all(
    named.map(async (item) => {
      try {
        const real = await realpath(item);
        return !isVisible(rules, real) && findRule(rules, real)?.access !== 'hidden';
      } catch {
        return false;
      }
    }),
  );
  return named.filter((_, index) => hidden[index]).slice(0, MAX_NAMES);
}

const listUnseenPaths = (paths: readonly string[]): string =>
  `${paths.join(', ')} ("confinementRead" in your settings shows paths of this machine)`;

/** A sentence about paths that a command named and did not see. */
export const describeUnseenPaths = (paths: readonly string[]): string =>
  `Withheld from the command: ${listUnseenPaths(paths)}.`;

/**
 * One sentence for the report of a failed command; undefined if nothing was withheld. If the output names paths, what may
 * be missing besides is left out.
 */
export function describeWithheld(withheld: Withheld): string | undefined {
  const { variables, areNamed, variableCount, files, paths, network } = withheld;
  const more = variableCount > variables.length ? ` and ${variableCount - variables.length} more` : '';
  const items = [
    ...(variables.length === 0 || (paths.length > 0 && !areNamed)
      ? []
      : [`the variables ${variables.join(', ')}${more} ("environment" passes them on)`]),
    ...(paths.length === 0 ? [] : [listUnseenPaths(paths)]),
    ...(files && paths.length === 0
      ? [
          'files outside of its tree, the system and installed programs ("confinementRead" and "confinementWrite" add paths)',
        ]
      : []),
    ...(network ? ['the network ("network: true" in the contract permits it)'] : []),
  ];
  return items.length === 0 ? undefined : `Withheld from the command: ${items.join('; ')}.`;
}
