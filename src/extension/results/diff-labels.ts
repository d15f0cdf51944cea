import * as z from 'zod';
import type { RunTarget } from '../state/target.ts';

/** The key in the state of the workspace. */
const STATE_KEY = 'holdfast.reviewDiffs';

/** The state of the workspace: a `Memento` of VS Code. */
interface WorkspaceMemento {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

const storedSchema = z.record(z.string(), z.object({ folder: z.string(), runId: z.string() }));

/**
 * The results that diffs of several files show, by the labels of their tabs: VS Code tells extensions nothing else about
 * such a tab. They are stored, because VS Code restores the tabs when a window is loaded again.
 */
export class DiffLabels {
  readonly #memento: WorkspaceMemento;
  readonly #results: Map<string, RunTarget>;

  constructor(memento: WorkspaceMemento) {
    this.#memento = memento;
    this.#results = new Map(Object.entries(storedSchema.safeParse(memento.get(STATE_KEY)).data ?? {}));
  }

  /** Returns the label for a diff of a result. Two results with the same label get different ones. */
  async add({ folder, runId }: RunTarget, label: string): Promise<string> {
    const other = this.#results.get(label);
    const unique = other && other.runId !== runId ? `${label}, ${runId.slice(0, 8)}` : label;
    this.#results.set(unique, { folder, runId });
    await this.#store();
    return unique;
  }

  /** Finds the result of a tab. VS Code appends the number of files to the label of a diff of several files. */
  find(tabLabel: string): RunTarget | undefined {
    return [...this.#results].find(([label]) => tabLabel === label || tabLabel.startsWith(`${label} (`))?.[1];
  }

  async remove(isGone: (shown: RunTarget) => boolean): Promise<void> {
    const gone = [...this.#results].filter(([, shown]) => isGone(shown));
    for (const [label] of gone) this.#results.delete(label);
    if (gone.length > 0) await this.#store();
  }

  async #store(): Promise<void> {
    await this.#memento.update(STATE_KEY, Object.fromEntries(this.#results));
  }
}
