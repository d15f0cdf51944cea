import type { CommandReport } from '../report/run-result.ts';

/** A command, with everything that its result depends on besides the tree, the contract and the configuration. */
export interface SharedCommand {
  readonly stage: CommandReport['stage'];
  readonly command: string;
  readonly timeoutMs: number;
  readonly afterFailedBuild?: true | undefined;
}

/**
 * The commands that chunks of one contract run on one tree. Equal commands run once, since they run in the same folder with the
 * same environment and network. A command that changes files of the tree ends the sharing: what ran after it saw another tree.
 */
export class SharedCommands {
  readonly #reports = new Map<string, CommandReport>();
  #setup: readonly CommandReport[] | undefined;
  #isTreeReady = false;

  /** The reports of the setup, if the tree still is as setup and build left it. */
  get setup(): readonly CommandReport[] | undefined {
    return this.#isTreeReady ? this.#setup : undefined;
  }

  setupRan(reports: readonly CommandReport[]): void {
    this.#setup = reports;
    this.#isTreeReady = true;
    // The build runs again in a tree that was set up again.
    for (const key of this.#reports.keys()) if (key.startsWith('build ')) this.#reports.delete(key);
  }

  /** Something prepared the tree in its own way: setup and build run again before the next command. */
  treeWasReset(): void {
    this.#isTreeReady = false;
  }

  /** Files of the tree were changed: nothing that ran is shared any longer. */
  treeWasChanged(): void {
    this.#isTreeReady = false;
    this.#reports.clear();
  }

  /** The report of an equal command that has run, else that of `run`. */
  async run(command: SharedCommand, run: () => Promise<CommandReport>): Promise<CommandReport> {
    const key = keyOf(command);
    const known = this.#reports.get(key);
    if (known !== undefined) return { ...known, stage: command.stage };
    const report = await run();
    this.#reports.set(key, report);
    return report;
  }
}

/** Verify and acceptance commands run in the same state of the tree, setup and build each in another one. */
function keyOf({ stage, command, timeoutMs, afterFailedBuild }: SharedCommand): string {
  const state = stage === 'setup' || stage === 'build' ? stage : 'built';
  return `${state} ${JSON.stringify([command, timeoutMs, afterFailedBuild === true])}`;
}
