import assert from 'node:assert/strict';
import { CHECKS } from '../../../../src/verdicts/checks/definitions/check-table.ts';
import { fitPlannerPrompt } from '../../../../src/verdicts/plan/compile/fit-plan-prompt.ts';
import { plannerPrompt, type PlannerTask } from '../../../../src/verdicts/plan/compile/plan-prompt.ts';
import { HoldfastError } from '../../../../src/foundation/errors.ts';
import { checkWholeText } from '../planning.ts';

const LINES = (line: string): string => Array.from({ length: 400 }, (_, index) => `${line}${index}`).join('\n');
const SMALL: PlannerTask = {
  specification: {
    file: 'spec.md',
    text: 'Write the function double, which returns its argument multiplied by two.\n',
  },
  outline: [
    { name: 'the list of files', element: 'files', text: 'package.json\nREADME.md\nsrc/half.ts' },
    { name: 'the exports', element: 'exports', text: 'src/half.ts: function half' },
    { name: 'package.json', element: 'file', path: 'package.json', text: '{ "type": "module" }' },
    { name: 'README.md', element: 'file', path: 'README.md', text: '# Numbers\n' },
  ],
  testCommand: 'npm test',
  checks: CHECKS,
};
const LARGE: PlannerTask = {
  ...SMALL,
  outline: [
    { name: 'the list of files', element: 'files', text: LINES('src/components/part') },
    { name: 'the exports', element: 'exports', text: LINES('src/components/part: function make') },
    { name: 'package.json', element: 'file', path: 'package.json', text: `{ "name": "large" }\n${LINES('')}` },
    { name: 'README.md', element: 'file', path: 'README.md', text: LINES('The parts of the application. ') },
  ],
};

const { encode } = await import('gpt-tokenizer/encoding/cl100k_base');
const count = (text: string): number => encode(text).length;

describe('The prompt of the planner for a small context window', () => {
  for (const window of [2_048, 4_096, 8_192, 16_384]) {
    it(`[COMP-LOOP] fits ${window} tokens with room for an answer, keeps the specification and says what it leaves out`, () => {
      for (const [name, task] of [
        ['small', SMALL],
        ['large', LARGE],
      ] as const) {
        for (const feedbackTokens of [0, 400]) {
          const { system, user, leftOut } = fitPlannerPrompt(task, window, count, feedbackTokens);
          const tokens = count(system) + count(user);
          assert.ok(tokens <= window * 0.75, `${name}: ${tokens} tokens`);
          assert.ok(user.includes(SMALL.specification.text) && user.includes('npm test'), name);
          assert.match(system, /allowedFiles.*\bR1\b/s);
          assert.equal(system.includes('An example:'), leftOut.includes('the JSON Schema of contracts'), name);
          const [, note = ''] = /## LEFT OUT\n\n.*leaves out: (.*)\.$/.exec(user) ?? [];
          assert.deepEqual(note === '' ? [] : note.split('; '), leftOut, name);
        }
      }
    });
  }

  it('[COMP-LOOP] has the outline of the repository, or parts of it, before the JSON Schema', () => {
    assert.deepEqual(fitPlannerPrompt(SMALL, 16_384, count).leftOut, []);
    assert.deepEqual(fitPlannerPrompt(SMALL, 8_192, count).leftOut, [
      'the explanations of the rules',
      'the descriptions in the JSON Schema',
    ]);
    assert.deepEqual(fitPlannerPrompt(SMALL, 2_048, count).leftOut, [
      'the JSON Schema of contracts',
      'the explanations of the rules',
    ]);
    const { user, leftOut } = fitPlannerPrompt(LARGE, 8_192, count);
    assert.deepEqual(leftOut.slice(0, 2), ['parts of the exports', 'the JSON Schema of contracts']);
    assert.match(user, /part: function make0\n[\s\S]*characters in \d+ lines omitted/);
  });

  it('is the usual prompt where everything fits', () => {
    assert.deepEqual(fitPlannerPrompt(LARGE, 65_536, count), plannerPrompt(LARGE));
  });

  it('[COMP-LOOP] shows an example that follows every rule in place of the JSON Schema', async () => {
    const { system } = fitPlannerPrompt(SMALL, 2_048, count);
    const example = /An example:\n(.*)/.exec(system)?.[1] ?? '';
    const { contract } = JSON.parse(example) as { readonly contract: unknown };
    const texts = { 'package.json': '{ "scripts": { "test": "node --test" } }' };
    const { findings } = await checkWholeText('plan.contract.json', JSON.stringify(contract), { texts });
    assert.deepEqual(findings, []);
  });

  it('[COMP-LOOP] states how much room there is for a specification that does not fit', () => {
    const specification = { file: 'spec.md', text: LINES('The application has a part with the number ') };
    assert.throws(
      () => fitPlannerPrompt({ ...SMALL, specification }, 2_048, count),
      (thrown: unknown) =>
        thrown instanceof HoldfastError &&
        /Failed to plan spec\.md: .* a context window of 2048 tokens has room for 1335/.test(thrown.message) &&
        /divide the specification/.test(thrown.hint ?? ''),
    );
  });
});
