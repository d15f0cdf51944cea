import type { Contract } from '../../contract/model.ts';
import type { Configuration } from '../../workspace/configuration/configuration.ts';
import type { VisiblePaths } from '../../workspace/confinement/confinement-rules.ts';
import { subprocessEnvironment } from '../../workspace/environment/subprocess-environment.ts';
import type { CommandRules } from '../../workspace/processes/command-rules.ts';
import type { AttemptWorktree } from '../../workspace/worktree/attempt-worktree.ts';
import { pythonPathOf } from '../../workspace/environment/python-path.ts';
import type { RunServices } from './run-services.ts';

export interface CommandSurroundings {
  readonly contract: Pick<Contract, 'network'>;
  readonly configuration: Pick<Configuration, 'environment' | 'confinement'>;
  /** Absolute path of the tree that the commands work in and may write. */
  readonly tree: string;
  /** What the commands see besides the tree and the programs of this machine. */
  readonly view: VisiblePaths;
  /** Texts of scenarios that must not be in the output. Default: none. */
  readonly hiddenTexts?: readonly string[] | undefined;
  /** The folder behind the private folders of the commands. Default: one for each command. */
  readonly privateFolder?: string | undefined;
}

/** How the commands of a contract run in a tree. */
export function commandRulesOf({
  contract,
  configuration,
  tree,
  view,
  privateFolder,
  hiddenTexts,
}: CommandSurroundings): CommandRules {
  const { mode, read, write } = configuration.confinement;
  return {
    passedVariables: configuration.environment,
    hiddenTexts,
    confinement: { ...view, mode, read, write, tree, privateFolder, network: contract.network ?? false },
  };
}

export interface AttemptSurroundings {
  readonly contract: Pick<Contract, 'network'>;
  readonly attempt: Pick<AttemptWorktree, 'root' | 'topLevel' | 'view' | 'privateFolder' | 'hiddenTexts'>;
  readonly services: Pick<RunServices, 'configuration'>;
}

/** How the commands of a contract run in the worktree of an attempt. */
export function attemptRules({ contract, attempt, services }: AttemptSurroundings): CommandRules {
  const { configuration } = services;
  const { root, topLevel, view, privateFolder, hiddenTexts } = attempt;
  const rules = commandRulesOf({ contract, configuration, tree: topLevel, view, privateFolder, hiddenTexts });
  const pythonPath = pythonPathOf(root, subprocessEnvironment(configuration.environment)['PYTHONPATH']);
  return pythonPath === undefined
    ? rules
    : { ...rules, variables: { PYTHONPATH: pythonPath, PYTHONDONTWRITEBYTECODE: '1' } };
}
