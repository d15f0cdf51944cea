import type { DataPath } from '../document.ts';
import { MAX_DEPTH } from '../source/parsed-source.ts';
import type { ScalarValue } from '../source/source-node.ts';
import { ContractEditError } from './contract-edit.ts';

/** The data that an edit can write. */
export type JsonValue = ScalarValue | readonly JsonValue[] | { readonly [key: string]: JsonValue };

export function isScalarValue(value: JsonValue): value is ScalarValue {
  return typeof value !== 'object' || value === null;
}

/** Converts a value to JSON data and drops undefined properties. Throws a ContractEditError for all other values. */
export function toJsonValue(value: unknown, path: DataPath, depth = 0): JsonValue {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return Object.is(value, -0) ? 0 : value;
  if (depth > MAX_DEPTH) throw new ContractEditError('invalid-value', path, 'the value is nested too deeply');
  if (Array.isArray(value)) return value.map((item: unknown) => toJsonValue(item, path, depth + 1));
  if (typeof value === 'object' && isPlainObject(value)) {
    const entries = Object.entries(value).filter(([, item]) => item !== undefined);
    return Object.fromEntries(
      entries.map(([key, item]: [string, unknown]) => [key, toJsonValue(item, path, depth + 1)]),
    );
  }
  throw new ContractEditError('invalid-value', path, `a contract cannot contain a value of type ${typeof value}`);
}

function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
