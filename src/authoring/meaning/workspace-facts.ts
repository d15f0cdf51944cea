import type { KnownGate } from '../../run/contracts/gate-files.ts';

/** An export of the workspace folder. */
export interface KnownExport {
  readonly name: string;
  readonly kind: string;
  readonly file: string;
  /** 1-based. */
  readonly line: number;
}

/** What the language features read of a workspace folder. Every answer describes the current files; none runs a command. */
export interface WorkspaceFacts {
  /** The paths of all files, relative to the folder. */
  readonly files: () => Promise<readonly string[]>;
  /** Exports whose names begin with or contain a text, best first, at most `limit`. */
  readonly searchExports: (text: string, limit: number) => Promise<readonly KnownExport[]>;
  /** The export with exactly this name, in the given file if there is one. */
  readonly findExport: (name: string, file: string | undefined) => Promise<KnownExport | undefined>;
  /** The signature of a function as the code has it; undefined if there is none. */
  readonly signatureOf: (name: string, file: string | undefined) => Promise<string | undefined>;
  /** The gates of the gate files. */
  readonly gates: () => Promise<readonly KnownGate[]>;
  /** The commands of the repository: its test command first, then its package scripts. */
  readonly commands: () => Promise<readonly string[]>;
}
