import type { Configuration } from '../../../workspace/configuration/configuration.ts';
import { DOMAINS_FILE } from '../../../workspace/configuration/shared-files.ts';
import { requireDomainDeclarations } from '../declarations/domains-document.ts';
import { openDomainServices, type DomainServices } from '../open-domain-services.ts';
import type { Clock } from '../../../foundation/clock.ts';
import type { VisiblePaths } from '../../../workspace/confinement/confinement-rules.ts';
import { DiskTree } from '../../../workspace/files/disk-tree.ts';
import { isWithin } from '../../../workspace/files/safe-path.ts';
import { maskHiddenTexts } from '../../../workspace/holdout/hidden-texts.ts';
import type { SourceTree } from '../../../workspace/files/source-tree.ts';
import type { Repository } from '../../../workspace/repository.ts';
import { listVisibleParts } from './visible-parts.ts';

/** What domain services are started with. */
export interface DomainContext {
  readonly repository: Pick<Repository, 'viewUserTree' | 'openScratchFolder'>;
  readonly configuration: Pick<Configuration, 'confinement' | 'environment'>;
  /** Holdfast's storage folder, with the records of running processes. */
  readonly storage: string;
  readonly trusted: () => boolean;
  readonly clock: Clock;
  readonly log: (line: string) => void;
}

export interface TreeWithTerms {
  /** Absolute path of the folder whose declarations apply and in which services start. No attempt can write to it. */
  readonly folder: string;
  /** Absolute path of the workspace folder of the tree. */
  readonly root: string;
  /** The tree with the registry and the declarations. Default: the files of `folder`. */
  readonly terms?: Pick<SourceTree, 'listFiles' | 'readText'> | undefined;
  /** The commit of the tree; `null` if it is not from a commit. */
  readonly commit: string | null;
  /** What services and the commands that they run see: `view` of the tree's worktree. Default: the user's tree. */
  readonly view?: VisiblePaths | undefined;
  /** Texts of scenarios, which are replaced in log lines: `hiddenTexts` of the tree's worktree. Default: none. */
  readonly hiddenTexts?: readonly string[] | undefined;
  readonly signal: AbortSignal;
}

/**
 * Prepares the services that a folder declares, for a tree. The caller closes them.
 *
 * @throws HoldfastError `configuration` if the declarations have errors, `untrusted` in a restricted workspace
 */
export async function openTreeDomains(
  { repository, configuration, storage, trusted, clock, log }: DomainContext,
  { folder, root, terms, commit, view, hiddenTexts = [], signal }: TreeWithTerms,
): Promise<DomainServices> {
  const declarations = requireDomainDeclarations(await (terms ?? new DiskTree(folder)).readText(DOMAINS_FILE));
  const { mode, read, write } = configuration.confinement;
  const seen = view ?? (await repository.viewUserTree());
  const starts = trusted() && declarations.services.length > 0;
  return openDomainServices({
    // The trees of attempts and commits are in the storage. Code is loaded from the folder of the terms.
    scratch:
      starts && (root === folder || !isWithin(storage, root)) ? await repository.openScratchFolder(signal) : undefined,
    declarations,
    root,
    commit,
    folder,
    storage,
    trusted: trusted(),
    environment: configuration.environment,
    confinement: {
      mode,
      read,
      write,
      tree: root,
      visible: [...seen.visible, ...(await listVisibleParts(folder))],
      hidden: seen.hidden,
      network: false,
    },
    signal,
    log: (line) => log(maskHiddenTexts(line, hiddenTexts)),
    clock,
  });
}
