import type { ModuleIndex } from '../../../../src/code/index/module-index.ts';
import type { CodeLanguage } from '../../../../src/code/languages/interface/code-language.ts';

/** A difference, and why it is right to differ; without a reason it is a fault. */
export interface Difference {
  readonly file: string;
  readonly reason: string | undefined;
  readonly detail: string;
}

/** What is compared of one file. */
export interface ComparedFile<Truth> {
  readonly file: string;
  readonly text: string;
  readonly truth: Truth;
  readonly index: ModuleIndex;
  readonly language: CodeLanguage;
  /** The number of signatures that are compared. Each comparison parses the file. */
  readonly maxSignatures: number;
  /** Counts comparisons by kind. */
  readonly count: (what: string, number?: number) => void;
}
