import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readScenario } from '../../../../src/verdicts/scenarios/files/scenario-document.ts';
import { reachingStep } from '../../../../src/verdicts/scenarios/files/scenario-file.ts';
import { readTwins } from '../../../../src/verdicts/scenarios/files/twins-document.ts';
import { scenarioText } from '../support/scenario-text.ts';

function problemsOf(more: Readonly<Record<string, string>>, twins: readonly string[] = ['bank']): readonly string[] {
  const { problems } = readScenario({ file: 'first.scenario.yaml', text: scenarioText(more), twins });
  return problems.map(({ code, range, message }) => `${range.start.line} ${code}: ${message}`);
}

describe('A scenario file', () => {
  it('is read with its defaults', () => {
    const { value, problems } = readScenario({ file: 'first.scenario.yaml', text: scenarioText() });
    assert.deepEqual(problems, []);
    assert.equal(value?.timeoutSeconds, 600);
    assert.equal(value.acceptance[0]?.type, 'assert');
    assert.deepEqual(value.failure, []);
  });

  it('can be JSON', () => {
    const data = {
      id: 'json',
      title: 'JSON',
      covers: ['A'],
      steps: [{ id: 'run', command: 'node main.mjs' }],
      acceptance: [{ message: 'm', check: { type: 'file_exists', target: 'a.txt' } }],
    };
    assert.equal(readScenario({ file: 'a.json', text: JSON.stringify(data) }).value?.id, 'json');
  });

  for (const [name, more, expected] of [
    ['no acceptance criterion', { acceptance: '' }, /missing-key: Missing key "acceptance"/],
    ['an empty list of criteria', { acceptance: '[]' }, /^5 .*acceptance/],
    [
      'only suggestions',
      { acceptance: '[{ type: suggest, message: m, check: { type: file_exists, target: a } }]' },
      /^5 no-assert/,
    ],
    ['an unknown key', { trajectory: '3' }, /unknown-key: Unknown key "trajectory".*Did you mean "trajectories"/],
    ['an unknown twin', { twins: '[bnk]' }, /^6 unknown-twin: There is no twin "bnk". Did you mean "bank"/],
    ['a twin twice', { twins: '[bank, bank]' }, /duplicate-id/],
    [
      'an id twice',
      { steps: '[{ id: a, command: node a }, { id: a, command: node b }]' },
      /^4 duplicate-id: Another step has the id "a"/,
    ],
    ['a step without an action', { steps: '[{ id: a }]' }, /step-kind: .*has none of them/],
    [
      'a step with two actions',
      { steps: '[{ id: a, command: node a, script: a.mjs }]' },
      /step-kind: .*"command" and "script"/,
    ],
    [
      'a key of another kind of step',
      { steps: '[{ id: a, command: node a, status: 200 }]' },
      /step-key: "status" needs a request/,
    ],
    [
      'a port without a service',
      { steps: '[{ id: a, command: node a, port: auto }]' },
      /step-key: "port" needs "background: true"/,
    ],
    [
      'a service without readiness',
      { steps: '[{ id: a, command: node a, background: true }]' },
      /step-key: Failed to find out when "a" is ready/,
    ],
    ['a command that needs a shell', { steps: "[{ id: a, command: 'a | b' }]" }, /command: .*a pipe/],
    ['only setup', { steps: '[{ id: a, command: node a, setup: true }]' }, /^4 no-reach/],
    [
      'setup after the code is reached',
      { steps: '[{ id: a, command: node a }, { id: b, command: node b, setup: true }]' },
      /step-order: The step "a"/,
    ],
    [
      'a second step that reaches the code',
      { steps: '[{ id: a, command: node a, reaches: true }, { id: b, command: node b, reaches: true }]' },
      /step-order: Only the first step/,
    ],
    [
      'a request to another computer',
      { steps: "[{ id: a, request: { url: 'http://example.org/' } }]" },
      /not-loopback: "example.org" is not this computer/,
    ],
    [
      'a host in a template',
      { variables: '{ host: example.org }', steps: "[{ id: a, request: { url: 'http://${host}/' } }]" },
      /not-loopback/,
    ],
    [
      'a script outside of its folder',
      { steps: '[{ id: a, script: ../a.mjs }]' },
      /outside-tree: "..\/a.mjs" contains ".."/,
    ],
    [
      'a script of an unknown language',
      { steps: '[{ id: a, script: a.xyz }]' },
      /step-key: The program that runs "a.xyz" is unknown/,
    ],
    [
      'an unknown variable',
      { steps: "[{ id: a, command: 'node ${itm}' }]", variables: '{ item: 1 }' },
      /unknown-variable: There is no variable "itm". Did you mean "item"/,
    ],
    ['a port of a service without one', { steps: "[{ id: a, command: 'node ${port:a}' }]" }, /unknown-variable/],
    ['an environment variable in a command', { steps: "[{ id: a, command: 'node ${env:HOME}' }]" }, /unknown-variable/],
    [
      'a variable with the name of a built-in one',
      { variables: '{ seed: 1 }' },
      /duplicate-id: "seed" has a value already/,
    ],
    [
      'a judgement that is not marked',
      { acceptance: '[{ message: m, check: { type: llm_judge, target: run, question: q } }]' },
      /^5 judgement: A model decides this criterion. Mark it/,
    ],
    [
      'a mark without a judgement',
      { acceptance: '[{ message: m, judgement: true, check: { type: file_exists, target: a } }]' },
      /judgement: No model decides/,
    ],
    [
      'a check with a mistake',
      { acceptance: '[{ message: m, check: { type: file_exists, targt: a } }]' },
      /unknown-key: Unknown key "targt"/,
    ],
    ['a failure criterion without a condition', { failure: '[{ message: m }]' }, /criterion-kind: .*This one has none/],
    [
      'a failure criterion with two conditions',
      { failure: '[{ message: m, exitCode: 1, pattern: a }]' },
      /criterion-kind: .*"exitCode" and "pattern"/,
    ],
    [
      'an unknown step',
      { failure: '[{ message: m, step: rn, exitCode: 1 }]' },
      /unknown-step: There is no step "rn". Did you mean "run"/,
    ],
    [
      'a failure of setup',
      {
        steps: '[{ id: a, command: node a, setup: true }, { id: b, command: node b }]',
        acceptance: '[{ message: m, check: { type: file_exists, target: a } }]',
        failure: '[{ message: m, step: a, exitCode: 1 }]',
      },
      /step-order: The step "a" runs before/,
    ],
    [
      'a status of a command',
      { failure: '[{ message: m, step: run, status: 500 }]' },
      /criterion-kind: The step "run" is no request/,
    ],
    [
      'a pattern that is not valid',
      { failure: "[{ message: m, pattern: '(' }]" },
      /pattern: Failed to read the pattern/,
    ],
    [
      'a pattern that does not run in linear time',
      { failure: "[{ message: m, pattern: '(?=a)b' }]" },
      /pattern: The pattern does not run in linear time/,
    ],
    [
      'a model that decides a failure',
      { failure: '[{ message: m, check: { type: llm_judge, target: run, question: q } }]' },
      /judgement: A model cannot decide a failure criterion/,
    ],
    ['a text instead of a list', { covers: 'Orders' }, /^3 wrong-type/],
  ] as const) {
    it(`with ${name} is reported with the line`, () => {
      const problems = problemsOf(more);
      assert.ok(problems.length > 0, 'there is a problem');
      assert.match(problems.join('\n'), new RegExp(expected.source, 'm'));
      assert.ok(problems.every((problem) => !problem.startsWith('0 ')));
    });
  }

  it('never throws for broken text', () => {
    for (const text of ['', '[', '- a', 'id: [1', 'steps: null\nacceptance: null', '{}']) {
      assert.equal(readScenario({ file: 'a.scenario.yaml', text }).value, undefined);
    }
  });

  it('accepts templates, escaped templates, and environment variables in headers of checks', () => {
    const more = {
      twins: '[bank]',
      variables: '{ item: [book, pen] }',
      steps: "[{ id: a, command: 'node a.mjs ${item} ${port:bank} $${HOME}' }]",
      acceptance:
        "[{ message: m, check: { type: http_status, target: 'http://127.0.0.1:${port:bank}/', headers: { authorization: '${env:TOKEN}' } } }]",
    };
    assert.deepEqual(problemsOf(more), []);
  });

  it('reaches the code with the marked step, else with the first step without setup', () => {
    assert.equal(
      reachingStep([
        { setup: true, reaches: false },
        { setup: false, reaches: false },
      ]),
      1,
    );
    assert.equal(
      reachingStep([
        { setup: false, reaches: false },
        { setup: false, reaches: true },
      ]),
      1,
    );
  });
});

