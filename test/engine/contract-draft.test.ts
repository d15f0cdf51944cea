import assert from 'node:assert/strict';
import { CHECKS } from '../../src/checks/definitions/check-table.ts';
import { readContract } from '../../src/contract/read/read-contract.ts';
import type { ContractDocument } from '../../src/contract/document.ts';
import { draftContract, proposeChecks } from '../../src/engine/contract-draft.ts';
import { checkPlan } from '../../src/plan/check-plan.ts';
import { MemoryTree } from '../checks/memory-tree.ts';

function createTree(scripts: Record<string, string> | undefined, ...files: readonly string[]): MemoryTree {
  const manifest = scripts === undefined ? {} : { 'package.json': JSON.stringify({ scripts }) };
  return new MemoryTree({ ...manifest, ...Object.fromEntries(files.map((file) => [file, '{}'])) });
}

function read(text: string): ContractDocument {
  return readContract({ file: 'payments.contract.yaml', text, checks: CHECKS });
}

/** The rules of the plan findings of a draft. */
async function rulesOf(text: string): Promise<readonly string[]> {
  const { findings } = await checkPlan({ document: read(text), files: ['package.json'] });
  return findings.map(({ rule }) => rule);
}

describe('a new contract', () => {
  it('[ENF-UI-1] has the test command of the repository as its verify command', async () => {
    const text = await draftContract(createTree({ test: 'vitest run' }, 'pnpm-lock.yaml'), { id: 'payments' });
    assert.deepEqual(read(text).problems, []);
    assert.equal(read(text).contract?.verify?.command, 'pnpm test');
    assert.match(text, /# acceptanceCommands: \[npx vitest run test\/payments\.test\.js\]/);
    assert.deepEqual(await rulesOf(text), []);
  });

  it('[ENF-UI-1] proposes the gate that runs affected tests in place of verify, if the runner is known', async () => {
    const text = await draftContract(createTree({ test: 'vitest run' }), { id: 'payments' });
    const withGate = text.replace(/^verify:.*\n/m, '').replace('# gates:', 'gates:');
    assert.deepEqual(read(withGate).problems, []);
    assert.equal(read(withGate).contract?.gates[0]?.tests, 'affected');
    assert.deepEqual(await rulesOf(withGate), []);
    assert.doesNotMatch(await draftContract(createTree({ test: './run-tests.sh' }), { id: 'payments' }), /gates/);
  });

  it('[ENF-UI-1] has the given acceptance command, quoted if necessary', async () => {
    const acceptance = `node -e "require('./a') || 1"`;
    const text = await draftContract(createTree(undefined), { id: 'payments', acceptance });
    assert.deepEqual(read(text).problems, []);
    assert.deepEqual(read(text).contract?.chunks[0]?.acceptanceCommands, [acceptance]);
    assert.deepEqual(await rulesOf(text), []);
  });

  it('[ENF-UI-1] explains both in comments if nothing is known, and the plan says that nothing checks behavior', async () => {
    const text = await draftContract(createTree(undefined), { id: 'payments' });
    assert.deepEqual(read(text).problems, []);
    assert.equal(read(text).contract?.verify, undefined);
    assert.deepEqual(await rulesOf(text), ['behavior-check']);
    assert.match(text, /^# verify: \{ command: npm test \}$/m);
    assert.match(text, /^ {4}# acceptanceCommands: \[node --test test\/example\.test\.js\]$/m);
    const uncommented = text.replace(/^( *)# (verify|acceptanceCommands|build):/gm, '$1$2:');
    assert.deepEqual(read(uncommented).problems, []);
  });

  it('[ENF-UI-1] proposes one test file, with the runner and the options of the test script', async () => {
    const propose = async (test: string, ...files: string[]): Promise<readonly unknown[]> => {
      const { verify, acceptance } = await proposeChecks(createTree({ test }, ...files), 'pay');
      return [verify, acceptance];
    };
    const [, mocha] = await propose('mocha -r tsx test', 'tsconfig.json');
    assert.match(String(mocha), /^npx mocha (-r |--require=)tsx test\/pay\.test\.ts$/);
    assert.deepEqual(await propose('node --test'), ['npm test', 'node --test test/pay.test.js']);
    assert.deepEqual(await propose('jest --coverage'), ['npm test', 'npx jest test/pay.test.js']);
    assert.deepEqual(await propose('./run-tests.sh'), ['npm test', undefined]);
    assert.deepEqual(await proposeChecks(createTree({}), 'pay'), {});
  });
});
