/** A file that a command needs: any of `files`, or any file whose path has one of the prefixes or endings. */
export interface CommandNeed {
  /** The path that messages name: `mypackage/solver.py`. */
  readonly path: string;
  readonly files: readonly string[];
  readonly prefixes?: readonly string[];
  readonly endings?: readonly string[];
  /** A clause that completes "the command …": `imports mypackage.solver`, `runs scripts/verify.sh`. */
  readonly purpose: string;
  /**
   * A clause that says what the existing file does not contain: `package.json has no script "lint"`. Creating a file does
   * not satisfy this need.
   */
  readonly missingContent?: string;
  /** Whether a build or a generator can create the file, so that a command that runs before can satisfy the need. */
  readonly canBeGenerated?: boolean;
  /** Whether something that the plan does not show may satisfy the need. It is a warning then. */
  readonly isDoubtful?: true;
  /** What satisfies the need, as a sentence. Default: a postcondition. */
  readonly remedy?: string;
  /** Whether the same package script runs another command before. */
  readonly isPreceded?: boolean;
}

/** Why a command cannot run as written. */
export interface CommandRefusal {
  readonly reason: string;
  readonly hint: string | undefined;
}

/** What can be learned from the text of a command without running it. */
export interface CommandReading {
  /** The arguments in a normalized spelling, to compare commands; empty if the command is refused. */
  readonly canonical: readonly string[];
  readonly refusal?: CommandRefusal;
  /** Empty if the command is not understood, so that an unknown command is never an error. */
  readonly needs: readonly CommandNeed[];
  /** Whether the command certainly runs neither the code under work nor its tests: it compiles, lints or formats. */
  readonly isStatic: boolean;
}

/** What command readers can find out about the tree and the plan. */
export interface CommandReadingContext {
  /**
   * The text of an initial file that no chunk can change; `undefined` for every other file, or if files cannot be read.
   */
  readUnchangingFile(path: string): Promise<string | undefined>;
  /** Whether the file exists initially or a chunk names it. */
  isKnownFile(path: string): boolean;
  /** Whether a known file is in the folder (given with its final "/") and has the extension. */
  hasKnownFileIn(folder: string, extension: string): boolean;
  /** Whether the path is unknown and a build output: such a file can exist without any chunk naming it. */
  isGenerated(path: string): boolean;
  /** The syntax error of code for the Python on the PATH; `undefined` if there is none, or if it is not known. */
  findPythonError(code: string): Promise<string | undefined>;
}

/** A command without its wrappers, and the folder in which it runs. */
export interface Invocation {
  readonly program: string;
  readonly arguments: readonly string[];
  /** Normalized, relative to the root; `''` is the root. */
  readonly folder: string;
  /** Whether the command sets variables that change where modules are found. */
  readonly changesModulePaths: boolean;
  /** Whether another installation than the one on the PATH can run the program: one in the tree, or that of a wrapper. */
  readonly isElsewhere: boolean;
  /** The number of package scripts that led to this command. */
  readonly depth: number;
}

/** A reader's result for an invocation that it understands. */
export interface InvocationReading {
  readonly needs: readonly CommandNeed[];
  /** Present if inline code has a syntax error. */
  readonly refusal?: CommandRefusal;
  /** A normalized spelling, if the command can be written in several ways. */
  readonly canonical?: readonly string[];
  /** Present if the arguments do not decide it, as those of a package script. */
  readonly isStatic?: boolean;
}

/** Returns `undefined` if the reader does not know the command, or is not certain about its arguments. */
export type InvocationReader = (
  invocation: Invocation,
  context: CommandReadingContext,
) => InvocationReading | undefined | Promise<InvocationReading | undefined>;
