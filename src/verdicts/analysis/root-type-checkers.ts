import type { ExportLookup } from '../../code/modules/module-graph.ts';
import type { WorkspaceTypeChecker } from '../../code/types/queries/type-checker.ts';
import { RetryableCache } from '../../foundation/retryable-cache.ts';
import type { AnalyzedTree } from './analyzed-tree.ts';

/**
 * The type checkers of one root, each created when an assertion needs it (ENF-VAL-19): one for a trusted workspace, which
 * can use the TypeScript of the workspace, and one for a restricted workspace, which uses only the bundled TypeScript.
 */
export class RootTypeCheckers implements AsyncDisposable {
  readonly #tree: AnalyzedTree;
  readonly #packagesFrom: string | undefined;
  readonly #log: (line: string) => void;
  readonly #checkers = new RetryableCache<boolean, WorkspaceTypeChecker>();

  /**
   * @param packagesFrom absolute path of the folder whose TypeScript is loaded; the root if absent
   * @param log receives a line that names the TypeScript in use and the reason for the choice
   */
  constructor(tree: AnalyzedTree, packagesFrom: string | undefined, log: (line: string) => void) {
    this.#tree = tree;
    this.#packagesFrom = packagesFrom;
    this.#log = log;
  }

  getChecker(trusted: boolean, exports: ExportLookup): Promise<WorkspaceTypeChecker> {
    return this.#checkers.getOrCreate(trusted, () => this.#create(trusted, exports));
  }

  /** Notifies the existing type checkers of changed files. */
  update(files: readonly string[] | 'all'): void {
    for (const checker of this.#checkers.values()) {
      checker.then(
        (created) => {
          created.update(files);
        },
        // The caller that requested the type checker receives the error, and the next request creates a new type checker.
        () => undefined,
      );
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const checkers = this.#checkers.values();
    this.#checkers.clear();
    for (const created of await Promise.allSettled(checkers)) {
      if (created.status === 'fulfilled') await created.value[Symbol.asyncDispose]();
    }
  }

  async #create(trusted: boolean, exports: ExportLookup): Promise<WorkspaceTypeChecker> {
    const { createTypeChecker } = await import('../../code/types/create-type-checker.ts');
    return createTypeChecker({
      tree: this.#tree,
      trusted,
      packagesFrom: this.#packagesFrom,
      exports,
      unsaved: this.#tree.unsavedFiles(),
      log: this.#log,
    });
  }
}
