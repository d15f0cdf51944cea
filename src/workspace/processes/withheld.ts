import { hasNetwork, type ConfinementKind } from '../confinement/confinement-rules.ts';
import type { CommandRules } from './command-rules.ts';
import { withheldVariables } from '../environment/subprocess-environment.ts';

/** What a command did not receive. A failed command may need it. */
export interface Withheld {
  /** Names of variables: those that its output names, else the first ones. */
  readonly variables: readonly string[];
  /** The number of all variables that it did not receive. */
  readonly variableCount: number;
  /** Whether it could write only in its tree, the temporary folder and the caches of package managers. */
  readonly writes: boolean;
  readonly network: boolean;
}

const MAX_NAMES = 5;
/** Variables of terminals, editors and package managers that started this process. Commands do not depend on them. */
const SURROUNDING = /^(?:_|SHLVL|PWD|OLDPWD|LS_COLORS|LESS.*|npm_.*|VSCODE_.*|ELECTRON_.*|TERM_.*|HOLDFAST_.*)$/;

/** What the rules withheld from a command with this output. */
export function findWithheld(rules: CommandRules, kind: ConfinementKind, output: string): Withheld {
  const names = withheldVariables(rules.passedVariables).filter((name) => !SURROUNDING.test(name));
  const words = new Set(output.match(/[A-Za-z_][A-Za-z0-9_]*/g));
  const named = names.filter((name) => words.has(name));
  const isConfined = kind !== 'unconfined';
  return {
    variables: (named.length > 0 ? named : names).slice(0, MAX_NAMES),
    variableCount: names.length,
    writes: isConfined,
    network: isConfined && rules.confinement !== undefined && !hasNetwork(rules.confinement),
  };
}

/** One sentence for the report of a failed command; undefined if nothing was withheld. */
export function describeWithheld({ variables, variableCount, writes, network }: Withheld): string | undefined {
  const more = variableCount > variables.length ? ` and ${variableCount - variables.length} more` : '';
  const items = [
    ...(variables.length === 0 ? [] : [`the variables ${variables.join(', ')}${more} ("environment" passes them on)`]),
    ...(writes
      ? ['writing outside its tree, the temporary folder and package caches ("confinement.write" adds paths)']
      : []),
    ...(writes ? ['key files and container sockets'] : []),
    ...(network ? ['the network ("network: true" in the contract permits it)'] : []),
  ];
  return items.length === 0 ? undefined : `Withheld from the command: ${items.join('; ')}.`;
}
