import type { DataPath } from './document.ts';
import { exportName, indexContract } from './contract-index.ts';
import type { Assertion, Chunk, Contract, FunctionContract, TypeContract } from './model.ts';

/** An assertion that applies to a chunk, with the path in the contract that it comes from. */
export interface Requirement {
  readonly assertion: Assertion;
  readonly origin: DataPath;
}

/** Whether another chunk of the contract supersedes a chunk: its asserts may be broken since. */
export function isSuperseded(contract: Contract, chunk: Chunk): boolean {
  return (
    indexContract(contract)
      .successors.get(chunk.id)
      ?.some((other) => other !== chunk) === true
  );
}

export { exportName } from './contract-index.ts';

/**
 * Everything that must or should hold after a chunk: its assertions, the implied asserts of its `creates`, functions and
 * types, and those of the top-level functions and types that the chunk is responsible for.
 */
export function requirementsOf(contract: Contract, chunk: Chunk): readonly Requirement[] {
  const { positions, functions, types } = indexContract(contract);
  const base: DataPath = ['chunks', positions.get(chunk) ?? -1];
  return [
    ...chunk.assertions.map((assertion, i) => ({ assertion, origin: [...base, 'assertions', i] })),
    ...chunk.creates.map((item, i) => ({ assertion: createsAssertion(item), origin: [...base, 'creates', i] })),
    ...chunk.functions.map((fn, i) => ({ assertion: functionAssertion(fn), origin: [...base, 'functions', i] })),
    ...chunk.types.map((type, i) => ({ assertion: typeAssertion(type), origin: [...base, 'types', i] })),
    ...select(contract.functions, functions.get(chunk)).map(([fn, i]) => ({
      assertion: functionAssertion(fn),
      origin: ['functions', i],
    })),
    ...select(contract.types, types.get(chunk)).map(([type, i]) => ({
      assertion: typeAssertion(type),
      origin: ['types', i],
    })),
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

/** The top-level functions and types that a chunk is responsible for. */
export function declarationsOf(contract: Contract, chunk: Chunk): Pick<Contract, 'functions' | 'types'> {
  const { functions, types } = indexContract(contract);
  return {
    functions: select(contract.functions, functions.get(chunk)).map(([fn]) => fn),
    types: select(contract.types, types.get(chunk)).map(([type]) => type),
  };
}

function select<Item>(items: readonly Item[], positions: readonly number[] = []): readonly (readonly [Item, number])[] {
  return positions.flatMap((position) => {
    const item = items[position];
    return item === undefined ? [] : [[item, position] as const];
  });
}
