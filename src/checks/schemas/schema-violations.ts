import type { ErrorObject } from 'ajv';
import { shown } from '../wording/excerpt.ts';

/** One place where data does not match a schema. */
export interface SchemaViolation {
  /** A JSON pointer into the data; empty for the whole of it. */
  readonly pointer: string;
  readonly message: string;
}

const MOST_VIOLATIONS = 50;

/** What a validator of Ajv found, in words; the same sentence about the same place is said once. */
export function violationsOf(errors: readonly ErrorObject[]): readonly SchemaViolation[] {
  const seen = new Set<string>();
  return errors.flatMap((error) => {
    const violation = { pointer: error.instancePath, message: messageFor(error) };
    const key = `${violation.pointer}\n${violation.message}`;
    if (seen.has(key)) return [];
    seen.add(key);
    return [violation];
  });
}

export function writtenViolations(violations: readonly SchemaViolation[]): string {
  const written = violations
    .slice(0, MOST_VIOLATIONS)
    .map(({ pointer, message }) => `${pointer === '' ? '(root)' : pointer} ${message}`);
  const left = violations.length - written.length;
  return [...written, ...(left > 0 ? [`and ${left} more`] : [])].join('; ');
}

function messageFor(error: ErrorObject): string {
  const params = error.params as Readonly<Record<string, unknown>>;
  const message = error.message ?? `breaks ${error.keyword}`;
  switch (error.keyword) {
    case 'additionalProperties':
      return `must not have the property ${String(params['additionalProperty'])}`;
    case 'unevaluatedProperties':
      return `must not have the property ${String(params['unevaluatedProperty'])}`;
    case 'enum':
      return `must be one of ${shown(params['allowedValues'])}, is ${shown(error.data, 80)}`;
    case 'const':
      return `must be ${shown(params['allowedValue'])}, is ${shown(error.data, 80)}`;
    case 'type':
    case 'pattern':
    case 'format':
    case 'minimum':
    case 'maximum':
    case 'minLength':
    case 'maxLength':
      return `${message}, is ${shown(error.data, 80)}`;
    default:
      return message;
  }
}
