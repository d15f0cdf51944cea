import assert from 'node:assert/strict';
import {
  enteredPath,
  planFileFor,
  planFileProblem,
  SPECIFICATION_FILE,
} from '../../../src/extension/plan/plan-file.ts';
import { triesText, tryWords } from '../../../src/extension/plan/tries-words.ts';

describe('where a plan goes', () => {
  it('[COMP-LOOP] stands beside its specification unless a person says otherwise', () => {
    assert.equal(planFileFor('docs/orders.v2.md'), 'docs/orders.v2.contract.yaml');
    assert.equal(planFileFor('notes.txt'), 'notes.contract.yaml');
    for (const path of ['a.md', 'A.MD', 'a.markdown', 'a.txt']) assert.ok(SPECIFICATION_FILE.test(path), path);
    for (const path of ['a.mdx', 'a.ts', 'md']) assert.ok(!SPECIFICATION_FILE.test(path), path);
  });

  it('[COMP-LOOP] is a YAML file inside the workspace folder, in whatever spelling it is entered', () => {
    for (const path of ['a.contract.yaml', 'docs/a.yml', './a.yaml', 'docs\\a.contract.yaml', ' a.yaml '])
      assert.equal(planFileProblem(path), undefined, path);
    assert.equal(enteredPath(' .\\docs\\a.yaml '), 'docs/a.yaml');
    for (const path of ['', '.yaml', 'a.json', '/a.yaml', 'C:\\a.yaml', '../a.yaml', 'a/../../b.yaml', 'a//b.yaml'])
      assert.notEqual(planFileProblem(path), undefined, path);
  });
});

describe('the tries of a plan', () => {
  it('[COMP-LOOP] are told one by one, each with everything that was wrong with it', () => {
    const tries = [
      { number: 1, stage: 'form' as const, errors: ['The answer holds no JSON object.'] },
      { number: 2, stage: 'rules' as const, errors: ['R7: one line\nand another', 'R4: b'] },
    ];
    const text = triesText({
      specification: 'docs/spec.md',
      model: 'openai-compatible:m',
      status: 'invalid',
      tries,
      createdAt: '2026-11-22T10:00:00Z',
    });
    assert.match(text, /^# Plan of docs\/spec\.md\n/);
    assert.match(text, /nothing was written/);
    assert.match(text, /## Try 1: .*\n\n- The answer holds no JSON object\.\n/);
    assert.match(text, /## Try 2: the plan breaks its rules\n\n- R7: one line\n {2}and another\n- R4: b\n/);
    assert.deepEqual(tries.map(tryWords).at(-1), 'Try 2: the plan breaks its rules (2)');
    assert.equal(tryWords({ number: 3, stage: 'accepted', errors: [] }), 'Try 3: accepted');
  });
});
