import assert from 'node:assert/strict';
import type { InterfaceEvaluation } from '../../../../src/verdicts/checks/interfaces/interface-evaluation.ts';
import { checkRequirements } from '../../../../src/verdicts/checks/check-requirements.ts';
import type { Check } from '../../../../src/contract/model.ts';
import { evaluateConstraints } from '../../../../src/verdicts/domains/constraints/evaluate-constraints.ts';
import type { DomainExtraction } from '../../../../src/verdicts/domains/extraction/extracted-interfaces.ts';
import { CAN_BUS, registryOf } from '../../domains/memory-tree.ts';
import { checkOne, fails, failsWithError, passes, requirement, subjectOf } from '../checking.ts';

async function evaluation(extractions: readonly DomainExtraction[]): Promise<InterfaceEvaluation> {
  const registry = await registryOf(CAN_BUS);
  return {
    ...evaluateConstraints({ registry, extractions }),
    definitions: [...registry.interfaces.values()].map(({ id, owners, parameters, constraints }) => ({
      id,
      owners,
      parameters: [...parameters.keys(), ...constraints.map((one) => one.id)],
    })),
  };
}

const load = (value: number): readonly DomainExtraction[] => [
  {
    domain: 'firmware',
    interfaces: [
      {
        id: 'can-bus',
        values: [
          { parameter: 'max_bus_load', value, location: { artifact: 'src/can.c', line: 12 } },
          { parameter: 'bitrate', value: 250, unit: 'kbit/s', location: { artifact: 'src/can.c', line: 3 } },
        ],
        messages: [],
      },
    ],
  },
];

const withValues = (extractions: readonly DomainExtraction[]) => ({
  evaluateInterfaces: () => evaluation(extractions),
});
const check: Check = { type: 'interface_constraint', target: 'can-bus' };

describe('interface_constraint', () => {
  it('[ASSERT-XVAL-001] fails with expected, actual, and the location in the artifact', async () => {
    const result = await fails(
      {},
      check,
      { expected: 'max_bus_load: 0 to 0.5', actual: 'max_bus_load: 0.55 in firmware' },
      withValues(load(0.55)),
    );
    assert.deepEqual(result.location, { file: 'src/can.c', line: 12, column: 1 });
  });

  it('[ASSERT-XVAL-002] passes with a deviation from nominal, and shows it', async () => {
    const result = await passes({}, check, withValues(load(0.48)));
    assert.match(
      result.actual ?? '',
      /^2 comparisons without a violation\. bitrate of .* has the nominal 500 kbit\/s, but is 250 kbit\/s/,
    );
  });

  it('can be limited to a parameter and a domain', async () => {
    await passes({}, { ...check, parameter: 'bitrate' }, withValues(load(0.55)));
    await passes({}, { ...check, parameter: 'bitrate', domain: 'firmware' }, withValues(load(0.55)));
    await failsWithError(
      {},
      { ...check, domain: 'electrical' },
      /Nothing was compared: The values of electrical .* were not checked/,
      withValues(load(0.5)),
    );
  });

  it('never passes if nothing was compared', async () => {
    await failsWithError(
      {},
      { ...check, parameter: 'bus_load' },
      /Nothing was compared: .*there are no messages/,
      withValues(load(0.4)),
    );
    await failsWithError({}, check, /Nothing was compared/, withValues([]));
  });

  it('fails with an error for unknown names', async () => {
    const parts = withValues(load(0.4));
    await failsWithError({}, { ...check, target: 'can-buss' }, /does not define it\. Did you mean "can-bus"\?/, parts);
    await failsWithError(
      {},
      { ...check, parameter: 'bit_rate' },
      /it has no "bit_rate"\. Did you mean "bitrate"\?/,
      parts,
    );
    await failsWithError({}, { ...check, domain: 'firmwear' }, /has no part in it\. Did you mean "firmware"\?/, parts);
  });

  it('does not run in a restricted workspace', async () => {
    const result = await checkOne({}, check, { ...withValues(load(0.4)), trusted: false });
    assert.equal(result.passed, false);
    assert.equal(result.untrusted, true);
  });

  it('fails without domain services', async () => {
    await failsWithError({}, check, /there are no domain services here/);
  });

  it('calls the services once for all assertions', async () => {
    let calls = 0;
    const evaluateInterfaces = (): Promise<InterfaceEvaluation> => {
      calls++;
      return evaluation(load(0.55));
    };
    const subject = await subjectOf({}, { evaluateInterfaces });
    const results = await checkRequirements(
      [requirement(check), requirement({ ...check, parameter: 'bitrate' })],
      subject,
    );
    assert.deepEqual(
      results.map(({ passed }) => passed),
      [false, true],
    );
    assert.equal(calls, 1);
  });
});
