/**
 * `auto`: commands run in a sandbox where one works, and otherwise without. `strict`: commands run only in a sandbox, and
 * without network unless the contract asks for it. `off`: no sandbox.
 */
export const CONFINEMENT_MODES = ['auto', 'strict', 'off'] as const;

export type ConfinementMode = (typeof CONFINEMENT_MODES)[number];

/** What commands see of the files of this machine besides the system and its programs. Absolute paths. */
export interface VisiblePaths {
  /** What commands can read: installed packages, and the repository of their tree. */
  readonly visible: readonly string[];
  /** What commands cannot see, although a visible folder contains it. A visible path inside of it stays visible. */
  readonly hidden: readonly string[];
}

/** For checks that read files only. */
export const NOTHING_VISIBLE: VisiblePaths = { visible: [], hidden: [] };

/** The restrictions of a command. Plain data, so that it can be sent to the thread of the analysis. */
export interface ConfinementRules extends VisiblePaths {
  readonly mode: ConfinementMode;
  /** Absolute path of the tree that the command works in and may write. */
  readonly tree: string;
  /** Paths that the user shows to commands; `~` is the home folder. */
  readonly read: readonly string[];
  /** Paths that the user allows commands to write; `~` is the home folder. */
  readonly write: readonly string[];
  /** Whether the contract asks for network access. Matters in the mode `strict`. */
  readonly network: boolean;
  /**
   * Absolute path of the folder behind the temporary folders and the home folder of the command. Commands that share it see
   * what the others left there. Default: a folder for this command alone.
   */
  readonly privateFolder?: string | undefined;
}

/** The sandboxes that a command can run in. */
export const CONFINEMENT_KINDS = ['bubblewrap', 'sandbox-exec', 'unconfined'] as const;

/** The sandbox that a command ran in. */
export type ConfinementKind = (typeof CONFINEMENT_KINDS)[number];

/** Whether a command has network access. */
export function hasNetwork({ mode, network }: Pick<ConfinementRules, 'mode' | 'network'>): boolean {
  return mode !== 'strict' || network;
}
