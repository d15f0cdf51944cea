/**
 * `auto`: commands run in a sandbox where one works, and otherwise without. `strict`: commands run only in a sandbox, and
 * without network unless the contract asks for it. `off`: no sandbox.
 */
export const CONFINEMENT_MODES = ['auto', 'strict', 'off'] as const;

export type ConfinementMode = (typeof CONFINEMENT_MODES)[number];

/** The restrictions of a command. Plain data, so that it can be sent to the thread of the analysis. */
export interface ConfinementRules {
  readonly mode: ConfinementMode;
  /** Absolute path of the tree that the command works in and may write. */
  readonly tree: string;
  /** Absolute paths of folders that the command may only read, except for `tree`: the user's tree and repository. */
  readonly readOnly: readonly string[];
  /** What the command must not see at all; nothing by default. */
  readonly concealed?: ConcealedPaths | undefined;
  /** Paths that the user allows commands to write; `~` is the home folder. */
  readonly write: readonly string[];
  /** Whether the contract asks for network access. Matters in the mode `strict`. */
  readonly network: boolean;
}

/** Absolute paths that a command cannot see, with the exceptions. The tree of the command is always an exception. */
export interface ConcealedPaths {
  readonly hidden: readonly string[];
  /** Paths inside hidden folders that the command can read: installed packages, and the repository of its tree. */
  readonly visible: readonly string[];
}

/** The sandboxes that a command can run in. */
export const CONFINEMENT_KINDS = ['bubblewrap', 'sandbox-exec', 'unconfined'] as const;

/** The sandbox that a command ran in. */
export type ConfinementKind = (typeof CONFINEMENT_KINDS)[number];

/** Whether a command has network access. */
export function hasNetwork({ mode, network }: ConfinementRules): boolean {
  return mode !== 'strict' || network;
}
