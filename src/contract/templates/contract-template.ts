import type { TemplateNames } from './template-names.ts';
import type { FieldValues } from './template-text.ts';

/** What the first values of a template are derived from. */
export interface TemplateSubject extends TemplateNames {
  /** The folder of new modules with a final `/`, or an empty text. */
  readonly folder: string;
  /** The extension of new modules, without a dot: `ts` or `js`. */
  readonly extension: string;
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
  /** The first values of the fields, in the order of the tab stops. */
  readonly values: (subject: TemplateSubject) => FieldValues;
}
