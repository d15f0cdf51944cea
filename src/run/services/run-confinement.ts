import { runsCommand } from '../../contract/gate-deciders.ts';
import type { Contract, Gate } from '../../contract/model.ts';
import type { Configuration } from '../../workspace/configuration/configuration.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import type { ConfinementKind, ConfinementMode } from '../../workspace/confinement/confinement-rules.ts';
import { findSandbox, type MissingSandbox } from '../../workspace/confinement/find-sandbox.ts';

/** How the commands of a run are confined on this machine. */
export class RunConfinement {
  readonly kind: ConfinementKind;
  readonly #mode: ConfinementMode;
  readonly #missing: MissingSandbox | undefined;
  #warned = false;

  /** @param missing why no sandbox works; undefined if one works or none is wanted */
  constructor(mode: ConfinementMode, kind: ConfinementKind, missing?: MissingSandbox) {
    this.#mode = mode;
    this.kind = kind;
    this.#missing = missing;
  }

  /**
   * A warning for the person, once per run, if commands run without a sandbox.
   * @throws HoldfastError `configuration` if the mode forbids commands without a sandbox
   */
  takeWarning(): string | undefined {
    if (this.#missing === undefined) return undefined;
    const { reason, hint } = this.#missing;
    if (this.#mode === 'strict') {
      throw new HoldfastError('configuration', `Failed to start the run: confinement is "strict", but ${reason}.`, {
        hint,
      });
    }
    if (this.#warned) return undefined;
    this.#warned = true;
    return `Commands run unconfined: ${reason}. ${hint}`;
  }
}

/** Finds out how the commands of a run are confined. */
export async function openRunConfinement(mode: ConfinementMode): Promise<RunConfinement> {
  if (mode === 'off') return new RunConfinement(mode, 'unconfined');
  const sandbox = await findSandbox();
  if ('reason' in sandbox) return new RunConfinement(mode, 'unconfined', sandbox);
  return new RunConfinement(mode, sandbox.kind);
}

/** Whether a run of a contract starts commands. */
export function namesCommands(
  contract: Contract,
  { attempt }: Pick<Configuration, 'attempt'>,
  sharedGates: readonly Gate[] = [],
): boolean {
  return (
    contract.build !== undefined ||
    contract.verify !== undefined ||
    contract.steps.length > 0 ||
    [contract.attempt?.setup ?? [], attempt.setup].flat().length > 0 ||
    [...contract.gates, ...sharedGates].some(runsCommand) ||
    contract.chunks.some((chunk) => chunk.acceptanceCommands.length > 0)
  );
}
