import type { NameSource, WorkspaceTypeTier } from '../code/types/create-type-tier.ts';
import type { AnalysedTree } from './analysed-tree.ts';

/**
 * The type tiers of one root, each made when the first assertion needs it (ENF-VAL-19): in a trusted workspace its own
 * TypeScript may answer, in a restricted one only the bundled one.
 */
export class RootTypes implements AsyncDisposable {
  readonly #tree: AnalysedTree;
  readonly #tiers = new Map<boolean, Promise<WorkspaceTypeTier>>();

  constructor(tree: AnalysedTree) {
    this.#tree = tree;
  }

  tier(trusted: boolean, names: NameSource): Promise<WorkspaceTypeTier> {
    const known = this.#tiers.get(trusted);
    if (known) return known;
    const tier = this.#create(trusted, names);
    this.#tiers.set(trusted, tier);
    tier.catch(() => {
      if (this.#tiers.get(trusted) === tier) this.#tiers.delete(trusted);
    });
    return tier;
  }

  /** Tells the tiers of files that are others now. */
  update(files: readonly string[] | 'all'): void {
    for (const tier of this.#tiers.values()) {
      tier.then(
        (made) => {
          made.update(files);
        },
        () => undefined,
      );
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const tiers = [...this.#tiers.values()];
    this.#tiers.clear();
    for (const made of await Promise.allSettled(tiers)) {
      if (made.status === 'fulfilled') await made.value[Symbol.asyncDispose]();
    }
  }

  async #create(trusted: boolean, names: NameSource): Promise<WorkspaceTypeTier> {
    const { createTypeTier } = await import('../code/types/create-type-tier.ts');
    return createTypeTier({ tree: this.#tree, trusted, names, unsaved: this.#tree.unsavedFiles() });
  }
}
