import type { TemplateNames } from './template-names.ts';
import type { FieldValues } from './template-text.ts';

/** What the first values of a template are derived from. */
export interface TemplateSubject extends TemplateNames {
  /** The path of the new module. */
  readonly newFile: string;
  /** An example of a signature in the language of the module. */
  readonly exampleSignature: string;
  /** A regular expression for code that handles errors. */
  readonly errorHandling: string;
  /** An existing module that the work is about. */
  readonly file?: string | undefined;
}

/** A chunk to start a contract with. Its text satisfies the contract model and the plan rules with the first values. */
export interface ContractTemplate {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** The keys of the chunk after `description`, in block style, without indentation. Fields are `{{name}}`. */
  readonly text: string;
  /** The text for languages whose types are not read, if it differs. */
  readonly untypedText?: string;
  /** Whether the chunk writes a test that fails until the work is done, if the test runner is known. Needs `postconditions`. */
  readonly isTestFirst?: true;
  /** The first values of the fields, in the order of the tab stops. */
  readonly values: (subject: TemplateSubject) => FieldValues;
}
