import type { ObservedCode } from './observed-code.ts';

/** The languages that a rule can cover. */
export type FactLanguage = 'JavaScript' | 'TypeScript' | 'Python' | 'Go';

/** A module that exists before and after a change. */
export interface CodeVersions {
  readonly path: string;
  readonly language: FactLanguage;
  /** `shipped`: code that users of the product run. `other`: examples, scripts, configuration of tools. */
  readonly role: 'test' | 'shipped' | 'other';
  readonly before: ObservedCode;
  readonly after: ObservedCode;
}
