/** Removes secret values, such as API keys, from a text. */
export type Redact = (text: string) => string;

/**
 * The keys of reports, events and records whose texts come from commands, models, servers or errors, and can therefore
 * contain a secret.
 */
const OUTPUT_KEYS: ReadonlySet<string> = new Set([
  'actual',
  'buildOutput',
  'details',
  'diff',
  'error',
  'errors',
  'evidence',
  'feedback',
  'hint',
  'lastError',
  'message',
  'note',
  'notes',
  'observed',
  'output',
  'rationale',
  'reason',
  'reasoning',
  'text',
  'warnings',
]);

/** The keys of contract parts and of state that is read back. Their texts are never altered. */
const PRESERVED_KEYS: ReadonlySet<string> = new Set([
  'additionalTypes',
  'after',
  'assertion',
  'batch',
  'before',
  'chunk',
  'contract',
  'contractText',
  'conversation',
  'document',
  'file',
  'ofAll',
  'path',
  'proposedChanges',
  'sharedGates',
]);

/** Redacts the outputs and messages in a value. Identifiers, contract parts and every other text stay as they are. */
export function redactOutputs<Value>(value: Value, redact: Redact): Value {
  return redactPart(value, redact, false) as Value;
}

function redactPart(part: unknown, redact: Redact, isOutput: boolean): unknown {
  if (typeof part === 'string') return isOutput ? redact(part) : part;
  if (Array.isArray(part)) return part.map((item: unknown) => redactPart(item, redact, isOutput));
  if (!isPlainObject(part)) return part;
  return Object.fromEntries(
    Object.entries(part).map(([key, item]) => [
      key,
      PRESERVED_KEYS.has(key) ? item : redactPart(item, redact, OUTPUT_KEYS.has(key)),
    ]),
  );
}

function isPlainObject(part: unknown): part is Readonly<Record<string, unknown>> {
  return typeof part === 'object' && part !== null && Object.getPrototypeOf(part) === Object.prototype;
}
