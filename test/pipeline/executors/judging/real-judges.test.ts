import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { createLocalScene } from '../../forge/support/local-scene.ts';
import { createPolicy } from '../../state/item-states.ts';
import { GenerationScene, type GenerationSceneOptions, type Answer } from '../generation/generation-scene.ts';

const SERVICE = fileURLToPath(new URL('../../../fixtures/domains/limits.mjs', import.meta.url));
const CHUNK = { id: 'limit', file: 'src/limit.ts', creates: 'LIMIT' };

const domains = (command: string, primary = 'primary: src/**'): string =>
  `services:\n  - { domain: limits, command: "${command}", ${primary} }\n`;
const WORKING = `'${process.execPath}' '${SERVICE}'`;

const REGISTRY = `interfaces:
  - id: limits
    version: 1
    owners: [limits]
    parameters:
      limit: { min: 1, nominal: 3, max: 4 }
`;

const SPECIFICATION = '---\ntitle: Limits\n---\n\n# Limits\n\nThe limit is three.\n';

function open(answers: readonly Answer[], options: Partial<GenerationSceneOptions> = {}): Promise<GenerationScene> {
  return createLocalScene().then((forge) =>
    GenerationScene.open(
      forge,
      { chunks: [CHUNK], judges: 'real', specification: SPECIFICATION, ...options },
      { limit: answers },
    ),
  );
}

const write = (text: string): Answer => ({ 'src/limit.ts': text });

