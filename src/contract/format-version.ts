import { isAnchored } from './anchored-patterns.ts';
import type { Assertion, Contract } from './model.ts';

/**
 * Writes the defaults of the contract's version into its checks, so that all later code is independent of the version. In
 * version 2, an anchored pattern without flags has the flag `m`. Version 1 has no such defaults.
 */
export function withVersionDefaults(contract: Contract): Contract {
  if (contract.version === 1) return contract;
  return {
    ...contract,
    chunks: contract.chunks.map((chunk) => ({ ...chunk, assertions: chunk.assertions.map(withDefaultFlags) })),
    gates: contract.gates.map((gate) =>
      gate.assertions === undefined ? gate : { ...gate, assertions: gate.assertions.map(withDefaultFlags) },
    ),
  };
}

/** Writes the defaults of version 2 into the check of an assertion. */
export function withDefaultFlags(assertion: Assertion): Assertion {
  const { check } = assertion;
  return isAnchored(check) ? { ...assertion, check: { ...check, flags: 'm' } } : assertion;
}
