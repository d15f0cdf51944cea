import { CHECKS } from '../../../src/verdicts/checks/definitions/check-table.ts';
import { readContract } from '../../../src/contract/read/read-contract.ts';
import { checkPlan, type PlanCheck, type PlanInput } from '../../../src/verdicts/plan/check-plan.ts';
import type { PlanFinding } from '../../../src/verdicts/plan/findings/finding.ts';

export interface PlanSituation {
  /** The files of the initial tree. `texts` adds files with a text. */
  readonly files?: readonly string[];
  readonly texts?: Readonly<Record<string, string>>;
  readonly findExports?: PlanInput['findExports'];
  readonly findCodeErrors?: PlanInput['findCodeErrors'];
  readonly findPythonError?: PlanInput['findPythonError'];
  readonly presentCreates?: PlanInput['presentCreates'];
  readonly kindOf?: PlanInput['kindOf'];
  readonly readPastWork?: PlanInput['readPastWork'];
  readonly sharedGates?: PlanInput['sharedGates'];
  readonly findTestCommand?: PlanInput['findTestCommand'];
}

/** Checks the text of a plan. Most plans of tests check no behavior, and are tested for that with `checkWholeText`. */
export async function checkText(file: string, text: string, situation: PlanSituation = {}): Promise<PlanCheck> {
  const check = await checkWholeText(file, text, situation);
  return { ...check, findings: check.findings.filter((finding) => !isAboutBehavior(finding)) };
}

function isAboutBehavior({ rule, message }: PlanFinding): boolean {
  return rule === 'behavior-check' || message.startsWith('The work order has no ');
}

/** Checks the text of a plan with every rule. */
export function checkWholeText(file: string, text: string, situation: PlanSituation = {}): Promise<PlanCheck> {
  const { texts = {} } = situation;
  return checkPlan({
    document: readContract({
      file,
      text,
      checks: CHECKS,
      sharedGates: situation.sharedGates?.map(({ id }) => id) ?? [],
    }),
    files: new Set([...(situation.files ?? []), ...Object.keys(texts)]),
    readText: (path) => Promise.resolve(texts[path]),
    ...(situation.findPythonError ? { findPythonError: situation.findPythonError } : {}),
    ...(situation.findCodeErrors ? { findCodeErrors: situation.findCodeErrors } : {}),
    ...(situation.sharedGates ? { sharedGates: situation.sharedGates } : {}),
    ...(situation.presentCreates ? { presentCreates: situation.presentCreates } : {}),
    ...(situation.findTestCommand ? { findTestCommand: situation.findTestCommand } : {}),
    ...(situation.kindOf ? { kindOf: situation.kindOf } : {}),
    ...(situation.readPastWork ? { readPastWork: situation.readPastWork } : {}),
    ...(situation.findExports ? { findExports: situation.findExports } : {}),
  });
}

/** A chunk without findings. */
export function chunk(id: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  return { id, title: `Chunk ${id}`, ...more };
}

export function contract(chunks: readonly unknown[], more: Record<string, unknown> = {}): string {
  return JSON.stringify({ spec: { id: 'plan', title: 'A plan' }, ...more, chunks }, null, 2);
}

export function checkChunks(
  chunks: readonly unknown[],
  situation?: PlanSituation,
  more?: Record<string, unknown>,
): Promise<PlanCheck> {
  return checkText('plan.contract.json', contract(chunks, more), situation);
}

export function exists(path: string): { kind: string; path: string } {
  return { kind: 'file_exists', path };
}

export function absent(path: string): { kind: string; path: string } {
  return { kind: 'file_absent', path };
}

/** The rule, chunk and message of each finding, for comparisons. */
export function messages(check: PlanCheck): readonly string[] {
  return check.findings.map(({ rule, chunk: id, message }) => `${rule} ${id ?? '-'}: ${message}`);
}

export function rulesOf(check: PlanCheck): readonly string[] {
  return [...new Set(check.findings.map(({ rule }) => rule))];
}

export function onlyFinding(check: PlanCheck): PlanFinding {
  const [finding, ...more] = check.findings;
  if (!finding || more.length > 0) throw new Error(`Expected exactly one finding:\n${messages(check).join('\n')}`);
  return finding;
}
