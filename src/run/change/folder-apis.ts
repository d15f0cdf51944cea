import type { ApiComparison } from '../../code/api/compare/api-difference.ts';
import type { PackageApi } from '../../code/api/model/package-api.ts';
import type { PackageSummary } from '../../verdicts/analysis/package-api-answers.ts';
import { withoutBuiltEntries } from './built-entries.ts';
import { CommittedTree } from './committed-tree.ts';
import { readEarlierFiles } from './earlier-files.ts';
import { listJudgedChanges } from './list-judged-changes.ts';
import { snapshotHead } from './snapshot-head.ts';
import type { FolderServices } from '../services/folder-services.ts';

/** What the packages of the folder offer. */
export interface PackageApis {
  /** The packages that have a name, sorted by folder. */
  list(options?: ApiOptions): Promise<readonly PackageSummary[]>;
  /** [CHANGE-5] What the packages in a folder offer, `''` for the root: one for each language. */
  read(folder: string, options?: ApiOptions): Promise<readonly PackageApi[]>;
  /** [CHANGE-5] What a package outside of the workspace files offers, such as an installed one. @param folder absolute path */
  readInstalled(folder: string, options?: ApiOptions): Promise<PackageApi | undefined>;
  /**
   * [CHANGE-2] The differences between a commit and the files on disk.
   *
   * @param folders of the packages. Default: those that are published and have changed files.
   */
  compare(base: string, folders?: readonly string[], options?: ApiOptions): Promise<readonly ApiComparison[]>;
}

export interface ApiOptions {
  readonly signal?: AbortSignal | undefined;
}

type ApiServices = Pick<FolderServices, 'tree' | 'analysis' | 'repository'>;

/** The packages of one folder. */
export class FolderApis implements PackageApis {
  readonly #services: ApiServices;

  constructor(services: ApiServices) {
    this.#services = services;
  }

  list({ signal }: ApiOptions = {}): Promise<readonly PackageSummary[]> {
    const { analysis, tree } = this.#services;
    return analysis.packages(tree.root, { signal });
  }

  read(folder: string, { signal }: ApiOptions = {}): Promise<readonly PackageApi[]> {
    const { analysis, tree } = this.#services;
    return analysis.packageApis(tree.root, folder, { signal });
  }

  async readInstalled(folder: string, { signal }: ApiOptions = {}): Promise<PackageApi | undefined> {
    return (await this.#services.analysis.installedApi(folder.replaceAll('\\', '/'), { signal })) ?? undefined;
  }

  async compare(
    base: string,
    folders?: readonly string[],
    { signal = new AbortController().signal }: ApiOptions = {},
  ): Promise<readonly ApiComparison[]> {
    const { analysis, tree } = this.#services;
    const repository = await this.#services.repository();
    const head = await snapshotHead(repository, 'work-tree', { signal });
    const { commit } = await repository.resolve(base, signal);
    const changes = await listJudgedChanges(repository, commit, head, signal);
    const earlier = await readEarlierFiles({ base: new CommittedTree({ repository, commit, signal }), changes });
    const comparisons = await analysis.apiComparisons(tree.root, earlier, folders ?? null, { signal });
    return withoutBuiltEntries(comparisons, repository, signal);
  }
}
