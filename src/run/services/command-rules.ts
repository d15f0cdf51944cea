import type { Contract } from '../../contract/model.ts';
import type { Configuration } from '../../configuration/configuration.ts';
import type { ConcealedPaths } from '../../workspace/confinement/confinement-rules.ts';
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
  /** Absolute paths of folders that the commands may only read: `protectedFolders` of the repository. */
  readonly readOnly: readonly string[];
  /** What the commands must not see at all: `concealed` of the attempt's worktree. */
  readonly concealed?: ConcealedPaths | undefined;
}

/** How the commands of a contract run in a tree. */
export function commandRulesOf({
  contract,
  configuration,
  tree,
  readOnly,
  concealed,
}: CommandSurroundings): CommandRules {
  const { mode, write } = configuration.confinement;
  return {
    passedVariables: configuration.environment,
    confinement: { mode, write, tree, readOnly, concealed, network: contract.network ?? false },
  };
}

export interface AttemptSurroundings {
  readonly contract: Pick<Contract, 'network'>;
  readonly attempt: Pick<AttemptWorktree, 'root' | 'topLevel' | 'concealed'>;
  readonly services: Pick<RunServices, 'configuration' | 'repository'>;
}

/** How the commands of a contract run in the worktree of an attempt. */
export function attemptRules({ contract, attempt, services }: AttemptSurroundings): CommandRules {
  const { configuration, repository } = services;
  const { root, topLevel, concealed } = attempt;
  const readOnly = repository.protectedFolders;
  const rules = commandRulesOf({ contract, configuration, tree: topLevel, readOnly, concealed });
  const pythonPath = pythonPathOf(root, subprocessEnvironment(configuration.environment)['PYTHONPATH']);
  return pythonPath === undefined
    ? rules
    : { ...rules, variables: { PYTHONPATH: pythonPath, PYTHONDONTWRITEBYTECODE: '1' } };
}
