import type { ErrorObject } from 'ajv';
import { toDisplayText } from '../wording/excerpt.ts';

/** A mismatch between data and a schema. */
export interface SchemaViolation {
  /** A JSON pointer into the data; empty for the whole data. */
  readonly pointer: string;
  readonly message: string;
}

const MAX_SHOWN_VIOLATIONS = 50;

/** Converts the errors of Ajv. Equal messages about the same value are listed once. */
export function toViolations(errors: readonly ErrorObject[]): readonly SchemaViolation[] {
  const seen = new Set<string>();
  return errors.flatMap((error) => {
    const violation = { pointer: error.instancePath, message: messageFor(error) };
    const key = `${violation.pointer}\n${violation.message}`;
    if (seen.has(key)) return [];
    seen.add(key);
    return [violation];
  });
}

export function formatViolations(violations: readonly SchemaViolation[]): string {
  const lines = violations
    .slice(0, MAX_SHOWN_VIOLATIONS)
    .map(({ pointer, message }) => `${pointer === '' ? '(root)' : pointer} ${message}`);
  const omitted = violations.length - lines.length;
  return [...lines, ...(omitted > 0 ? [`and ${omitted} more`] : [])].join('; ');
}

function messageFor(error: ErrorObject): string {
  const params = error.params as Readonly<Record<string, unknown>>;
  const message = error.message ?? `violates ${error.keyword}`;
  switch (error.keyword) {
    case 'additionalProperties':
      return `must not have the property ${String(params['additionalProperty'])}`;
    case 'unevaluatedProperties':
      return `must not have the property ${String(params['unevaluatedProperty'])}`;
    case 'enum':
      return `must be one of ${toDisplayText(params['allowedValues'])}, is ${toDisplayText(error.data, 80)}`;
    case 'const':
      return `must be ${toDisplayText(params['allowedValue'])}, is ${toDisplayText(error.data, 80)}`;
    case 'type':
    case 'pattern':
    case 'format':
    case 'minimum':
    case 'maximum':
    case 'minLength':
    case 'maxLength':
      return `${message}, is ${toDisplayText(error.data, 80)}`;
    default:
      return message;
  }
}
