import type { Ajv, FuncKeywordDefinition, SchemaValidateFunction } from 'ajv';
import { isRecord } from '../../../foundation/is-record.ts';

const validateUniqueItems: SchemaValidateFunction = (isRequired: boolean, items: readonly unknown[]) => {
  const duplicate = isRequired ? findDuplicate(items) : undefined;
  if (duplicate === undefined) return true;
  const { first, second } = duplicate;
  // Ajv reads the errors of a keyword from its function.
  validateUniqueItems.errors = [
    {
      keyword: 'uniqueItems',
      params: { i: second, j: first },
      message: `must NOT have duplicate items (items ## ${first} and ${second} are identical)`,
    },
  ];
  return false;
};

const UNIQUE_ITEMS: FuncKeywordDefinition = {
  keyword: 'uniqueItems',
  type: 'array',
  schemaType: 'boolean',
  errors: true,
  validate: validateUniqueItems,
};

/**
 * Replaces the keyword `uniqueItems`. Ajv compares every pair of items that are not of one simple type, which takes hours
 * for the items that a model can write. This keyword reads each item once.
 */
export function useLinearUniqueItems(ajv: Pick<Ajv, 'addKeyword' | 'removeKeyword'>): void {
  ajv.removeKeyword('uniqueItems');
  ajv.addKeyword(UNIQUE_ITEMS);
}

/** The indexes of the first two equal items. The order of the keys of an object does not matter. */
function findDuplicate(items: readonly unknown[]): { readonly first: number; readonly second: number } | undefined {
  const indexes = new Map<string, number>();
  for (const [second, item] of items.entries()) {
    const text = canonicalText(item);
    const first = indexes.get(text);
    if (first !== undefined) return { first, second };
    indexes.set(text, second);
  }
  return undefined;
}

/** JSON with sorted keys: equal for equal data. */
function canonicalText(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    isRecord(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  );
}
