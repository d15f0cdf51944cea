import type { CheckDefinition } from './check-definition.ts';
import { contains } from './definitions/contains.ts';
import { creates } from './definitions/creates.ts';
import { custom } from './definitions/custom.ts';
import { equals } from './definitions/equals.ts';
import { exists } from './definitions/exists.ts';
import { exportExists } from './definitions/export-exists.ts';
import { fileExists } from './definitions/file-exists.ts';
import { functionExists } from './definitions/function-exists.ts';
import { httpStatus } from './definitions/http-status.ts';
import { llmJudge } from './definitions/llm-judge.ts';
import { patternMatch } from './definitions/pattern-match.ts';
import { schemaMatch } from './definitions/schema-match.ts';
import { signatureMatch } from './definitions/signature-match.ts';
import { typeMatches } from './definitions/type-matches.ts';

/** Every check that a contract may ask for. The JSON Schema, completion, the documents and the panels read this. */
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
  llmJudge,
];

const BY_TYPE = new Map(CHECKS.map((definition) => [definition.type, definition]));

export function checkDefinition(type: string): CheckDefinition | undefined {
  return BY_TYPE.get(type);
}
