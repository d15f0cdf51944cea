import type { LibraryNames } from './library-names.ts';

/** Why a runner does not run a test, or does not always run it (`conditional`). */
export type SkipReason =
  | { readonly kind: 'modifier'; readonly name: string }
  | { readonly kind: 'call'; readonly name: string }
  | { readonly kind: 'conditional' }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'no-cases' };

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
  /** The number of rows of its table of cases, if the table is a literal; otherwise 1. */
  readonly cases: number;
  /** The calls of its body that are not assertions, by name. */
  readonly calls: ReadonlySet<string>;
  /** Whether the file, a suite or the test itself ends the process while tests can still run. */
  readonly endsProcess: boolean;
  /** The names of its file. */
  readonly names: LibraryNames;
  /** Whether the function that declares the test is defined in the file and is not based on a test runner. */
  readonly localRunner: boolean;
  /** The tokens of the body, without white space and comments. */
  readonly tokens: readonly string[];
}

/** The tests of one file. */
export interface TestFile {
  readonly tests: readonly DeclaredTest[];
  /** The text of all comments, to recognize tests that were commented out. */
  readonly comments: string;
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
  /** @throws RangeError if the text is nested too deeply */
  read(path: string, text: string): Promise<TestFile>;
}
