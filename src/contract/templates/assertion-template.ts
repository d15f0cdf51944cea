import type { Assertion, Check } from '../model.ts';

/**
 * Where the proposed values of a field come from: files of the chunk, exports of the file that was chosen before (all,
 * functions or types), the signature or definition of the export that was chosen before, or a fixed text.
 */
export type AssertionFieldSource = 'file' | 'export' | 'function' | 'type' | 'signature' | 'definition' | 'text';

export interface AssertionField {
  readonly name: string;
  /** What to enter, for people. */
  readonly label: string;
  readonly source: AssertionFieldSource;
  /** The value if the code proposes none. */
  readonly initial?: string | undefined;
}

/** [ENF-FUTURE-3] A named pattern of assertions. Adding it writes plain assertions into the contract. */
export interface AssertionTemplate {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** In the order in which a person fills them in. */
  readonly fields: readonly AssertionField[];
  /** The assertions for values of all fields. */
  readonly create: (values: Readonly<Record<string, string>>) => readonly TemplateAssertion[];
}

/** An assertion as a template writes it. */
export interface TemplateAssertion extends Pick<Assertion, 'type' | 'message'> {
  readonly check: Check;
}
