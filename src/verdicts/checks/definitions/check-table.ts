import type { CheckDefinition } from './check-definition.ts';
import { contains } from './contains.ts';
import { creates } from './creates.ts';
import { custom } from './custom.ts';
import { equals } from './equals.ts';
import { exists } from './exists.ts';
import { exportExists } from './export-exists.ts';
import { fileExists } from './file-exists.ts';
import { functionExists } from './function-exists.ts';
import { httpStatus } from './http-status.ts';
import { interfaceConstraint } from './interface-constraint.ts';
import { llmJudge } from './llm-judge.ts';
import { patternMatch } from './pattern-match.ts';
import { schemaMatch } from './schema-match.ts';
import { signatureMatch } from './signature-match.ts';
import { typeMatches } from './type-matches.ts';

/** Every check that a contract can use. The JSON Schema, completion, the documentation and the panels read this table. */
export const CHECKS: readonly CheckDefinition[] = [
  exportExists,
  creates,
  fileExists,
  functionExists,
  signatureMatch,
  typeMatches,
  patternMatch,
  exists,
  contains,
  equals,
  schemaMatch,
  httpStatus,
  custom,
  interfaceConstraint,
  llmJudge,
];

const BY_TYPE = new Map(CHECKS.map((definition) => [definition.type, definition]));

export function findCheckDefinition(type: string): CheckDefinition | undefined {
  return BY_TYPE.get(type);
}
