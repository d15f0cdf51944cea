/** A repository whose tests judge one function, and what a model can do to it. */

/** Texts by path; `null` deletes the file. */
export type Writes = Readonly<Record<string, string | null>>;

export interface Subject {
  readonly runner: string;
  /** The program that has to be installed, with the arguments that show it; absent for what this repository has. */
  readonly needs?: readonly string[];
  /** The npm packages that its tests need and this repository does not have. */
  readonly packages?: readonly string[];
  /** Correct code with passing tests. */
  readonly files: Readonly<Record<string, string>>;
  readonly command: string;
  /** The code that the tests judge. */
  readonly file: string;
  /** Correct code in another form. */
  readonly right: string;
  /** Code that the tests reject. */
  readonly wrong: string;
  /** What makes tests of wrong code pass. Without a text of the code, the wrong one is written. */
  readonly attacks: Readonly<Record<string, Writes>>;
  /** Changes of the same files that may land. Without a text of the code, the right one is written. */
  readonly honest: Readonly<Record<string, Writes>>;
}
