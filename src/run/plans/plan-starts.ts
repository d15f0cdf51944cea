import type { PlanStart } from '../../verdicts/plan/contradictions/contradiction.ts';
import type { FolderServices } from '../services/folder-services.ts';
import { findAddingCommit, readStartAt } from '../contradictions/plan-start.ts';

interface KnownStart {
  readonly head: string | undefined;
  /** The commit that added the plan. */
  readonly commit: string | undefined;
  /** Absent for a plan that is in no commit: the files on disk change with each save. */
  readonly start?: PlanStart;
}

/**
 * The trees that the plans of a folder start from, for an editor that reads a plan again after each pause of typing. For each
 * commit that is checked out, the history of a plan is read once, and each word of a plan in a commit is searched once.
 */
export class PlanStarts {
  readonly #services: Pick<FolderServices, 'repository' | 'tree'>;
  readonly #known = new Map<string, KnownStart>();

  constructor(services: Pick<FolderServices, 'repository' | 'tree'>) {
    this.#services = services;
  }

  async of(file: string): Promise<PlanStart> {
    // What is remembered must not end with the check that started it.
    const { signal } = new AbortController();
    const { commits } = await this.#services.repository();
    const head = await commits?.head(signal);
    const known = this.#known.get(file);
    const isCurrent = known !== undefined && known.head === head;
    if (isCurrent && known.start !== undefined) return known.start;
    const { root } = this.#services.tree;
    const commit = head === undefined || isCurrent ? undefined : await findAddingCommit(root, file, signal);
    const start = await readStartAt(this.#services, file, commit, signal);
    if (commit === undefined) {
      this.#known.set(file, { head, commit });
      return start;
    }
    const remembered = { ...start, findWords: rememberWords(start.findWords) };
    this.#known.set(file, { head, commit, start: remembered });
    return remembered;
  }
}

function rememberWords(findWords: PlanStart['findWords']): PlanStart['findWords'] {
  const answers = new Map<string, boolean>();
  return async (words) => {
    const unknown = words.filter((word) => !answers.has(word));
    if (unknown.length > 0) {
      const found = await findWords(unknown);
      for (const word of unknown) answers.set(word, found.has(word));
    }
    return new Set(words.filter((word) => answers.get(word) === true));
  };
}
