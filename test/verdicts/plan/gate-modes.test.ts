import assert from 'node:assert/strict';
import { CHECKS } from '../../../src/verdicts/checks/definitions/check-table.ts';
import { readContract } from '../../../src/contract/read/read-contract.ts';
import { gateSchema } from '../../../src/contract/model.ts';
import { applyFix } from '../../../src/verdicts/plan/apply-fixes.ts';
import { chunk, checkChunks, checkText, contract } from './planning.ts';

async function findWarnings(gates: readonly Record<string, unknown>[]): Promise<readonly string[]> {
  const check = await checkChunks([chunk('one')], {}, { gates });
  assert.equal(check.ok, true, 'a warning does not hold back a run');
  return check.findings.filter(({ rule }) => rule === 'gate-mode').map(({ message }) => message);
}

describe('plan rule gate-mode', () => {
  it('[GATE-8] warns about each gate without severity and enforcementMode', async () => {
    const warnings = await findWarnings([
      { id: 'sound', criteria: ['It is documented.'] },
      { id: 'polite', command: 'node polite.mjs' },
    ]);
    assert.equal(warnings.length, 2);
    assert.match(
      warnings[0] ?? '',
      /"sound" has neither severity nor enforcementMode, so it blocks.* A model judges it/,
    );
    assert.match(warnings[1] ?? '', /"polite" .* blocks/);
  });

  it('[GATE-4] warns about a critical gate that a model judges, and not about one that a command judges', async () => {
    const warnings = await findWarnings([
      { id: 'sound', severity: 'critical', criteria: ['It is documented.'] },
      { id: 'polite', severity: 'critical', command: 'node polite.mjs' },
      { id: 'advice', severity: 'high', criteria: ['It is short.'] },
      { id: 'reviewed', severity: 'critical', review: true },
    ]);
    assert.equal(warnings.length, 2);
    assert.match(warnings[0] ?? '', /"sound" is critical/);
    assert.match(warnings[1] ?? '', /"reviewed" is critical/);
  });

  it('[GATE-8] does not warn about a gate that states its mode', async () => {
    assert.deepEqual(await findWarnings([{ id: 'a', enforcementMode: 'blocking', criteria: ['It is.'] }]), []);
  });

  it('[GATE-8] offers to state the mode', async () => {
    const text = contract([chunk('one')], { gates: [{ id: 'sound', criteria: ['It is.'] }] });
    const read = (content: string) => readContract({ file: 'plan.contract.json', text: content, checks: CHECKS });
    const { findings } = await checkText('plan.contract.json', text);
    const fixed = applyFix(read(text), findings[0]!.fix!)!;
    assert.equal(read(fixed).contract?.gates[0]?.enforcementMode, 'blocking');
    assert.deepEqual((await checkText('plan.contract.json', fixed)).findings, []);
  });

  it('[GATE-8] names a gate of a gate file where a chunk names it', async () => {
    const gate = gateSchema.parse({ id: 'shared', criteria: ['It is.'] });
    const text = contract([chunk('one'), chunk('two', { gates: ['shared'] })]);
    const { findings } = await checkText('plan.contract.json', text, { sharedGates: [gate] });
    assert.deepEqual(
      findings.map(({ rule, chunk: id, at }) => [rule, id, at.join('.')]),
      [['gate-mode', 'two', 'chunks.1.gates.0']],
    );
  });
});
