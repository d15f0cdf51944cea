import assert from 'node:assert/strict';
import { createFeedback } from '../../../../src/verdicts/scenarios/feedback/create-feedback.ts';
import { readHiddenTexts } from '../../../../src/verdicts/scenarios/feedback/read-hidden-texts.ts';
import { sanitizeFeedback } from '../../../../src/verdicts/scenarios/feedback/sanitize-feedback.ts';
import type { ScenarioSource } from '../../../../src/verdicts/scenarios/files/scenario-source.ts';
import type { StepObservation } from '../../../../src/verdicts/scenarios/trajectories/step-observation.ts';
import { scenarioText } from '../support/scenario-text.ts';

function sourceOf(files: Readonly<Record<string, string>>): ScenarioSource {
  return {
    prefix: '',
    isOutside: true,
    listFiles: () => Promise.resolve(Object.keys(files)),
    readFile: (file) => Promise.resolve(files[file] === undefined ? undefined : Buffer.from(files[file])),
  };
}

const FILES = {
  'a.scenario.yaml': scenarioText({
    steps:
      "[{ id: ask, request: { url: 'http://127.0.0.1:1/', headers: { X-Rare: gamma }, body: { stockLevel: 4711, zip: 80331 } } }]",
  }),
  'b.scenario.yaml': scenarioText({ id: 'other', title: 'Omega' }),
  'check.mjs': 'if (total !== 0.48) throw new Error("δelta");',
  'twins.yaml': "twins: [{ id: bank, command: 'node sigma.mjs' }]",
  'data/rows.csv': 'alpha-beta-gamma-delta,1\n',
};

function observation(output: string): StepObservation {
  return {
    step: { id: 'run', command: 'node main.mjs', setup: false, reaches: false, background: false },
    kind: 'command',
    exitCode: 1,
    output,
    standardOutput: output,
    standardError: '',
    problem: undefined,
  };
}

describe('The texts that no model may see', () => {
  for (const [name, output] of [
    ['values of requests', 'gamma'],
    ['names of headers', 'x-rare'],
    ['names of fields', 'stockLevel'],
    ['numbers', '4711'],
    ['the titles of other scenarios', 'OMEGA'],
    ['quoted texts in scripts', 'δelta'],
    ['numbers in scripts', '0.48'],
    ['commands of twins', 'sigma'],
    ['rows of data', 'beta-gamma-delta'],
    ['names of files', 'rows.csv'],
  ] as const) {
    it(`[ASSERT-SCEN-002] include ${name}`, async () => {
      const hidden = await readHiddenTexts(sourceOf(FILES));
      assert.ok(hidden);
      assert.equal(sanitizeFeedback(`<${output}>`, hidden), '<[…]>');
    });
  }

  it('do not include the words of the program', async () => {
    const hidden = await readHiddenTexts(sourceOf(FILES));
    assert.ok(hidden);
    const output = 'TypeError: undefined is not a function at checkout (src/cart.ts:12:8)';
    assert.equal(sanitizeFeedback(output, hidden), output);
  });

  it('replace the whole output if they are too large for a search', async () => {
    const hidden = await readHiddenTexts(sourceOf({ 'large.csv': 'x'.repeat(5 * 1024 * 1024) }));
    assert.equal(hidden, undefined);
    const feedback = createFeedback(
      { id: 'a', ended: 1, failures: [{ category: 'exit-code', observations: [observation('anything')] }] },
      hidden,
    );
    assert.doesNotMatch(feedback, /anything/);
    assert.match(feedback, /A command \(step 1 of 1\): exit code 1\nIts output is not shown\./);
  });
});

describe('The feedback on a scenario', () => {
  it('counts the categories, and shows equal observations once', async () => {
    const hidden = await readHiddenTexts(sourceOf({}));
    const failures = ['one', 'one', 'two', 'three'].map((output) => ({
      category: 'exit-code' as const,
      observations: [observation(output)],
    }));
    const feedback = createFeedback({ id: 'a', ended: 10, failures }, hidden);
    assert.equal(
      feedback,
      [
        'Scenario a: 4 of 10 trajectories failed.',
        '- A command ended with an unexpected exit code. (4 trajectories)',
        'Observed:\nA command (step 1 of 1): exit code 1\n  one',
        'Observed:\nA command (step 1 of 1): exit code 1\n  two',
      ].join('\n'),
    );
  });
});
