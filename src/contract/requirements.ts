import type { DataPath } from './document.ts';
import { globMatcher } from './glob-matcher.ts';
import type { Assertion, Chunk, Contract, FunctionContract, TypeContract } from './model.ts';

/** An assertion that a chunk is held to, with the place in the contract that asks for it. */
export interface Requirement {
  readonly assertion: Assertion;
  readonly origin: DataPath;
}

/** `name()` and `name(a: A): R` in creates or consumes name a function; the export's name ends before them. */
export function exportName(item: string): string {
  return item.trim().replace(/\s*[<(].*$/s, '');
}

/**
 * Everything that must or should hold once a chunk is done: its assertions, and the implied asserts of its creates,
 * functions and types, and of the functions and types at the top that this chunk answers for.
 */
export function requirementsOf(contract: Contract, chunk: Chunk): readonly Requirement[] {
  const at = contract.chunks.indexOf(chunk);
  const base: DataPath = ['chunks', at];
  return [
    ...chunk.assertions.map((assertion, i) => ({ assertion, origin: [...base, 'assertions', i] })),
    ...chunk.creates.map((item, i) => ({ assertion: createsAssertion(item), origin: [...base, 'creates', i] })),
    ...chunk.functions.map((fn, i) => ({ assertion: functionAssertion(fn), origin: [...base, 'functions', i] })),
    ...chunk.types.map((type, i) => ({ assertion: typeAssertion(type), origin: [...base, 'types', i] })),
    ...contract.functions.flatMap((fn, i) =>
      answersFor(contract, chunk, fn) ? [{ assertion: functionAssertion(fn), origin: ['functions', i] }] : [],
    ),
    ...contract.types.flatMap((type, i) =>
      answersFor(contract, chunk, type) ? [{ assertion: typeAssertion(type), origin: ['types', i] }] : [],
    ),
  ];
}

function createsAssertion(item: string): Assertion {
  return {
    type: 'assert',
    condition: `creates ${item}`,
    message: `Must create ${item}`,
    check: { type: 'creates', target: exportName(item), ...(item.includes('(') && { function: true }) },
  };
}

function functionAssertion(fn: FunctionContract): Assertion {
  return {
    type: 'assert',
    message: `${fn.name} must have the signature ${fn.signature}`,
    check: { type: 'signature_match', target: fn.name, file: fn.file, expected: fn.signature },
  };
}

function typeAssertion(type: TypeContract): Assertion {
  return {
    type: 'assert',
    message: `${type.name} must have the shape ${type.definition}`,
    check: { type: 'type_matches', target: type.name, file: type.file, expected: type.definition },
  };
}

/**
 * A function or type at the top belongs to the first chunk that creates its name, else to the first that may write its
 * file; what no chunk claims is owed by the last chunk.
 */
function answersFor(contract: Contract, chunk: Chunk, owed: { name: string; file: string }): boolean {
  const owner =
    contract.chunks.find((candidate) => candidate.creates.some((item) => exportName(item) === owed.name)) ??
    contract.chunks.find((candidate) => globMatcher(candidate.allowedFiles)(owed.file)) ??
    contract.chunks.at(-1);
  return owner === chunk;
}
