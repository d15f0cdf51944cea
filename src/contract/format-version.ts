import { withRedFirst } from './acceptance-commands.ts';
import { isAnchored } from './anchored-patterns.ts';
import type { Assertion, Contract } from './model.ts';

/**
 * Writes the defaults of the contract's version into it, so that all later code is independent of the version. Since
 * version 2, an anchored pattern without flags has the flag `m`; since version 3, acceptance commands must fail first.
 */
export function withVersionDefaults(written: Contract): Contract {
  const contract = withRedFirst(written);
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