describe('A file of twins', () => {
  const problemsOfTwins = (text: string): readonly string[] =>
    readTwins({ file: 'twins.yaml', text }).problems.map(
      ({ code, range, message }) => `${range.start.line} ${code}: ${message}`,
    );

  it('is read with its defaults', () => {
    const { value } = readTwins({
      file: 'twins.yaml',
      text: "twins:\n  - id: bank\n    command: 'node bank.mjs ${port}'\n",
    });
    assert.deepEqual(value?.twins[0], {
      id: 'bank',
      command: 'node bank.mjs ${port}',
      files: [],
      port: 'auto',
      ready: { tcp: true },
      timeoutSeconds: 30,
      environment: {},
    });
  });

  it('reports mistakes with their lines', () => {
    const text =
      "twins:\n  - { id: a, command: 'x > y' }\n  - { id: a, command: 'node ${prt}' }\n  - { id: c, command: x, files: [../a] }\n";
    const problems = problemsOfTwins(text).join('\n');
    assert.match(problems, /^2 command: .*a redirection/m);
    assert.match(problems, /^3 duplicate-id/m);
    assert.match(problems, /^3 unknown-variable: There is no variable "prt"/m);
    assert.match(problems, /^4 outside-tree/m);
  });
});

describe('The page about scenarios', () => {
  const blocks = [...readFileSync('docs/scenarios.md', 'utf8').matchAll(/```yaml\n([^]*?)```/g)].map(
    ([, text = '']) => text,
  );

  it('shows a scenario and twins without mistakes', () => {
    const scenario = blocks.find((text) => text.includes('acceptance:'));
    const twins = blocks.find((text) => text.startsWith('twins:'));
    assert.ok(scenario !== undefined && twins !== undefined);
    assert.deepEqual(readScenario({ file: 'order.scenario.yaml', text: scenario, twins: ['bank'] }).problems, []);
    assert.deepEqual(readTwins({ file: 'twins.yaml', text: twins }).problems, []);
  });
});
