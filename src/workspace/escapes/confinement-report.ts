import type { MissingSandbox, Sandbox } from '../confinement/find-sandbox.ts';

/** What a confined command sees of this machine besides its tree and the repository of its tree. Absolute paths. */
export interface CommandVisibility {
  /** What the user opened. */
  readonly writes: readonly string[];
  /** Empty at the start, and gone after the verdict. */
  readonly own: readonly string[];
  readonly reads: readonly string[];
  /** Caches of packages. */
  readonly stores: readonly string[];
  /** What happens to what a command writes to a store. */
  readonly storeWrites: 'refused' | 'discarded';
  /** Paths inside of readable folders that a command does not see. What is in none of the lists is hidden too. */
  readonly hidden: readonly string[];
  readonly network: 'available' | 'none';
}

/** The outcome of one way to escape. `failed`: it could not be tried. */
export interface MechanismReport {
  readonly id: string;
  /** What a command tries, as the rest of a sentence that begins with "A command". */
  readonly tries: string;
  readonly result: 'refused' | 'open' | 'failed';
  /** The number of ways that were tried. 0: this machine has nothing of the kind. */
  readonly tried: number;
  /** What is open. */
  readonly open: readonly string[];
  readonly failure?: string | undefined;
}

export interface ModeReport {
  readonly mode: 'auto' | 'strict';
  readonly sees: CommandVisibility;
  readonly mechanisms: readonly MechanismReport[];
  /** Why the mechanisms could not be tried. */
  readonly problem?: string | undefined;
}

/** What a confined command sees here, and whether it can escape. */
export interface ConfinementReport {
  /** Whether a sandbox works and refuses every mechanism in both modes. */
  readonly ok: boolean;
  readonly sandbox?: Sandbox | undefined;
  /** Why no sandbox works; `modes` is empty then. */
  readonly missing?: MissingSandbox | undefined;
  readonly modes: readonly ModeReport[];
  /** What this kind of sandbox does not refuse, as sentences. */
  readonly weaknesses: readonly string[];
}