describe('domain services in the pipeline', function () {
  this.timeout(240_000);

  it('[ASSERT-CODE-001] feeds the diagnostics of a validation back with artifact, location, severity and message', async () => {
    const files = { '.holdfast/domains.yaml': domains(WORKING) };
    await using scene = await open(
      [write('// FORBIDDEN\nexport const LIMIT = 3;\n'), write('export const LIMIT = 3;\n')],
      {
        files,
      },
    );
    const state = await scene.rest();
    const [limit] = state.subItems;
    assert.deepEqual(
      limit?.attempts.map(({ passed, category }) => [passed, category]),
      [
        [false, 'domains'],
        [true, undefined],
      ],
    );
    assert.match(
      scene.prompts[1]?.text ?? '',
      /src\/limit\.ts:1: validate of limits \(error, forbidden-word\): This word is not allowed\./,
    );
  });

  it('[ASSERT-CODE-002] [ASSERT-CODE-003] feeds a self-explanatory failure back as it is, and another one with the interpretation of a model', async () => {
    const files = { '.holdfast/domains.yaml': domains(WORKING) };
    const answers = [
      write('// WRONG\nexport const LIMIT = 3;\n'),
      write('// UNSTABLE\nexport const LIMIT = 3;\n'),
      write('export const LIMIT = 3;\n'),
    ];
    const onRequest = (prompt: string): unknown =>
      prompt.includes('resonance') ? { interpretation: 'The damping is too low.' } : undefined;
    await using scene = await open(answers, { files, onRequest });
    await scene.rest();
    const [, second = '', third = ''] = scene.prompts.map(({ text }) => text);
    assert.match(second, /simulate of limits \(assertion\): Expected 3, got WRONG\./);
    assert.doesNotMatch(second, /Interpretation:/);
    assert.match(
      third,
      /simulate of limits \(resonance\): Pole at 0\.3[\s\S]*Interpretation: The damping is too low\./,
    );
    const interpreted = scene.requests.filter((prompt) => prompt.includes('resonance'));
    assert.equal(interpreted.length, 1);
    assert.match(interpreted[0] ?? '', /UNSTABLE/, 'the model sees the artifact');
  });

  it('[ASSERT-CODE-003] feeds back no failure without an interpretation if there are more than a model interprets', async () => {
    const files = { '.holdfast/domains.yaml': domains(WORKING) };
    const unstable = Array.from({ length: 5 }, (_, line) => `// UNSTABLE ${line}\n`).join('');
    const answers = [write(`${unstable}export const LIMIT = 3;\n`), write('export const LIMIT = 3;\n')];
    const onRequest = (prompt: string): unknown =>
      prompt.includes('resonance') ? { interpretation: 'The damping is too low.' } : undefined;
    await using scene = await open(answers, { files, onRequest });
    await scene.rest();
    const second = scene.prompts[1]?.text ?? '';
    const failures = second.match(/simulate of limits \(resonance\)/g)?.length;
    assert.deepEqual([failures, second.match(/Interpretation: The damping is too low\./g)?.length], [3, 3]);
    assert.match(second, /2 more failures are reported/);
    assert.equal(scene.requests.filter((prompt) => prompt.includes('resonance')).length, 3);
  });

  it('[ASSERT-CODE-003] shows the model the end of a report that is too long', async () => {
    const files = { '.holdfast/domains.yaml': domains(WORKING) };
    const answers = [write('// VERBOSE\nexport const LIMIT = 3;\n'), write('export const LIMIT = 3;\n')];
    const onRequest = (prompt: string): unknown =>
      prompt.includes('resonance') ? { interpretation: 'The damping is too low.' } : undefined;
    await using scene = await open(answers, { files, onRequest });
    await scene.rest();
    const [request = ''] = scene.requests.filter((prompt) => prompt.includes('resonance'));
    assert.match(request, /Simulation started/);
    assert.match(request, /The cause: gain 12 at 40 Hz/);
    assert.match(scene.prompts[1]?.text ?? '', /Interpretation: The damping is too low\./);
  });

  it('[ASSERT-EXT-001] halts with an error that names the primary service that is not available', async () => {
    const files = { '.holdfast/domains.yaml': domains('no-such-domain-service') };
    await using scene = await open([write('export const LIMIT = 3;\n')], { files });
    const state = await scene.rest();
    assert.deepEqual([state.status, state.failure?.reason], ['failed', 'environment']);
    assert.match(state.failure?.message ?? '', /the domain service limits/);
    assert.match(state.failure?.message ?? '', /\.holdfast\/domains\.yaml/);
    assert.equal(state.subItems[0]?.result, undefined);
  });

  it('[ASSERT-XVAL-003] compares the artifacts with the registry before a model reviews them, and [ASSERT-REVIEW-004] feeds a violation back', async () => {
    const files = {
      '.holdfast/domains.yaml': domains(WORKING),
      '.holdfast/interfaces/limits.yaml': REGISTRY,
    };
    await using scene = await open([write('export const LIMIT = 5;\n'), write('export const LIMIT = 3;\n')], {
      files,
    });
    const state = await scene.rest();
    const [limit] = state.subItems;
    assert.match(
      scene.prompts[1]?.text ?? '',
      /The review found: src\/limit\.ts:1: \[blocking\] constraints\/[\s\S]*limits/,
    );
    assert.match(scene.prompts[1]?.text ?? '', /1 to 4[\s\S]*5|5[\s\S]*1 to 4/);
    assert.deepEqual([limit?.stage, limit?.status, limit?.remediations], ['integration', 'waiting', 1]);
    const passes = limit?.review?.passes.map(({ pass, status }) => `${pass} ${status}`);
    assert.deepEqual(passes, [
      'constraints completed',
      'hygiene completed',
      'quality completed',
      'architecture completed',
      'security completed',
    ]);
  });

  it('[ASSERT-EXT-002] continues without a secondary service, and says so in the pull request', async () => {
    const files = {
      '.holdfast/domains.yaml': domains(`'${process.execPath}' 'missing.mjs'`, 'selfExplanatory: []'),
      '.holdfast/interfaces/limits.yaml': REGISTRY,
    };
    await using scene = await open([write('export const LIMIT = 3;\n')], { files });
    const state = await scene.rest();
    const number = state.receipts['1/integration/limit/pull-request']?.pullRequest ?? 0;
    const signal = new AbortController().signal;
    const body = (await scene.forge.forge.readPullRequest(number, signal))?.body ?? '';
    assert.match(body, /\*\*Warnings\*\*[\s\S]*limits/);
  });

  it('[ASSERT-REVIEW-003] does not proceed if a pass has no valid answer', async () => {
    const onRequest = (prompt: string): unknown => (/security/i.test(prompt.slice(0, 2_000)) ? 'no JSON' : undefined);
    await using scene = await open([write('export const LIMIT = 3;\n')], { onRequest, policy: createPolicy({}, 1) });
    const state = await scene.rest();
    assert.deepEqual([state.failure?.stage, state.failure?.reason], ['review', 'escalated']);
    assert.equal(state.receipts['1/integration/limit/pull-request'], undefined);
  });
});

describe('scenarios in the pipeline', function () {
  this.timeout(240_000);

  const scenario = `id: limit-is-three
title: The limit holds
covers: [LIMIT]
trajectories: 2
steps:
  - id: read
    command: node -e "import('./src/limit.ts').then((m) => console.log('limit ' + m.LIMIT))"
acceptance:
  - { type: assert, message: It must be three exactly, check: { type: contains, target: read, expected: limit 3 } }
`;

  it('[ASSERT-SCEN-001] [ASSERT-SCEN-006] tries a result in the scenarios of the base that cover its interfaces, and corrects it', async () => {
    const files = { '.holdfast/scenarios/limit.scenario.yaml': scenario };
    await using scene = await open([write('export const LIMIT = 5;\n'), write('export const LIMIT = 3;\n')], { files });
    const state = await scene.rest();
    const [limit] = state.subItems;
    assert.equal(limit?.remediations, 1, JSON.stringify(limit?.judgements));
    assert.deepEqual([limit.scenarios?.outcome, limit.scenarios?.trajectories], ['passed', 2]);
    assert.match(scene.prompts[1]?.text ?? '', /limit-is-three/);
    assert.ok(!scene.prompts.some(({ text }) => text.includes('It must be three exactly')));
  });
});
