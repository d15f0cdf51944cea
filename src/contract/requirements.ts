import type { DataPath } from './document.ts';
import { createPathMatcher } from './globs/path-matcher.ts';
import type { Assertion, Chunk, Contract, FunctionContract, TypeContract } from './model.ts';

/** An assertion that applies to a chunk, with the path in the contract that it comes from. */
export interface Requirement {
  readonly assertion: Assertion;
  readonly origin: DataPath;
}

/** Whether another chunk of the contract supersedes a chunk: its asserts may be broken since. */
export function isSuperseded(contract: Contract, chunk: Chunk): boolean {
  return contract.chunks.some((other) => other !== chunk && other.supersedes.includes(chunk.id));
}

/** The export name of an item of `creates` or `consumes`. `name()` and `name(a: A): R` denote functions. */
export function exportName(item: string): string {
  return item.trim().replace(/\s*[<(].*$/s, '');
}

/**
 * Everything that must or should hold after a chunk: its assertions, the implied asserts of its `creates`, functions and
 * types, and those of the top-level functions and types that the chunk is responsible for.
 */
export function requirementsOf(contract: Contract, chunk: Chunk): readonly Requirement[] {
  const base: DataPath = ['chunks', contract.chunks.indexOf(chunk)];
  return [
    ...chunk.assertions.map((assertion, i) => ({ assertion, origin: [...base, 'assertions', i] })),
    ...chunk.creates.map((item, i) => ({ assertion: createsAssertion(item), origin: [...base, 'creates', i] })),
    ...chunk.functions.map((fn, i) => ({ assertion: functionAssertion(fn), origin: [...base, 'functions', i] })),
    ...chunk.types.map((type, i) => ({ assertion: typeAssertion(type), origin: [...base, 'types', i] })),
    ...contract.functions.flatMap((fn, i) =>
      isResponsibleFor(contract, chunk, fn) ? [{ assertion: functionAssertion(fn), origin: ['functions', i] }] : [],
    ),
    ...contract.types.flatMap((type, i) =>
      isResponsibleFor(contract, chunk, type) ? [{ assertion: typeAssertion(type), origin: ['types', i] }] : [],
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
    check: { type: 'signature_match', target: fn.name, file: fn.file, expected: fn.signature, exported: true },
  };
}

function typeAssertion(type: TypeContract): Assertion {
  return {
    type: 'assert',
    message: `${type.name} must have the shape ${type.definition}`,
    check: { type: 'type_matches', target: type.name, file: type.file, expected: type.definition, exported: true },
  };
}

/**
 * A top-level function or type belongs to the first chunk that creates its name, otherwise to the first chunk that may
 * write its file, otherwise to the last chunk.
 */
export function isResponsibleFor(
  contract: Contract,
  chunk: Chunk,
  declaration: { name: string; file: string },
): boolean {
  const owner =
    contract.chunks.find((candidate) => candidate.creates.some((item) => exportName(item) === declaration.name)) ??
    contract.chunks.find((candidate) => createPathMatcher(candidate.allowedFiles)(declaration.file)) ??
    contract.chunks.at(-1);
  return owner === chunk;
}
