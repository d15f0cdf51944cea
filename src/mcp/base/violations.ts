import * as z from 'zod';
import { formatViolation } from '../../hooks/protocol/stop-reason.ts';
import type { AssertionResult } from '../../verdicts/checks/interfaces/result.ts';
import type { ContractDocument } from '../../contract/document.ts';
import { formatRequirementPath, type ChunkCheck } from '../../engine.ts';
import { requiredResults } from '../../foundation/verdict.ts';

/** One requirement that does not hold. */
export const violationSchema = z.object({
  message: z.string().describe('The requirement.'),
  expected: z.string().optional(),
  actual: z.string().optional(),
  requirement: z
    .string()
    .optional()
    .describe('The path of the requirement in the contract. explain_violation and propose_amendment take it.'),
  file: z.string().optional().describe('Where the code fails it, relative to the workspace folder.'),
  line: z.number().optional().describe('From 1.'),
  contractLine: z.number().optional().describe('The line of the contract that states it, from 1.'),
  notEvaluated: z
    .boolean()
    .optional()
    .describe('The check did not run: it would run code of the workspace. The user can run it with "holdfast check".'),
});

export type ReportedViolation = z.infer<typeof violationSchema>;

/** The requirements of a chunk that do not hold. */
export function listChunkViolations(document: ContractDocument, check: ChunkCheck): readonly ReportedViolation[] {
  return requiredResults(check)
    .filter(({ passed }) => !passed)
    .map((result) => toViolation(document, result));
}

export function toViolation(document: ContractDocument, result: AssertionResult): ReportedViolation {
  const { assertion, expected, actual, error, location, contractLocation, untrusted } = result;
  return {
    message: assertion.message,
    expected,
    actual: actual ?? error,
    requirement: formatRequirementPath(document, result),
    file: location?.file,
    line: location?.line,
    contractLine: contractLocation?.line,
    notEvaluated: untrusted,
  };
}

/** A violation for a model, with the path that identifies it. */
export function formatViolationText(violation: ReportedViolation): string {
  const { requirement } = violation;
  return `${formatViolation(violation)}${requirement === undefined ? '' : `\n  requirement: ${requirement}`}`;
}
