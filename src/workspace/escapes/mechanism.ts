import { systemErrorCode } from '../../foundation/system-error.ts';

/** A file or a folder outside, and the device and number by which the same one is recognised inside. */
export interface Target {
  readonly path: string;
  readonly identity: string;
}

/** The places where a file with the token and a socket that listens are prepared outside. */
export const PLACES = [
  'home',
  'tmp',
  'var-tmp',
  'shared-memory',
  'run',
  'runtime',
  'temporary',
  'storage',
  'attempt',
] as const;

export type BaitPlace = (typeof PLACES)[number];

/** What must not be opened for writing, by what it is. */
export const TARGET_KINDS = [
  'home',
  'programs',
  'repository',
  'attempt-repository',
  'packages',
  'holdfast',
  'storage',
  'stores',
  'system',
] as const;

export type TargetKind = (typeof TARGET_KINDS)[number];

/** What is prepared outside, for a program inside of a sandbox to look for. Plain data. */
export interface Bait {
  /** A random text. It is in the files outside and in a variable of the process above, and in no file inside. */
  readonly token: string;
  /** Absolute path of the tree of the command. */
  readonly tree: string;
  readonly files: readonly { readonly place: BaitPlace; readonly path: string }[];
  readonly targets: Readonly<Record<TargetKind, readonly Target[]>>;
  /** Entries of the home folder that nothing shows to commands. */
  readonly homeEntries: readonly Target[];
  /** Files with keys, tokens and passwords. */
  readonly keyFiles: readonly Target[];
  /** The paths that the sandbox mounts, except for those that a command may write. */
  readonly mounted: readonly Target[];
  /** Sockets that this check listens on. */
  readonly sockets: readonly string[];
  /** Sockets of the services of this machine. */
  readonly serviceSockets: readonly string[];
  /** A port of the loopback interface outside that this check listens on. */
  readonly port: number;
  /** The name of an abstract socket that this check listens on. */
  readonly abstractSocket: string;
  /** The numbers of processes outside. */
  readonly processes: readonly number[];
  /** An argument of a process outside. */
  readonly processMark: string;
  /** A file that the process above was given as an open descriptor. */
  readonly descriptor: string;
  /** The namespaces of a process outside, by kind. */
  readonly namespaces: Readonly<Record<string, string>>;
}

/** The same for a program inside. */
export interface InsideBait extends Bait {
  /** The variables of the program. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** More evidence than this says nothing more. */
const MAX_EVIDENCE = 3;

/** Counts the ways that a mechanism tries, and collects those that are open. */
export class Trial {
  tried = 0;
  readonly open: string[] = [];

  /** Whether enough is known. */
  get isDecided(): boolean {
    return this.open.length >= MAX_EVIDENCE;
  }

  /** Tries one way. It is open if the action returns true. An error of the system is a refusal. */
  attempt(what: string, action: () => boolean): void {
    if (this.isDecided) return;
    this.tried += 1;
    try {
      if (action()) this.open.push(what);
    } catch (thrown) {
      this.#requireRefusal(thrown);
    }
  }

  /** The same for an action that waits. */
  async attemptLater(what: string, action: () => Promise<boolean>): Promise<void> {
    if (this.isDecided) return;
    this.tried += 1;
    try {
      if (await action()) this.open.push(what);
    } catch (thrown) {
      this.#requireRefusal(thrown);
    }
  }

  /** A mistake in this code must not look like a refusal. */
  #requireRefusal(thrown: unknown): void {
    if (systemErrorCode(thrown) === undefined) throw thrown;
  }
}

/** A way out of a sandbox. It opens and closes, and writes only in the tree and the own folders of the command. */
export interface Mechanism {
  readonly id: string;
  /** What a command tries, as the rest of a sentence that begins with "A command". */
  readonly tries: string;
  /** The mode in which it must be refused; both if absent. */
  readonly mode?: 'strict' | undefined;
  /** The system that has it; all if absent. */
  readonly platform?: 'linux' | undefined;
  readonly run: (trial: Trial, bait: InsideBait) => void | Promise<void>;
}
