import assert from 'node:assert/strict';
import {
  normalizeEnteredPath,
  defaultPlanFile,
  validatePlanFile,
  SPECIFICATION_FILE,
} from '../../../src/extension/plan/plan-file.ts';
import { formatTries, formatTry } from '../../../src/extension/plan/plan-tries.ts';

describe('the file of a plan', () => {
  it('[COMP-LOOP] defaults to the directory of the specification', () => {
    assert.equal(defaultPlanFile('docs/orders.v2.md'), 'docs/orders.v2.contract.yaml');
    assert.equal(defaultPlanFile('notes.txt'), 'notes.contract.yaml');
    for (const path of ['a.md', 'A.MD', 'a.markdown', 'a.txt']) assert.ok(SPECIFICATION_FILE.test(path), path);
    for (const path of ['a.mdx', 'a.ts', 'md']) assert.ok(!SPECIFICATION_FILE.test(path), path);
  });

  it('[COMP-LOOP] must be a YAML file inside the workspace folder', () => {
    for (const path of ['a.contract.yaml', 'docs/a.yml', './a.yaml', 'docs\\a.contract.yaml', ' a.yaml '])
      assert.equal(validatePlanFile(path), undefined, path);
    assert.equal(normalizeEnteredPath(' .\\docs\\a.yaml '), 'docs/a.yaml');
    for (const path of ['', '.yaml', 'a.json', '/a.yaml', 'C:\\a.yaml', '../a.yaml', 'a/../../b.yaml', 'a//b.yaml'])
      assert.notEqual(validatePlanFile(path), undefined, path);
  });
});

describe('the tries of a plan compilation', () => {
  it('[COMP-LOOP] are listed with all their errors', () => {
    const tries = [
      { number: 1, stage: 'form' as const, errors: ['The answer contains no valid JSON object.'] },
      { number: 2, stage: 'rules' as const, errors: ['R7: one line\nand another', 'R4: b'] },
    ];
    const text = formatTries({
      specification: 'docs/spec.md',
      model: 'openai-compatible:m',
      status: 'invalid',
      tries,
      createdAt: '2026-11-22T10:00:00Z',
    });
    assert.match(text, /^# Plan for docs\/spec\.md\n/);
    assert.match(text, /Nothing was written/);
    assert.match(text, /## Try 1: .*\n\n- The answer contains no valid JSON object\.\n/);
    assert.match(text, /## Try 2: plan rules violated\n\n- R7: one line\n {2}and another\n- R4: b\n/);
    assert.deepEqual(tries.map(formatTry).at(-1), 'Try 2: plan rules violated (2)');
    assert.equal(formatTry({ number: 3, stage: 'accepted', errors: [] }), 'Try 3: accepted');
  });
});
