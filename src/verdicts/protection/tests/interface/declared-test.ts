/** Why a runner does not run a test, or does not always run it (`conditional`). */
export type SkipReason =
  | { readonly kind: 'modifier'; readonly name: string }
  | { readonly kind: 'call'; readonly name: string }
  /** `whereJudged`: the condition keeps it from running in continuous integration, or in any ordinary run. */
  | { readonly kind: 'conditional'; readonly whereJudged?: boolean }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'no-cases' }
  /** @param why a sentence */
  | { readonly kind: 'not-found'; readonly why: string };

/** The names of a file that declare tests and assert, by what provides them. */
export interface LibraryNames {
  /** Imported from a test runner or an assertion library, based on one, or provided as a global. Without hooks. */
  readonly library: ReadonlySet<string>;
  /** Imported from any other module. */
  readonly imported: ReadonlySet<string>;
  /** Defined or overwritten in the file without use of a library. */
  readonly defined: ReadonlySet<string>;
}

/** One test that a file declares. */
export interface DeclaredTest {
  /** The title, or the source text of the expression that computes it. */
  readonly title: string;
  /** The titles of the enclosing suites, from the outermost. */
  readonly suites: readonly string[];
  readonly line: number;
  /** `undefined` if the runner runs the test. */
  readonly skip: SkipReason | undefined;
  /** Whether the test or a suite around it excludes all other tests (`.only`). */
  readonly only: boolean;
  /** Whether the reachable part of the test calls anything, apart from assertions on constants. */
  readonly empty: boolean;
  /** The number of reachable assertions that are not trivial. */
  readonly assertions: number;
  /** The number of these assertions that accept almost any value. */
  readonly weakAssertions: number;
  /** The number of these assertions that a condition or a promise without an await can keep from failing the test. */
  readonly uncertainAssertions: number;
  /** The number of further assertions that no run reaches, or whose failure is ignored. */
  readonly ineffectiveAssertions: number;
  /** The number of its cases: 1 without a table of cases, `undefined` if the text does not show the size of the table. */
  readonly cases: number | undefined;
  /** The calls of its body that are not assertions, by name. */
  readonly calls: ReadonlySet<string>;
  /** Whether the file, a suite or the test itself ends the process while tests can still run. */
  readonly endsProcess: boolean;
  /** The names of its file; absent if the language declares tests by their form. */
  readonly names?: LibraryNames;
  /** Whether the function that declares the test is defined in the file and is not based on a test runner. */
  readonly localRunner?: boolean;
  /** The imported names that the body mentions, without those of runners and assertion libraries. */
  readonly subjects?: ReadonlySet<string>;
  /** The functions, classes and objects that its file defines. */
  readonly definitions?: ReadonlySet<string>;
  /** Whether it is a coroutine that only a plug-in of the runner waits for. */
  readonly needsPlugin?: boolean;
  /** The tokens of the body, without white space and comments. */
  readonly tokens: readonly string[];
}

/** The tests of one file. */
export interface TestFile {
  readonly tests: readonly DeclaredTest[];
  /** The text of all comments, to recognize tests that were commented out. */
  readonly comments: string;
  /** What keeps tests of other files from running. */
  readonly exclusions?: readonly TestExclusion[];
}

/** A part of a file that keeps tests of other files from running, such as a hook of the runner. */
export interface TestExclusion {
  /** The name for messages. An exclusion with the name of an earlier one is not new. */
  readonly name: string;
  readonly line: number;
  /** What it does, as a sentence. */
  readonly effect: string;
  /** Whether it replaces a part of the runner. Otherwise it keeps tests from running, or from reporting. */
  readonly replacesRunner?: boolean;
}

/** Reads the tests of one language. A further language needs one object of this type in the table of languages. */
export interface TestLanguage {
  /** Whether a file can contain tests, by its path alone. */
  canContainTests(path: string): boolean;
  /**
   * Whether a runner that found the tests of one path by its name and folder also finds those of another path.
   *
   * @param otherTestFiles the test files that did not change, whose folders the runner searches
   */
  isFoundLike(before: string, after: string, otherTestFiles: readonly string[]): boolean;
  /** Whether a path is a test file by the usual conventions. */
  isTestPath(path: string): boolean;
  /**
   * @param isLoaded whether a runner loads the file for the tests of other files
   * @throws RangeError if the text is nested too deeply
   */
  read(path: string, text: string, isLoaded?: boolean): Promise<TestFile>;
}
