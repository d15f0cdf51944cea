import type { FileSystemTraits } from './disk-entries.ts';
import type { Conflict } from './merge.ts';
import type { PrivateRepository, UserRepository } from './private-repository.ts';

/** Everything of a repository that landings need. */
export interface LandingPlace {
  readonly topLevel: string;
  /** The workspace folder relative to the top level: `''` or with `/` at the end. */
  readonly prefix: string;
  readonly user: UserRepository | undefined;
  readonly store: PrivateRepository;
  readonly traits: FileSystemTraits;
  /** The folder of the journals. */
  readonly journals: string;
  /** The lock that landings into this work tree take one after the other. */
  readonly lock: string;
  /** Told of every step that changes something, for tests that end the process there. */
  readonly onStep: (step: string) => void;
}

export interface LandOptions {
  readonly mode: 'commit' | 'working-tree';
  /** Of the commit: `chunk: <title>`. */
  readonly message: string;
  /** Whether the repository's commit hooks run. They do not by default, and a note says so where there are any. */
  readonly runCommitHooks?: boolean;
  readonly signal?: AbortSignal;
}

/** What a landing did. The shape of a run's LandingReport. */
export interface Landed {
  readonly commit?: string;
  /** Relative to the folder. Empty where nothing landed, or the files held the result already. */
  readonly files: readonly string[];
  readonly conflicts: readonly Conflict[];
  readonly notes: readonly string[];
  /** The user's files changed after the merge was made, and nothing landed: prepare again, check again, land again. */
  readonly outdated: boolean;
}
