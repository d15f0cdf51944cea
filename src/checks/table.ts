import type { CheckDefinition } from './check-definition.ts';
import { creates } from './definitions/creates.ts';
import { exists } from './definitions/exists.ts';
import { exportExists } from './definitions/export-exists.ts';
import { fileExists } from './definitions/file-exists.ts';
import { patternMatch } from './definitions/pattern-match.ts';

/** Every check that a contract may ask for. The JSON Schema, completion, the documents and the panels read this. */
export const CHECKS: readonly CheckDefinition[] = [exportExists, fileExists, exists, patternMatch, creates];

const BY_TYPE = new Map(CHECKS.map((definition) => [definition.type, definition]));

export function checkDefinition(type: string): CheckDefinition | undefined {
  return BY_TYPE.get(type);
}
