import type { Configuration } from '../../workspace/configuration/configuration.ts';
import { CONFIGURATION_FILE } from '../../workspace/configuration/settings.ts';
import type { ContractDocument } from '../../contract/document.ts';
import { createPathMatcher } from '../../contract/globs/path-matcher.ts';
import { MANIFEST_GLOBS } from '../../contract/manifest-globs.ts';
import type { Contract, Gate } from '../../contract/model.ts';
import { HoldfastError, messageOf } from '../../foundation/errors.ts';
import type { ChangeFinding } from './change-types.ts';
import { ContractFiles } from '../contracts/contract-files.ts';
import { createPlansOfChange, listPlanFiles } from '../contracts/plan-activity.ts';
import { MISPLACED_PATHS } from '../contracts/contract-folder.ts';
import type { FolderServices } from '../services/folder-services.ts';
import type { CommittedTree } from './committed-tree.ts';

/** A contract that judges a change. */
export interface JudgingContract {
  readonly document: ContractDocument;
  /** `undefined` if the text is not a contract, or has errors. */
  readonly contract: Contract | undefined;
  readonly sharedGates: readonly Gate[];
  /** Whether the change brings the contract, so that its errors are errors of the change. */
  readonly isNew: boolean;
  /** Whether a folder below, with its own configuration, judges the contract: its paths are relative to that folder. */
  readonly isOfFolderBelow: boolean;
}

/** What a change is judged by, as one commit states it. */
export interface ChangeTerms {
  readonly commit: string;
  readonly tree: CommittedTree;
  readonly configuration: Configuration;
  /** The text of the shared configuration; `undefined` if there is none, or if it has errors. */
  readonly configurationText: string | undefined;
  readonly contracts: readonly JudgingContract[];
  /** Faults of the terms. */
  readonly findings: readonly ChangeFinding[];
}

/**
 * Reads the configuration, the contracts and the gates of a commit. Reads no file on disk.
 *
 * @param isBase whether the commit is the base of the change: its faults are warnings, because the change did not cause them
 * @param head the tree after the change, with the files that the change adds
 * @param started the plans of tasks that were started
 */
export async function readTerms(
  services: Pick<FolderServices, 'configurationOf'>,
  tree: CommittedTree,
  {
    isBase,
    head = tree,
    started = [],
  }: { readonly isBase: boolean; readonly head?: CommittedTree; readonly started?: readonly string[] },
): Promise<ChangeTerms> {
  const { configuration, configurationText, findings } = await readConfigurationOf(services, tree, isBase);
  const isTerm = createPathMatcher([...configuration.contracts, ...configuration.gates, ...MANIFEST_GLOBS]);
  const all = await tree.listFiles();
  const plans = listPlanFiles(configuration, all);
  await tree.preload([...all.filter(isTerm), ...plans]);
  if (head !== tree) await head.preload(plans);
  const existsAnywhere = async (path: string): Promise<boolean> =>
    (await tree.kindOf(path)) !== undefined || (await head.kindOf(path)) !== undefined;
  const files = new ContractFiles(tree, () => Promise.resolve(configuration), {
    exists: existsAnywhere,
    plans: createPlansOfChange(tree, head, started),
  });
  const contracts: JudgingContract[] = [];
  for (const document of await files.readAll()) {
    contracts.push(await toJudgingContract({ files, tree }, document, !isBase));
  }
  return {
    commit: tree.commit,
    tree,
    configuration,
    configurationText,
    contracts,
    findings: [...findings, ...contracts.flatMap(toFindings)],
  };
}

/** Reads contracts that the base does not contain. They judge the change too: they only add requirements. */
export async function readNewContracts(
  tree: CommittedTree,
  { configuration, contracts }: ChangeTerms,
  created: readonly string[],
): Promise<readonly JudgingContract[]> {
  const known = new Set(contracts.map(({ document }) => document.file));
  const isContract = createPathMatcher([...configuration.contracts, ...MANIFEST_GLOBS]);
  const plans = listPlanFiles(configuration, created);
  if (!created.some((file) => (isContract(file) || plans.includes(file)) && !known.has(file))) return [];
  const files = new ContractFiles(tree, () => Promise.resolve(configuration));
  await tree.preload(created);
  const added = (await files.readAll()).filter(({ file }) => created.includes(file) && !known.has(file));
  return Promise.all(added.map((document) => toJudgingContract({ files, tree }, document, true)));
}

/** The configuration of a commit. The defaults apply if it has errors. */
async function readConfigurationOf(
  services: Pick<FolderServices, 'configurationOf'>,
  tree: CommittedTree,
  isBase: boolean,
): Promise<Pick<ChangeTerms, 'configuration' | 'configurationText' | 'findings'>> {
  const configurationText = await tree.readText(CONFIGURATION_FILE);
  try {
    return { configuration: await services.configurationOf(configurationText), configurationText, findings: [] };
  } catch (thrown) {
    if (!(thrown instanceof HoldfastError) || thrown.code !== 'configuration') throw thrown;
    const finding: ChangeFinding = {
      kind: 'invalid-terms',
      severity: isBase ? 'warning' : 'error',
      message: `The defaults apply, because the configuration has errors. ${messageOf(thrown)}`,
      file: CONFIGURATION_FILE,
      line: 1,
      ...(isBase ? { onBase: true } : {}),
    };
    const configuration = await services.configurationOf(undefined);
    return { configuration, configurationText: undefined, findings: [finding] };
  }
}

async function toJudgingContract(
  { files, tree }: { readonly files: ContractFiles; readonly tree: CommittedTree },
  document: ContractDocument,
  isNew: boolean,
): Promise<JudgingContract> {
  const hasErrors = document.problems.some(({ severity }) => severity === 'error');
  const contract = hasErrors ? undefined : document.contract;
  return {
    document,
    contract,
    sharedGates: contract === undefined ? [] : await files.readSharedGates(document),
    isNew,
    isOfFolderBelow: await hasConfigurationBelow(tree, document.file),
  };
}

async function hasConfigurationBelow(tree: CommittedTree, file: string): Promise<boolean> {
  const folders = file.split('/').slice(0, -1);
  const configurations = folders.map((_, index) => [...folders.slice(0, index + 1), CONFIGURATION_FILE].join('/'));
  const kinds = await Promise.all(configurations.map((path) => tree.kindOf(path)));
  return kinds.includes('file');
}

/**
 * The errors of a contract. Those of the base are warnings, because the change did not cause them - except that the contract
 * judges no file that it means: then nothing was judged.
 */
export function toFindings({ document, isNew, isOfFolderBelow }: JudgingContract): readonly ChangeFinding[] {
  return document.problems
    .filter(({ severity, code }) => severity === 'error' && !(isOfFolderBelow && code === MISPLACED_PATHS))
    .map(({ code, message, range }) => ({
      kind: 'invalid-terms',
      severity: isNew || code === MISPLACED_PATHS ? 'error' : 'warning',
      message,
      file: document.file,
      line: range.start.line,
      column: range.start.column,
      ...(isNew ? {} : { onBase: true }),
    }));
}
