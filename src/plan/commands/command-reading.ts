/** Something of the tree that a command depends on: any one of the files, or any whose path begins or ends as named. */
export interface CommandNeed {
  /** What is missing where nothing of it is there: `mypackage/solver.py`. */
  readonly shown: string;
  readonly files: readonly string[];
  readonly prefixes?: readonly string[];
  readonly endings?: readonly string[];
  /** The end of the sentence "the command …": `imports mypackage.solver`, `runs scripts/verify.sh`. */
  readonly because: string;
  /** Names something inside a file that is there and lacks it: no file could mend that, an edit of this one could. */
  readonly lacking?: string;
}

/** Why a command cannot be run as it is written. */
export interface CommandRefusal {
  readonly reason: string;
  readonly hint: string | undefined;
}

/** What the words of a command say without running it. */
export interface CommandReading {
  /** The words in one spelling, so that two spellings of one command are equal; empty where it is refused. */
  readonly canonical: readonly string[];
  readonly refusal?: CommandRefusal;
  /** Empty where the command is not understood: what is not understood is never held against a plan. */
  readonly needs: readonly CommandNeed[];
}
