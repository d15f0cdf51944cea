import assert from 'node:assert/strict';
import {
  checkClassification,
  type ClassificationTerms,
} from '../../../../src/pipeline/stages/intake/check-classification.ts';
import { classificationSchema, type Classification } from '../../../../src/pipeline/stages/intake/classification.ts';
import { isWithoutDescription } from '../../../../src/pipeline/stages/intake/item-text.ts';
import { TreeModules } from '../../../../src/workspace/configuration/pipeline/tree-modules.ts';

const FILES = ['README.md', 'src/brakes/abs.ts', 'src/brakes/docs/notes.md', 'src/radio/tuner.ts', 'src/index.ts'];

function classify(change: Partial<Classification> = {}): Classification {
  return {
    type: 'feature',
    affected_modules: ['src/radio'],
    estimated_scope: 3,
    safety_affecting: false,
    rationale: 'It changes the radio.',
    ...change,
  };
}

function check(
  change: Partial<Classification>,
  safetyCriticalModules: readonly string[] = ['src/brakes/**'],
  limit = 40,
) {
  const terms: ClassificationTerms = {
    modules: new TreeModules(FILES),
    safetyCriticalModules,
    scopeThreshold: limit,
  };
  return checkClassification(classify(change), terms);
}

describe('classification of a work item', () => {
  it('[ASSERT-CLASS-001] accepts exactly the answers that match the schema', () => {
    assert.deepEqual(classificationSchema.parse(classify()), classify());
    const invalid: readonly Record<string, unknown>[] = [
      { type: 'other' },
      { affected_modules: [] },
      { affected_modules: 'src' },
      { estimated_scope: 0 },
      { estimated_scope: 'large' },
      { safety_affecting: 'no' },
      { rationale: ' ' },
      { confidence: 1 },
    ];
    for (const change of invalid) {
      assert.equal(classificationSchema.safeParse({ ...classify(), ...change }).success, false, JSON.stringify(change));
    }
    for (const key of Object.keys(classify())) {
      const rest = Object.fromEntries(Object.entries(classify()).filter(([name]) => name !== key));
      assert.equal(classificationSchema.safeParse(rest).success, false, `without ${key}`);
    }
  });

  it('[ASSERT-CLASS-001] refuses modules that are not in the repository, with the field and the module', () => {
    const { classification, mistakes } = check({ affected_modules: ['src/radio', 'src/braks', '../other'] });
    assert.equal(classification, undefined);
    assert.deepEqual(
      mistakes.map(({ code, path, subjects }) => [code, path, subjects]),
      [
        ['unknown-module', ['affected_modules', 1], ['src/braks']],
        ['outside-tree', ['affected_modules', 2], ['../other']],
      ],
    );
    assert.match(mistakes[0]?.message ?? '', /Did you mean "src\/brakes"\?/);
  });

  it('[ASSERT-CLASS-002] overrides the answer if an affected module is safety-critical, however it is written', () => {
    for (const module of [
      'src/brakes',
      'src/brakes/',
      './src/brakes/abs.ts',
      'src\\brakes\\abs.ts',
      'src', // contains the module
      '.',
    ]) {
      const { classification, safety } = check({ affected_modules: ['README.md', module] });
      assert.equal(classification?.safety_affecting, true, module);
      assert.equal(safety.length, 1, module);
      assert.equal(safety[0]?.source, 'module');
    }
  });

  it('[ASSERT-CLASS-002] matches globs that name a folder, a file, or a place without files', () => {
    for (const glob of [
      'src/radio',
      'src/radio/',
      'src/**/tuner.ts',
      'src/radio/crypto/**',
      'SRC/Radio/**',
      '**/tuner.*',
    ]) {
      assert.equal(check({}, [glob]).classification?.safety_affecting, true, glob);
    }
  });

  it('[ASSERT-CLASS-003] leaves the answer as it is if no affected module is safety-critical', () => {
    for (const globs of [['src/brakes/**'], ['src/rad'], []]) {
      const { classification, safety } = check({}, globs);
      assert.equal(classification?.safety_affecting, false, JSON.stringify(globs));
      assert.deepEqual(safety, []);
    }
    const docs = check({ affected_modules: ['src/brakes/docs/notes.md'] }, ['src/brakes/**', '!src/brakes/docs/**']);
    assert.equal(docs.classification?.safety_affecting, false);
  });

  it('[ASSERT-CLASS-003] never revokes the judgement of the model', () => {
    const { classification, safety } = check({ safety_affecting: true });
    assert.equal(classification?.safety_affecting, true);
    assert.deepEqual(safety, [{ source: 'classification', detail: 'It changes the radio.' }]);
  });

  it('[ASSERT-CLASS-004] escalates a scope over the threshold, and only such a scope', () => {
    assert.equal(check({ estimated_scope: 40 }).escalation, undefined);
    const { escalation } = check({ estimated_scope: 41 });
    assert.deepEqual([escalation?.code, escalation?.actual, escalation?.limit], ['scope-exceeded', 41, 40]);
  });

  it('[ASSERT-CLASS-001] finds items without a description: empty, comments, and an unfilled template', () => {
    const bodies = ['', ' \n', '<!-- describe -->\n', '<!-- never closed', '## Steps\n\n- [ ] \n---\n_No response_\n'];
    for (const body of bodies) assert.equal(isWithoutDescription({ title: 'A title', body }), true, body);
    for (const body of ['It fails.', '## Steps\nStart it.', '- [x] done']) {
      assert.equal(isWithoutDescription({ title: 'A title', body }), false, body);
    }
  });
});
