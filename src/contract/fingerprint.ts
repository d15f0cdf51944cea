/**
 * The fingerprint of a chunk: a hash of everything that its result must satisfy, taken from the values of the contract and
 * not from its text. Comments, the order of keys and of sets, defaults, titles, suggests, context files and limits do not
 * change it.
 */
import { createHash } from 'node:crypto';
import type { Assertion, Check, Chunk, Contract, Gate, Resource, Step } from './model.ts';
import { declarationsOf } from './requirements.ts';

/** How the value of a key enters the fingerprint. */
type Part = 'text' | 'set' | 'sequence' | 'asserts' | 'omitted';

/** Every key of a chunk. A new key does not compile until it is decided whether it is part of the fingerprint. */
const CHUNK_PARTS: Readonly<Record<keyof Chunk, Part>> = {
  id: 'omitted',
  title: 'omitted',
  description: 'text',
  dependsOn: 'omitted',
  consumes: 'omitted',
  creates: 'set',
  functions: 'set',
  types: 'set',
  assertions: 'asserts',
  preconditions: 'set',
  postconditions: 'set',
  allowedFiles: 'set',
  forbidden: 'set',
  forbiddenFiles: 'set',
  mayChange: 'set',
  contextFiles: 'omitted',
  acceptanceCommands: 'sequence',
  // Each acceptance command states it.
  redFirst: 'omitted',
  gates: 'omitted',
  supersedes: 'omitted',
  plan: 'omitted',
  maxAttempts: 'omitted',
  requirements: 'omitted',
  attempts: 'omitted',
};

/** Every key of a gate. */
const GATE_PARTS: Readonly<Record<keyof Gate, Part>> = {
  id: 'text',
  name: 'omitted',
  description: 'omitted',
  severity: 'text',
  enforcementMode: 'text',
  retry: 'omitted',
  criteria: 'set',
  assertions: 'asserts',
  command: 'text',
  timeoutSeconds: 'omitted',
  judge: 'text',
  review: 'text',
  tests: 'text',
};

export interface FingerprintSubject {
  readonly contract: Contract;
  readonly chunk: Chunk;
  /** The gates that apply to the chunk. */
  readonly gates: readonly Gate[];
}

/**
 * The fingerprint of a chunk: a sha256 in hexadecimal.
 * @param contents the hashes of the files that the asserts name (schemas, validators), by path
 */
export function fingerprintOf(subject: FingerprintSubject, contents: ReadonlyMap<string, string>): string {
  const { contract, chunk, gates } = subject;
  const { resources, steps } = referencedParts(subject);
  const declared = declarationsOf(contract, chunk);
  const value = {
    format: 1,
    chunk: canonicalParts(chunk, CHUNK_PARTS),
    functions: canonicalSet(declared.functions),
    types: canonicalSet(declared.types),
    build: contract.build?.command,
    verify: contract.verify && {
      command: contract.verify.command,
      requires: canonicalSet(contract.verify.requires),
    },
    protocol: contract.spec.protocol,
    gates: canonicalSet(gates.map((gate) => canonicalParts(gate, GATE_PARTS))),
    resources: canonicalSet(resources),
    steps: canonicalSet(steps.map(({ id, command }) => ({ id, command }))),
    contents: canonicalSet([...contents]),
  };
  return createHash('sha256')
    .update(JSON.stringify(canonicalValue(value)))
    .digest('hex');
}

/** The asserts of a chunk and of its gates. Suggests are not part of the fingerprint. */
export function assertsOf({ chunk, gates }: Pick<FingerprintSubject, 'chunk' | 'gates'>): readonly Assertion[] {
  const asserts = [...chunk.assertions, ...gates.flatMap((gate) => gate.assertions ?? [])];
  return asserts.filter(({ type }) => type === 'assert');
}

/** The resources and steps that the asserts name. */
export function referencedParts(subject: FingerprintSubject): {
  readonly resources: readonly Resource[];
  readonly steps: readonly Step[];
} {
  return findReferencedParts(subject.contract, assertsOf(subject));
}

/** The resources and steps that assertions name. */
function findReferencedParts(
  contract: Contract,
  assertions: readonly Assertion[],
): { readonly resources: readonly Resource[]; readonly steps: readonly Step[] } {
  const names = new Set(assertions.flatMap(({ check }) => textsIn(check)));
  const resources = contract.resources.filter(({ id }) => names.has(id));
  const stepNames = new Set([...names, ...resources.flatMap((resource) => textsIn(resource))]);
  return { resources, steps: contract.steps.filter(({ id }) => stepNames.has(id)) };
}

/** The checks that a model or a domain service answers. */
const ANSWERED_BY_OTHERS: ReadonlySet<string> = new Set(['llm_judge', 'interface_constraint']);

/** Whether the files of a tree answer an assertion: it names no step, and no model or domain service answers it. */
export function isAnsweredByFiles(contract: Contract, assertion: Assertion): boolean {
  return !ANSWERED_BY_OTHERS.has(assertion.check.type) && findReferencedParts(contract, [assertion]).steps.length === 0;
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

function canonicalParts<Owner extends object>(owner: Owner, parts: Readonly<Record<keyof Owner, Part>>): unknown {
  const values: Record<string, unknown> = {};
  for (const key of Object.keys(parts) as (keyof Owner & string)[]) values[key] = toPart(owner[key], parts[key]);
  return values;
}

function toPart(value: unknown, part: Part): unknown {
  if (part === 'omitted') return undefined;
  if (part === 'sequence') return Array.isArray(value) && value.length > 0 ? value : undefined;
  if (part === 'set') return canonicalSet((value ?? []) as readonly unknown[]);
  // The line breaks around a text change with its quoting style.
  if (part === 'text') return typeof value === 'string' ? value.replaceAll('\r\n', '\n').trim() || undefined : value;
  const asserts = ((value ?? []) as readonly Assertion[]).filter(({ type }) => type === 'assert');
  return canonicalSet(
    asserts.map(({ message, condition, check }) => ({ message, condition, check: effective(check) })),
  );
}

/** A check without flags that have no effect, so that stating the flags of a pattern does not change the fingerprint. */
function effective(check: Check): Check {
  return check.type === 'pattern_match' && check['flags'] === '' ? { ...check, flags: undefined } : check;
}

/** The canonical values without duplicates, in a fixed order; undefined if there are none, which is the default. */
function canonicalSet(values: readonly unknown[]): readonly unknown[] | undefined {
  const texts = new Set(values.map((value) => JSON.stringify(canonicalValue(value))));
  return texts.size === 0 ? undefined : [...texts].sort().map((text): unknown => JSON.parse(text));
}

/** A value with the keys of its objects in a fixed order. */
function canonicalValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => canonicalValue(item));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
  entries.sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, canonicalValue(inner)]));
}
