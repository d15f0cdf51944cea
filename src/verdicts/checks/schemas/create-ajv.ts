import { Ajv, type AnySchemaObject, type Options, type FuncKeywordDefinition, type SchemaValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { SchemaDraft } from './schema-draft.ts';
import { createContext, Script } from 'node:vm';
import { HoldfastError } from '../../../foundation/errors.ts';
import { readPattern } from '../patterns/pattern.ts';
import { isRecord } from '../../../foundation/is-record.ts';

/** Creates an Ajv instance for one draft of JSON Schema. @param loadSchema loads the schemas that `$ref` refers to */
export function createAjv(
  draft: SchemaDraft,
  loadSchema: (uri: string) => Promise<AnySchemaObject>,
): Ajv | Ajv2019 | Ajv2020 {
  const regExp = Object.assign((source: string) => createSafeRegExp(source), { code: 'safeRegExp' });
  const options: Options = {
    allErrors: true,
    strict: false,
    verbose: true,
    logger: false,
    loadSchema,
    code: { regExp },
  };
  const ajv =
    draft === '2020-12' ? new Ajv2020(options) : draft === '2019-09' ? new Ajv2019(options) : new Ajv(options);
  addFormats(ajv);
  useLinearUniqueItems(ajv);
  return ajv;
}

/** The time limit of all tests of one pattern, in milliseconds. */
const LIMIT_MS = 500;

interface SafeRegExp {
  test(text: string): boolean;
  /** Identifies the pattern: Ajv caches compiled patterns by this text. */
  toString(): string;
}

/**
 * Compiles a `pattern` of a JSON Schema. Most patterns run in linear time. A pattern that only the native engine supports
 * (lookahead, back references) throws when all its tests have taken half a second, which ends the validation.
 */
function createSafeRegExp(source: string): SafeRegExp {
  const pattern = readPattern(source);
  const toString = (): string => source;
  if (pattern.engine === 'linear') return { test: (text) => pattern.find(text) !== undefined, toString };
  const context = createContext(Object.create(null) as object);
  const script = new Script(`new RegExp(source, flags).test(text)`);
  let remainingMs = LIMIT_MS;
  return {
    toString,
    test(text) {
      Object.assign(context, { source, flags: pattern.flags, text });
      const start = performance.now();
      try {
        if (remainingMs < 1) throw new HoldfastError('limit', 'The time limit is used up');
        return script.runInContext(context, { timeout: Math.ceil(remainingMs) }) === true;
      } catch (error) {
        throw new HoldfastError(
          'limit',
          `Failed to run the schema's pattern ${source}: it did not finish within ${LIMIT_MS / 1000} s`,
          { cause: error, hint: 'Rewrite it without back references and lookahead, so that it runs in linear time.' },
        );
      } finally {
        remainingMs -= performance.now() - start;
      }
    },
  };
}

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
function useLinearUniqueItems(ajv: Pick<Ajv, 'addKeyword' | 'removeKeyword'>): void {
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
