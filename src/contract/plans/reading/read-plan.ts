import type { Plan, PlanReaderId } from '../plan.ts';
import { PlanText } from '../plan-text.ts';
import { PLAN_READERS } from './reader-table.ts';

/** A reader that a text was tried with. */
export interface TriedReader {
  readonly reader: PlanReaderId;
  readonly tool: string;
  /** What the text lacks, as a clause; `undefined` for the reader that read it. */
  readonly missing: string | undefined;
}

export interface PlanReading {
  /** `undefined` if no reader knows the text. */
  readonly plan: Plan | undefined;
  readonly tried: readonly TriedReader[];
}

/** Reads a plan with the first reader that knows it, chosen by the content. */
export function readPlan(file: string, text: string): PlanReading {
  const source = new PlanText(file, text);
  const tried: TriedReader[] = [];
  for (const { id, tool, findMissing, read } of PLAN_READERS) {
    const missing = findMissing(source);
    tried.push({ reader: id, tool, missing });
    if (missing === undefined) return { plan: read(source), tried };
  }
  return { plan: undefined, tried };
}

/** Reads a text with a given reader, also if it lacks something. */
export function readPlanWith(reader: PlanReaderId, file: string, text: string): Plan | undefined {
  return PLAN_READERS.find(({ id }) => id === reader)?.read(new PlanText(file, text));
}
