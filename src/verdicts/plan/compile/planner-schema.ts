import { contractJsonSchema } from '../../../contract/json-schema/contract-json-schema.ts';
import type { CheckDeclaration } from '../../../contract/model.ts';
import { isRecord } from '../../../foundation/is-record.ts';

/** Keywords for editors, which say nothing about a valid contract. */
const EDITOR_KEYWORDS: ReadonlySet<string> = new Set([
  '$schema',
  'allowComments',
  'allowTrailingCommas',
  'defaultSnippets',
  'enumDescriptions',
]);
/** Keywords that explain, and whose values are no schemas. */
const EXPLANATIONS: ReadonlySet<string> = new Set(['title', 'description', 'examples']);

/** The JSON Schema of a contract as a planner reads it. */
export function plannerSchema(
  checks: readonly CheckDeclaration[],
  { withDescriptions }: { readonly withDescriptions: boolean },
): string {
  return JSON.stringify(contractJsonSchema(checks), (key, value: unknown) => {
    if (isRecord(value) && value['doNotSuggest'] === true) return undefined;
    // A property of a contract can have the name of a keyword. Its value is a schema.
    if (isRecord(value)) return value;
    if (EDITOR_KEYWORDS.has(key)) return undefined;
    return withDescriptions || !EXPLANATIONS.has(key) ? value : undefined;
  });
}
