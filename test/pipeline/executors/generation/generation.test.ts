import assert from 'node:assert/strict';
import { createPolicy } from '../../state/item-states.ts';
import { createLocalScene } from '../../forge/support/local-scene.ts';
import { signal } from '../../forge/support/forge-scene.ts';
import { GenerationScene, type SceneChunk } from './generation-scene.ts';

const TYPES: SceneChunk = { id: 'types', file: 'src/types.ts', creates: 'LIMIT' };
const CHECK: SceneChunk = {
  id: 'check',
  file: 'src/check.ts',
  creates: 'check',
  dependsOn: ['types'],
  consumes: ['LIMIT'],
};
const ANSWERS = {
  types: [{ 'src/types.ts': 'export const LIMIT = 3;\n' }],
  check: [{ 'src/check.ts': "import { LIMIT } from './types.ts';\nexport const check = () => LIMIT;\n" }],
};

/** 100 tokens of input and output in each of two calls cost 0.0006 USD. */
const PRICES = 'prices: { inputPerMillion: 1, outputPerMillion: 2 }\n';

describe('the generation of sub-items', function () {
  this.timeout(180_000);

  it('[PIPE-5] [ASSERT-CODE-007] [ASSERT-CODE-006] generates stacked changes from commits, leaves the files, the index and the branch of the user as they are, and shows an attempt its interface, what it builds on, the specification and the standards, in this order', async () => {
    const files = { '.holdfast/pipeline.yaml': 'contextFiles: [docs/adr/*.md]\n', 'docs/adr/1.md': 'Use constants.\n' };
    const options = { chunks: [TYPES, CHECK], files };
    await using scene = await GenerationScene.open(await createLocalScene(), options, ANSWERS);
    const { user, forge } = scene.forge;
    await user.write('src/types.ts', 'this is not the base {{{\n');
    const before = await user.git('status', '--porcelain=v2', '--branch');
    const state = await scene.rest();
    assert.deepEqual(GenerationScene.describe(state), [
      'types integration waiting on main',
      `check integration waiting on holdfast/${scene.item}/1/sub/types`,
    ]);
    assert.equal(await user.git('status', '--porcelain=v2', '--branch'), before);
    const [types, check] = state.subItems;
    assert.equal((await user.git('rev-parse', `${check?.result ?? ''}^`)).trim(), types?.result);
    assert.match(await user.git('show', '-s', '--format=%an%n%B', check?.result ?? ''), /^Holdfast\nSub-item check\n/);
    assert.equal(await forge.readBranch(`holdfast/${scene.item}/1/sub/check`, signal), check?.result);
    const kept = (await user.git('for-each-ref', '--format=%(refname)', 'refs/holdfast')).split('\n');
    assert.deepEqual(
      kept.filter((ref) => ref !== '' && !ref.startsWith('refs/holdfast/pull/')),
      [],
    );
    const number = state.receipts['1/integration/check/pull-request']?.pullRequest ?? 0;
    const body = (await forge.readPullRequest(number, signal))?.body ?? '';
    assert.match(body, /starts from the branch `holdfast\/\d+\/1\/sub\/types`\. Merge types first/);
    const prompt = scene.prompts.at(-1)?.text ?? '';
    assert.match(
      prompt,
      /## AVAILABLE IMPORTS \(verified to exist\)\n\nFrom "\.\/types", the file src\/types\.ts:\n- LIMIT/,
    );
    const parts = [
      ...prompt.matchAll(/<((?:interface|prior-output|specification|standard)-data\S*) name="(.*?)">\n(.*)/g),
    ];
    assert.deepEqual(
      parts.map(([, tag = '', name, text]) => [tag.replace(/-data.*/, ''), name, text]),
      [
        ['interface', 'src/check.ts', 'export declare const check: unknown;'],
        ['prior-output', 'src/types.ts', 'export const LIMIT = 3;'],
        ['specification', 'docs/specs/item.md', '# Health checks'],
        ['specification', 'src/types.ts', 'export declare const LIMIT: unknown;'],
        ['standard', 'docs/adr/1.md', 'Use constants.'],
      ],
    );
  });

  it('[ASSERT-CODE-006] leaves the lowest tiers out of a prompt that has no room, and never the interface', async () => {
    const files = {
      '.holdfast/pipeline.yaml': 'contextFiles: [docs/adr/*.md]\n',
      'docs/adr/1.md': 'word '.repeat(30_000),
    };
    await using scene = await GenerationScene.open(await createLocalScene(), { chunks: [TYPES], files }, ANSWERS);
    await scene.rest();
    const prompt = scene.prompts.at(-1)?.text ?? '';
    assert.ok(prompt.includes('export declare const LIMIT') && prompt.includes('The limit is three tries.'));
    assert.ok(!prompt.includes('<standard-data'));
    assert.deepEqual(scene.notes.length, 1);
    assert.match(scene.notes[0] ?? '', /^Left out of the prompt, .* docs\/adr\/1\.md \(standard, [\d,]+ tokens\)\.$/);
  });

  it('starts from the tip of the base branch, with the documents that people have merged', async () => {
    await using scene = await GenerationScene.open(await createLocalScene(), { chunks: [TYPES] }, ANSWERS);
    const { user } = scene.forge;
    await user.write('docs/specs/item.md', '# Health checks\n');
    const tip = await user.commit('the merge of the specification');
    const state = await scene.rest();
    assert.equal(state.subItems[0]?.base?.commit, tip);
    assert.notEqual(state.base.commit, tip);
  });

  it('starts from the base of the item if the base branch no longer contains it', async () => {
    await using scene = await GenerationScene.open(await createLocalScene(), { chunks: [TYPES] }, ANSWERS);
    await scene.forge.user.git('commit', '-q', '--amend', '-m', 'another history');
    const state = await scene.rest();
    assert.equal(state.subItems[0]?.base?.commit, state.base.commit);
  });

  it('[ASSERT-CODE-004] [PIPE-6] feeds a failure and the code of an attempt back to the next one, which another process runs', async () => {
    const answers = { types: [{ 'src/types.ts': 'export const WRONG = 3;\n' }, ...ANSWERS.types] };
    await using scene = await GenerationScene.open(await createLocalScene(), { chunks: [TYPES] }, answers);
    const state = await scene.rest();
    const [types] = state.subItems;
    assert.deepEqual(
      types?.attempts.map(({ number, passed, category }) => [number, passed, category]),
      [
        [1, false, 'assert:export_exists'],
        [2, true, undefined],
      ],
    );
    const [first, second] = scene.prompts.map(({ text }) => text);
    assert.doesNotMatch(first ?? '', /attempt \d of/);
    assert.doesNotMatch(first ?? '', /PREVIOUS ATTEMPT/);
    assert.match(second ?? '', /attempt 2 of 5/);
    assert.match(second ?? '', /## PREVIOUS ATTEMPT FAILED[\s\S]*Must export LIMIT[\s\S]*\+export const WRONG = 3;/);
    // Each attempt is a run, but its progress counts the attempts of the sub-item.
    assert.deepEqual(scene.progress, [
      'types: up to 5 attempts',
      'types: attempt 1 of 5 started',
      'types: attempt 1 of 5 failed',
      'types: up to 5 attempts',
      'types: attempt 2 of 5 started',
      'types: attempt 2 of 5 passed',
    ]);
    assert.deepEqual(
      types.attempts.map(({ of }) => of),
      [5, 5],
    );
    // Only the latest attempt has the feedback, so that the state stays small.
    assert.equal(types.attempts[0]?.retry, undefined);
  });

  it('[ASSERT-CODE-004] [ASSERT-CODE-005] escalates with all attempts and the cost when the tries are exhausted', async () => {
    const wrong = [1, 2, 3].map((value) => ({ 'src/types.ts': `export const WRONG = ${value};\n` }));
    const policy = createPolicy({}, 2);
    const options = { chunks: [TYPES, CHECK], policy, files: { 'holdfast.config.yaml': PRICES } };
    await using scene = await GenerationScene.open(await createLocalScene(), options, { types: wrong });
    const state = await scene.rest();
    assert.deepEqual(
      [state.status, state.failure?.reason, state.failure?.subItem],
      ['failed', 'tries-exhausted', 'types'],
    );
    assert.equal(state.subItems[1]?.attempts.length, 0);
    const [report] = (await scene.comments()).filter((text) => text.includes('could not be generated'));
    assert.match(
      report ?? '',
      /2 of 2 attempts failed\.\n\n1\. assert:export_exists: [\s\S]*\n2\. assert:export_exists: /,
    );
    assert.match(report ?? '', /\| generation \| types \| 2 \| 0\.0012 \|/);
  });

  it('[PIPE-6] ends early when real attempts repeat the same code, or fail three times in the same way', async () => {
    const same = { types: [{ 'src/types.ts': 'export const WRONG = 1;\n' }] };
    const changing = { types: [1, 2, 3, 4].map((value) => ({ 'src/types.ts': `export const WRONG = ${value};\n` })) };
    for (const [answers, attempts, explanation] of [
      [same, 2, /Attempts 1 and 2 produced the same code, which failed in the same way\./],
      [changing, 3, /The last 3 attempts failed with the same findings, or with more\./],
    ] as const) {
      await using scene = await GenerationScene.open(await createLocalScene(), { chunks: [TYPES] }, answers);
      const state = await scene.rest();
      assert.deepEqual([state.failure?.reason, state.subItems[0]?.attempts.length], ['no-progress', attempts]);
      assert.match(state.failure?.message ?? '', explanation);
    }
  });

  it('[ASSERT-CODE-005] counts the cost of failed attempts, and stops before an attempt without a budget', async () => {
    const wrong = [1, 2, 3].map((value) => ({ 'src/types.ts': `export const WRONG = ${value};\n` }));
    const policy = { ...createPolicy(), maxStageCostUsd: { generation: 0.0005 } };
    const options = { chunks: [TYPES], policy, files: { 'holdfast.config.yaml': PRICES } };
    await using scene = await GenerationScene.open(await createLocalScene(), options, { types: wrong });
    const state = await scene.rest();
    assert.equal(state.failure?.reason, 'budget-exceeded');
    assert.ok(state.spending.every(({ settledUsd }) => typeof settledUsd === 'number'));
    assert.match(state.failure.message, /\| stage \| sub-item \| executions \| USD \|/);
  });

  it('[PIPE-5] reads configuration, gates and contract from their commits, and lets an attempt write none of what judges it', async () => {
    const workflow = '.github/workflows/ci.yml';
    const chunk = { ...TYPES, more: { allowedFiles: ['**'], gates: ['small'] } };
    const gate = {
      gates: [
        {
          id: 'small',
          assertions: [
            {
              type: 'assert',
              message: 'Has the limit 3',
              check: { type: 'pattern_match', target: 'src/types.ts', pattern: '= 3' },
            },
          ],
        },
      ],
    };
    const files = {
      [workflow]: 'on: push\n',
      'small.gate.json': JSON.stringify(gate),
    };
    const answers = {
      types: [
        { 'src/types.ts': 'export const LIMIT = 4;\n' },
        { [workflow]: 'on: never\n', 'small.gate.json': '{}', ...ANSWERS.types[0] },
      ],
    };
    await using scene = await GenerationScene.open(await createLocalScene(), { chunks: [chunk], files }, answers);
    const { user } = scene.forge;
    // The files of the user say something else, and are not read.
    await user.write('small.gate.json', '{ broken');
    await user.write('holdfast.config.yaml', 'unknown: true\n');
    const state = await scene.rest();
    const result = state.subItems[0]?.result ?? '';
    assert.deepEqual(
      state.subItems[0]?.attempts.map(({ passed, category }) => [passed, category]),
      [
        [false, 'gates'],
        [true, undefined],
      ],
    );
    assert.match(scene.prompts[1]?.text ?? '', /## GATES[\s\S]*small/);
    assert.equal(await user.git('diff', '--name-only', state.base.commit, result), 'src/types.ts\n');
  });

  it('[ASSERT-PSM-004] needs a person for a change of a safety-critical module that the plan did not name', async () => {
    const files = { '.holdfast/pipeline.yaml': 'safetyCriticalModules: [src/brakes/**]\n' };
    const chunk = { ...TYPES, file: 'src/brakes/limit.ts' };
    const answers = { types: [{ 'src/brakes/limit.ts': 'export const LIMIT = 3;\n' }] };
    await using scene = await GenerationScene.open(await createLocalScene(), { chunks: [chunk], files }, answers);
    const state = await scene.rest();
    assert.deepEqual(state.safety, [{ source: 'changed-file', detail: 'src/brakes/limit.ts' }]);
    assert.deepEqual(GenerationScene.describe(state), ['types generation waiting on main']);
    await scene.forge.forge.readBranch(`holdfast/${scene.item}/1/sub/types`, signal);
    await scene.forge.people.deleteBranch(`holdfast/${scene.item}/1/sub/types`);
    const failed = await scene.rest();
    assert.deepEqual([failed.status, failed.failure?.reason], ['failed', 'foreign-change']);
    assert.match(
      failed.failure?.message ?? '',
      /The branch holdfast\/1\/1\/sub\/types was deleted\. Its last commit was/,
    );
    await scene.forge.people.addLabel(scene.item, 'holdfast:run');
    const restored = await scene.rest();
    assert.deepEqual(GenerationScene.describe(restored), ['types generation waiting on main']);
    const tip = await scene.forge.forge.readBranch(`holdfast/${scene.item}/1/sub/types`, signal);
    assert.equal(tip, state.subItems[0]?.result);
  });

  it('fails at once if a gate of the contract waits for the verdict of a person, which no attempt can give', async () => {
    const chunk = { ...TYPES, more: { gates: ['approval'] } };
    const gates = [{ id: 'approval', enforcementMode: 'blocking', judge: 'person', criteria: ['It is kind.'] }];
    const options = { chunks: [chunk], contract: { gates } };
    await using scene = await GenerationScene.open(await createLocalScene(), options, ANSWERS);
    const state = await scene.rest();
    assert.deepEqual([state.status, state.failure?.reason, scene.prompts.length], ['failed', 'error', 1]);
    assert.match(state.failure?.message ?? '', /wait for the verdict of a person: "approval"/);
    assert.equal((await scene.forge.user.git('for-each-ref', 'refs/holdfast/results')).trim(), '');
  });

  it('[PIPE-3] starts from the result that a person sent back, and judges the whole change', async () => {
    const renamed = 'export const LIMIT = 3;\nexport const MAXIMUM = 9;\n';
    const answers = { types: [...ANSWERS.types, { 'src/types.ts': renamed }] };
    await using scene = await GenerationScene.open(await createLocalScene(), { chunks: [TYPES] }, answers);
    const { user, people } = scene.forge;
    const first = await scene.rest();
    const number = first.receipts['1/integration/types/pull-request']?.pullRequest ?? 0;
    await people.review(number, 'changes-requested', 'Export a maximum.');
    const state = await scene.rest();
    const prompt = scene.prompts[1]?.text ?? '';
    assert.match(
      prompt,
      /## REVIEW\n\nAn earlier result was sent back\. The files contain that result[\s\S]*Export a maximum\./,
    );
    const { result = '', attemptCount, status } = state.subItems[0] ?? {};
    assert.deepEqual([attemptCount, status], [2, 'waiting']);
    assert.equal((await user.git('rev-parse', `${result}^`)).trim(), state.base.commit);
    assert.equal(await user.git('show', `${result}:src/types.ts`), renamed);
    const request = await scene.forge.forge.readPullRequest(number, signal);
    assert.deepEqual([request?.headCommit, request?.state], [result, 'open']);
  });

  it('names the files in which the dependencies of a sub-item conflict', async () => {
    const shared = (id: string): SceneChunk => ({ id, file: 'src/shared.ts', creates: id });
    const chunks = [
      shared('one'),
      shared('two'),
      { id: 'both', file: 'src/both.ts', creates: 'both', dependsOn: ['one', 'two'] },
    ];
    const answers = {
      one: [{ 'src/shared.ts': 'export const one = 1;\n' }],
      two: [{ 'src/shared.ts': 'export const two = 2;\n' }],
    };
    await using scene = await GenerationScene.open(await createLocalScene(), { chunks }, answers);
    const state = await scene.rest();
    assert.deepEqual([state.status, state.failure?.subItem], ['failed', 'both']);
    assert.match(
      state.failure?.message ?? '',
      /conflict with each other: .*\/sub\/one, .*\/sub\/two\. Conflicting files: src\/shared\.ts\./,
    );
  });

  it('[PIPE-5] sends a change that conflicts with its new base back to generation, with its diff', async () => {
    const check: SceneChunk = { ...CHECK, file: 'src/types.ts', creates: 'check', consumes: ['LIMIT'] };
    const answers = {
      types: ANSWERS.types,
      check: [
        { 'src/types.ts': 'export const LIMIT = 3;\nexport const check = () => LIMIT;\n' },
        { 'src/types.ts': 'export const LIMIT = 9;\nexport const check = () => LIMIT + 1;\n' },
      ],
    };
    await using scene = await GenerationScene.open(await createLocalScene(), { chunks: [TYPES, check] }, answers);
    const { user, people } = scene.forge;
    const first = await scene.rest();
    await people.merge(first.receipts['1/integration/types/pull-request']?.pullRequest ?? 0, 'squash');
    await user.write('src/types.ts', 'export const LIMIT = 9;\n\n/** The end. */\n');
    await user.commit('by a person');
    const state = await scene.rest();
    assert.deepEqual(GenerationScene.describe(state), [
      'types integration merged on main',
      'check integration waiting on main',
    ]);
    const prompt = scene.prompts.at(-1)?.text ?? '';
    assert.match(
      prompt,
      /## REVIEW[\s\S]*It is not in the files[\s\S]*conflicts with it in these files: src\/types\.ts/,
    );
    assert.match(prompt, /\+export const check = \(\) => LIMIT;/);
    assert.equal(state.subItems[1]?.attemptCount, 2);
  });
});
