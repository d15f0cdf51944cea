import type { Plan, PlanReaderId } from './plan.ts';
import type { PlanText } from './plan-text.ts';

/** Reads the plans of one tool. To add a tool: one folder, and its line in the table. */
export interface PlanReader {
  readonly id: PlanReaderId;
  /** The name of the tool. */
  readonly tool: string;
  /** What the text lacks to be a plan of the tool, as a clause; `undefined` if it is one. */
  readonly findMissing: (text: PlanText) => string | undefined;
  readonly read: (text: PlanText) => Plan;
  /** The headings of the sections that the tool lets an agent write. */
  readonly notebook: RegExp;
}
