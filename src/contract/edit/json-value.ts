import type { DataPath } from '../document.ts';
import { MAX_DEPTH } from '../source/parsed-source.ts';
import { ContractEditError } from './contract-edit.ts';
import type { JsonValue } from './render-value.ts';

/** The value as JSON data: keys without a value are left out. Throws a ContractEditError for anything that JSON lacks. */
export function jsonValueOf(value: unknown, path: DataPath, depth = 0): JsonValue {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return Object.is(value, -0) ? 0 : value;
  if (depth > MAX_DEPTH) throw new ContractEditError('no-data', path, 'the value is nested too deeply');
  if (Array.isArray(value)) return value.map((item: unknown) => jsonValueOf(item, path, depth + 1));
  if (typeof value === 'object' && isPlain(value)) {
    const entries = Object.entries(value).filter(([, item]) => item !== undefined);
    return Object.fromEntries(
      entries.map(([key, item]: [string, unknown]) => [key, jsonValueOf(item, path, depth + 1)]),
    );
  }
  throw new ContractEditError('no-data', path, `${typeof value} is no value of a contract`);
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
