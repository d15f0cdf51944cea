import type { Redact } from './output-redaction.ts';

/** Redacts every text in JSON data that a model wrote, including the keys of objects. */
export function redactTexts<Value>(value: Value, redact: Redact): Value {
  return redactValue(value, redact) as Value;
}

function redactValue(value: unknown, redact: Redact): unknown {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map((item: unknown) => redactValue(item, redact));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [redact(key), redactValue(item, redact)]));
}

/** Whether a text in JSON data contains a secret. */
export function containsSecret(value: unknown, redact: Redact): boolean {
  if (typeof value === 'string') return redact(value) !== value;
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, item]) => redact(key) !== key || containsSecret(item, redact));
}
