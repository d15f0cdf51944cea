import type { ModelCheckAnswer, ModelCheckRequest } from '../../models/agent/tools/agent-tool.ts';
import { listContractParts, type ContractPart } from '../validation/contract-parts.ts';
import { checkCurrentFiles } from './check-current-files.ts';
import { isCommandKind, type CommandsOutcome } from './check-summary.ts';
import { describeCheck } from './describe-check.ts';
import { runCommandsOnCopy, type CopyVerdict } from './run-commands-on-copy.ts';
import type { RunningAttempt } from './running-attempt.ts';

/** How often an attempt may run the commands: each run can take as long as a validation. */
export const MAX_COMMAND_CHECKS = 5;

/**
 * [AGENT-9] The checks of one attempt that the model requests with the `check_contract` tool. Without `build` they read
 * files. With it they also run the build, the verification and the acceptance commands.
 */
export class AttemptCheck {
  readonly #attempted: RunningAttempt;
  /** The parts that decide the attempt and that a check of files does not run. */
  readonly #parts: readonly ContractPart[];
  readonly #changedPackages = new Set<string>();
  #count = 0;
  #latest: { readonly tree: string; readonly verdict: CopyVerdict } | undefined;
  #running: Promise<unknown> = Promise.resolve();

  constructor(attempted: RunningAttempt) {
    this.#attempted = attempted;
    const { document, contract, chunk, sharedGates, services } = attempted;
    // Setup commands have prepared the worktree before the attempt, but the validation runs them again on the result.
    const { setup } = services.configuration.attempt;
    this.#parts = listContractParts({ document, contract, chunks: [chunk], sharedGates, setup });
  }

  /** [TRUST-8] Files of the user's packages that changed while commands ran. The later validation cannot notice them. */
  get changedPackages(): readonly string[] {
    return [...this.#changedPackages];
  }

  /** Checks the current files. The answer names everything that decides the attempt and did not run. */
  check(request: ModelCheckRequest, signal: AbortSignal): Promise<ModelCheckAnswer> {
    const running = this.#check(request, signal);
    this.#running = running.catch(() => undefined);
    return running;
  }

  /**
   * Resolves when no check is running. An attempt can end during a check, and must be judged by files that no command
   * changes.
   */
  async settle(): Promise<void> {
    await this.#running;
  }

  async #check({ build }: ModelCheckRequest, signal: AbortSignal): Promise<ModelCheckAnswer> {
    const files = await checkCurrentFiles(this.#attempted, signal);
    const commands = build ? await this.#checkCommands(signal) : undefined;
    const { contract, chunk, services } = this.#attempted;
    const hasOtherChunks = contract.chunks.some((other) => other !== chunk);
    const { text, note } = await describeCheck({ files, commands, parts: this.#parts, hasOtherChunks });
    return { text: services.redact(text), note };
  }

  async #checkCommands(signal: AbortSignal): Promise<CommandsOutcome> {
    if (!this.#parts.some(({ kind }) => isCommandKind(kind))) return { kind: 'none' };
    const { attempt, files } = this.#attempted;
    const judged = await attempt.snapshot({ written: files.written, signal });
    if (this.#latest?.tree === judged.tree) return this.#toOutcome(this.#latest.verdict, true);
    if (this.#count >= MAX_COMMAND_CHECKS) return { kind: 'limit', limit: MAX_COMMAND_CHECKS };
    this.#count++;
    const verdict = await runCommandsOnCopy(this.#attempted, judged, {
      signal,
      onChangedPackages: (changed) => changed.forEach((file) => this.#changedPackages.add(file)),
    });
    this.#latest = { tree: judged.tree, verdict };
    return this.#toOutcome(verdict, false);
  }

  #toOutcome(verdict: CopyVerdict, isRepeated: boolean): CommandsOutcome {
    return { kind: 'ran', verdict, isRepeated, left: MAX_COMMAND_CHECKS - this.#count };
  }
}
