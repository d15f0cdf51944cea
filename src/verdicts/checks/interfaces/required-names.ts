import type { Assertion, Contract } from '../../../contract/model.ts';
import { exportName } from '../../../contract/requirements.ts';

/** The types of checks whose target is a declaration: a signature, a type or a name that the contract declares. */
export const DECLARATION_CHECKS: ReadonlySet<string> = new Set([
  'signature_match',
  'function_exists',
  'type_matches',
  'export_exists',
  'creates',
]);

/** The names of the declarations that asserts ask for. */
export function requiredNamesOf(assertions: readonly Assertion[]): readonly string[] {
  return assertions.flatMap(({ type, check }) =>
    type === 'assert' && DECLARATION_CHECKS.has(check.type) && check.target !== undefined
      ? [exportName(check.target)]
      : [],
  );
}

const namesOfContracts = new WeakMap<Contract, readonly string[]>();

/** The names of the declarations that any chunk of a contract must provide: always the same list for a contract. */
export function requiredNamesOfContract(contract: Contract): readonly string[] {
  const known = namesOfContracts.get(contract);
  if (known !== undefined) return known;
  const names = listRequiredNames(contract);
  namesOfContracts.set(contract, names);
  return names;
}

function listRequiredNames({ chunks, functions, types }: Contract): readonly string[] {
  const names = chunks.flatMap((chunk) => [
    ...chunk.creates.map(exportName),
    ...[...chunk.functions, ...chunk.types].map(({ name }) => name),
    ...requiredNamesOf(chunk.assertions),
  ]);
  return [...new Set([...names, ...[...functions, ...types].map(({ name }) => name)])];
}
