import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import type { ScenarioEvent } from '../../../../src/verdicts/scenarios/execution/scenario-events.ts';
import { CancelledError } from '../../../../src/foundation/errors.ts';
import { findProcesses } from '../../../workspace/support/running-processes.ts';
import { scenarioText } from '../support/scenario-text.ts';
import { CLIENT, COUNTING_SERVER, outcomesOf, ScenarioRepository } from '../support/scenario-repository.ts';

const FOLDER = '.holdfast/scenarios/';
const PRINT = 'console.log(process.argv.slice(2).join(" "));\n';

/** A scenario with one command, which is satisfied if the command prints "ok". */
function scenario(more: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  return { [`${FOLDER}first.scenario.yaml`]: scenarioText(more) };
}

/** Fails in the trajectories whose numbers follow the first argument. */
const FAIL_IN = `
const [number, ...failing] = process.argv.slice(2);
console.log(failing.includes(number) ? 'TypeError: total is undefined' : 'ok');
`;

describe('A scenario', function () {
  this.timeout(120_000);

  it('[ASSERT-SCEN-003] runs exactly as many trajectories as configured, each in a fresh tree with fresh state', async () => {
    await using repository = await ScenarioRepository.create({
      ...scenario({
        trajectories: '4',
        steps: "[{ id: run, command: 'node main.mjs ${state}' }]",
        acceptance:
          "[{ message: Fresh, check: { type: pattern_match, target: run, pattern: '^tree 1 state 1 home 1 tmp 1$' } }]",
      }),
      'main.mjs': `
        import { appendFileSync, readFileSync } from 'node:fs';
        import { homedir, tmpdir } from 'node:os';
        const count = (file) => { appendFileSync(file, 'x'); return readFileSync(file, 'utf8').length; };
        const counts = ['count', process.argv[2] + '/count', homedir() + '/count', tmpdir() + '/count'].map(count);
        appendFileSync('ignored.log', 'x');
        console.log('tree ' + counts[0] + ' state ' + counts[1] + ' home ' + counts[2] + ' tmp ' + counts[3]);
      `,
      '.gitignore': '*.log\n',
    });
    const started: number[] = [];
    const report = await repository.run({
      onEvent: (event) => {
        if (event.type === 'trajectory-started') started.push(event.number);
      },
    });
    assert.deepEqual(started, [1, 2, 3, 4]);
    assert.deepEqual(outcomesOf(report), ['satisfied', 'satisfied', 'satisfied', 'satisfied'], JSON.stringify(report));
    assert.equal(report.outcome, 'passed');
    assert.equal(report.scenarios[0]?.planned, 4);
    assert.deepEqual(await repository.leftovers(), []);
    assert.equal(await repository.user.git('status', '--porcelain'), '', 'the user sees no change');
  });

  it('[ASSERT-SCEN-003] runs 10 trajectories by default, also in parallel', async () => {
    await using repository = await ScenarioRepository.create({ ...scenario(), 'main.mjs': 'console.log("ok")' });
    const report = await repository.run({ jobs: 3 });
    assert.deepEqual(
      report.scenarios[0]?.trajectories.map(({ number }) => number),
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    );
    assert.equal(report.score, 1);
  });

  it('[ASSERT-SCEN-004] [ASSERT-SCEN-006] fails below the threshold, and feeds back what was observed', async () => {
    await using repository = await ScenarioRepository.create({
      ...scenario({ steps: "[{ id: run, command: 'node main.mjs ${trajectory} 4' }]" }),
      'main.mjs': FAIL_IN,
    });
    const report = await repository.run();
    assert.equal(report.outcome, 'failed');
    assert.equal(report.score, 0.9);
    assert.deepEqual(report.feedback, [
      [
        'Scenario first: 1 of 10 trajectories failed.',
        '- An acceptance criterion is not met. (1 trajectory)',
        'Observed:\nA command (step 1 of 1): exit code 0\n  TypeError: total is undefined',
      ].join('\n'),
    ]);
    const failed = report.scenarios[0]?.trajectories[3];
    assert.equal(failed?.decidedBy, 'acceptance-1');
    assert.match(failed.observed, /It prints ok\nExpected: the output of step run matches/);
    assert.equal((await repository.run({ threshold: 0.9 })).outcome, 'passed');
  });

  it('[ASSERT-SCEN-002] [ASSERT-SCEN-006] is not quoted in the feedback, and neither is its script', async () => {
    await using repository = await ScenarioRepository.create({
      ...scenario({
        id: 'quoted',
        trajectories: '1',
        steps:
          "[{ id: ask, script: check.mjs, arguments: ['canary-in-arguments'] }, { id: run, command: node main.mjs }]",
        acceptance:
          '[{ id: canary-criterion, message: A canary sentence, check: { type: pattern_match, target: run, pattern: canary-pattern } }]',
      }),
      [`${FOLDER}check.mjs`]: `
        // A comment: canary-comment
        console.log(process.argv[2], 'canary-in-script', encodeURIComponent('canary in a URL'));
        console.log('behavior 17');
      `,
      'main.mjs': 'console.log("The stock is empty")',
    });
    const { feedback } = await repository.run();
    const [text = ''] = feedback;
    assert.match(text, /^Scenario quoted: 1 of 1 trajectory failed\./);
    assert.match(text, /The stock is empty/);
    assert.doesNotMatch(text, /canary/i);
    assert.doesNotMatch(text, /It prints ok|pattern_match|check\.mjs|\bask\b/);
  });

  it('[ASSERT-SCEN-002] has no file in the tree of a trajectory, and only its own scripts next to it', async () => {
    await using repository = await ScenarioRepository.create({
      ...scenario({
        trajectories: '1',
        files: '[data/rows.json]',
        steps: "[{ id: run, command: 'node main.mjs ${files}' }, { id: script, script: check.mjs }]",
        acceptance:
          "[{ message: m, check: { type: pattern_match, target: run, pattern: '^tree main.mjs files check.mjs,data/rows.json$' } }]",
      }),
      [`${FOLDER}check.mjs`]: 'console.log("ok")',
      [`${FOLDER}other.mjs`]: '',
      [`${FOLDER}data/rows.json`]: '[]',
      [`${FOLDER}other.scenario.yaml`]: scenarioText({ id: 'other', covers: '[Else]' }),
      'main.mjs': `
        import { readdirSync } from 'node:fs';
        import { execFileSync } from 'node:child_process';
        const list = (folder) => readdirSync(folder, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile() && entry.name !== '.git')
          .map((entry) => (entry.parentPath + '/' + entry.name).slice(folder.length + 1)).sort();
        console.log('tree ' + list('.') + ' files ' + list(process.argv[2]));
      `,
    });
    const report = await repository.run({ covers: ['Orders'] });
    assert.equal(report.outcome, 'passed', JSON.stringify(report.scenarios, null, 2));
    assert.equal(report.scenarios.length, 1);
  });

  it('[ASSERT-SCEN-007] fails at once when an explicit failure criterion applies, and stops all other trajectories', async () => {
    await using repository = await ScenarioRepository.create({
      ...scenario({
        threshold: '',
        steps: "[{ id: run, command: 'node main.mjs ${trajectory}' }]",
        failure: "[{ id: lost, message: An order is lost, step: run, pattern: '^lost order' }]",
      }),
      // The first trajectory ends only because it is stopped.
      'main.mjs': `
        if (process.argv[2] === '1') setInterval(() => {}, 1000, 'endless-trajectory');
        else console.log(process.argv[2] === '2' ? 'ok' : 'lost order');
      `,
    });
    const report = await repository.run({ jobs: 2, threshold: 0 });
    assert.equal(report.outcome, 'failed');
    const [first] = report.scenarios;
    assert.deepEqual(
      first?.trajectories.map(({ number, outcome, decidedBy }) => [number, outcome, decidedBy]),
      [
        [2, 'satisfied', undefined],
        [3, 'failure-criterion', 'lost'],
      ],
    );
    assert.equal(first.planned, 10);
    assert.equal(report.score, 0.5);
    assert.match(report.feedback.join(), /An explicit failure criterion applied/);
    assert.deepEqual(await repository.leftovers(), []);
  });

  for (const [name, criterion, main] of [
    ['an exit code', '{ message: m, step: run, exitCode: 3 }', 'process.exitCode = 3'],
    ['any exit code but 0', '{ message: m, exitCode: nonzero }', 'process.exitCode = 1'],
    ['the output of any step', "{ message: m, pattern: 'panic: \\d+' }", 'console.error("panic: 7")'],
    ['a check', '{ message: m, check: { type: file_exists, target: kept.txt } }', 'console.log("ok")'],
  ] as const) {
    it(`[ASSERT-SCEN-007] has failure criteria for ${name}`, async () => {
      await using repository = await ScenarioRepository.create({
        ...scenario({ trajectories: '3', failure: `[${criterion}]` }),
        'main.mjs': main,
      });
      const report = await repository.run();
      assert.deepEqual(outcomesOf(report), ['failure-criterion']);
    });
  }

  it('[ASSERT-SCEN-007] fails by the status of a response, although the other trajectories are above the threshold', async () => {
    await using repository = await ScenarioRepository.create({
      ...scenario({
        trajectories: '50',
        steps: `[
          { id: server, command: 'node main.mjs \${port:server} \${trajectory}', background: true, port: auto },
          { id: order, request: { method: POST, url: 'http://127.0.0.1:\${port:server}/orders', body: { item: book } } } ]`,
        acceptance: '[{ message: m, check: { type: pattern_match, target: order.status, pattern: "^200$" } }]',
        failure: '[{ message: m, step: order, status: 5xx }]',
      }),
      'main.mjs': `
        import { createServer } from 'node:http';
        createServer((request, response) => {
          response.statusCode = process.argv[3] === '2' ? 503 : 200;
          response.end('stored');
        }).listen(Number(process.argv[2]), '127.0.0.1');
      `,
    });
    const report = await repository.run({ threshold: 0.4 });
    assert.deepEqual(outcomesOf(report), ['satisfied', 'failure-criterion']);
    assert.equal(report.outcome, 'failed');
    assert.match(report.feedback[0] ?? '', /A request \(step 2 of 2\): the response has the status 503\n {2}stored/);
  });

  it('[ASSERT-SCEN-008] is not run if it does not apply: the validation is skipped, not failed', async () => {
    await using repository = await ScenarioRepository.create({ ...scenario(), 'main.mjs': 'process.exit(1)' });
    const report = await repository.run({ covers: ['Payments'] });
    assert.equal(report.outcome, 'skipped');
    assert.deepEqual([report.score, report.scenarios, report.feedback], [null, [], []]);
    assert.deepEqual(report.notes, ['No scenario covers Payments.']);
  });

  it('[ASSERT-SCEN-001] runs with exactly the others that cover the interfaces', async () => {
    await using repository = await ScenarioRepository.create({
      [`${FOLDER}a.scenario.yaml`]: scenarioText({ id: 'a', covers: '[I1]' }),
      [`${FOLDER}b.scenario.yaml`]: scenarioText({ id: 'b', covers: '[I2, I3]' }),
      [`${FOLDER}c.scenario.yaml`]: scenarioText({ id: 'c', covers: '[I4]' }),
      'main.mjs': 'console.log("ok")',
    });
    const report = await repository.run({ covers: ['I1', 'I2'], trajectories: 1 });
    assert.deepEqual(
      report.scenarios.map(({ id, trajectories }) => [id, trajectories.length]),
      [
        ['a', 1],
        ['b', 1],
      ],
    );
  });

  it('is judged by a model only where it says so, and the judgement is marked', async () => {
    await using repository = await ScenarioRepository.create({
      ...scenario({
        trajectories: '2',
        acceptance:
          '[{ id: polite, judgement: true, message: m, check: { type: llm_judge, target: run, question: Is it polite? } }]',
      }),
      'main.mjs': 'console.log("Go away")',
    });
    const questions: string[] = [];
    const judge = {
      model: 'test:judge',
      judge: ({ question, files }: { question: string; files: readonly { text: string }[] }) => {
        questions.push(`${question} ${files.map(({ text }) => text.trim()).join()}`);
        return Promise.resolve({
          verdict: 'fail' as const,
          rationale: 'A secret reason',
          confidence: 1,
          evidence: [],
          costUsd: 0,
        });
      },
    };
    const report = await repository.run({ judge });
    assert.deepEqual(new Set(questions), new Set(['Is it polite? Go away']));
    assert.equal(report.outcome, 'failed');
    assert.match(report.feedback[0] ?? '', /A model judged that an acceptance criterion is not met/);
    assert.doesNotMatch(report.feedback[0] ?? '', /secret reason|polite/);
    await assert.rejects(repository.run(), /a model judges it, and no model is configured/);
  });

  it('[PIPE-8] is an environment failure if the model that judges fails in all trajectories', async () => {
    await using repository = await ScenarioRepository.create({
      ...scenario({
        trajectories: '2',
        acceptance:
          '[{ id: polite, judgement: true, message: m, check: { type: llm_judge, target: run, question: q } }]',
      }),
      'main.mjs': 'console.log("ok")',
    });
    const judge = { model: 'test:judge', judge: () => Promise.reject(new Error('no connection')) };
    const report = await repository.run({ judge });
    assert.equal(report.outcome, 'environment');
    assert.deepEqual(report.feedback, []);
  });

  it('can lie in a folder outside of the repository', async () => {
    await using repository = await ScenarioRepository.create({ 'main.mjs': 'console.log("ok")' });
    const folder = repository.home.at('outside');
    await mkdir(folder);
    await writeFile(`${folder}/a.scenario.yaml`, scenarioText({ id: 'outside', trajectories: '1' }));
    const report = await repository.run({ folder });
    assert.equal(report.outcome, 'passed');
    assert.equal(report.scenarios[0]?.file, 'a.scenario.yaml');
  });

  it('with an error stops the validation before anything runs', async () => {
    await using repository = await ScenarioRepository.create({
      ...scenario(),
      [`${FOLDER}b.scenario.yaml`]: scenarioText({ id: 'b', steps: '[{ id: a }]' }),
      'main.mjs': '',
    });
    await assert.rejects(repository.run(), /\.holdfast\/scenarios\/b\.scenario\.yaml:4: A step is a "command"/);
    await assert.rejects(repository.run({ ids: ['missing'] }), /errors|missing/);
  });

  it('gets the same seed and the next value of its variables in each trajectory', async () => {
    await using repository = await ScenarioRepository.create({
      ...scenario({
        trajectories: '3',
        seed: '7',
        variables: '{ item: [book, pen], one: 1 }',
        steps: "[{ id: run, command: 'node main.mjs ${item} ${one} ${seed} ${trajectory}/${trajectories}' }]",
        acceptance: "[{ message: m, check: { type: pattern_match, target: run, pattern: 'never' } }]",
      }),
      'main.mjs': PRINT,
    });
    const report = await repository.run();
    assert.deepEqual(
      report.scenarios[0]?.trajectories.map(({ observed }) => observed.split('\n').at(-1)),
      ['book 1 7 1/3', 'pen 1 8 2/3', 'book 1 9 3/3'],
    );
  });

  it('ends the processes that its steps leave behind, when it ends and when it is cancelled', async () => {
    const main = `
      import { spawn } from 'node:child_process';
      spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', 'left-behind-by-a-step'], { detached: true, stdio: 'ignore' }).unref();
      console.log('ok');
    `;
    const steps =
      "[{ id: run, command: node main.mjs }, { id: wait, command: node wait.mjs, background: true, ready: { output: '^$' } }]";
    await using repository = await ScenarioRepository.create({
      ...scenario({ trajectories: '1', steps }),
      'main.mjs': main,
      'wait.mjs': 'setInterval(() => {}, 1000)',
    });
    assert.equal((await repository.run()).outcome, 'passed');
    assert.deepEqual(await findProcesses('left-behind-by-a-step'), []);
    const cancellation = new AbortController();
    const onEvent = (event: ScenarioEvent): void => {
      if (event.type === 'trajectory-started') cancellation.abort();
    };
    await assert.rejects(repository.run({ signal: cancellation.signal, onEvent }), CancelledError);
    assert.deepEqual(await findProcesses('left-behind-by-a-step'), []);
    assert.deepEqual(await repository.leftovers(), []);
  });

  it('has a time limit for each step and for the whole trajectory', async () => {
    await using repository = await ScenarioRepository.create({
      ...scenario({ trajectories: '1', steps: '[{ id: run, command: node main.mjs, timeoutSeconds: 0.5 }]' }),
      'main.mjs': 'console.log("started"); setInterval(() => {}, 1000);',
    });
    const report = await repository.run();
    assert.deepEqual(outcomesOf(report), ['unsatisfied']);
    assert.match(
      report.scenarios[0]?.trajectories[0]?.observed ?? '',
      /The step run failed. It did not end within 0.5 s/,
    );
    assert.match(report.feedback[0] ?? '', /A step did not end in time.*\nObserved:\nA command.*\n {2}started/);
  });
});

describe('The environment of a scenario', function () {
  this.timeout(120_000);

  it('[PIPE-8] is reported and not fed back if all trajectories fail in the same way before they reach the code', async () => {
    await using repository = await ScenarioRepository.create({
      ...scenario({
        trajectories: '3',
        steps: '[{ id: install, command: node install.mjs, setup: true }, { id: run, command: node main.mjs }]',
      }),
      'install.mjs': 'console.error("no network"); process.exit(7);',
      'main.mjs': 'console.log("never reached")',
    });
    const report = await repository.run();
    assert.equal(report.outcome, 'environment');
    assert.equal(report.score, null);
    assert.deepEqual(report.feedback, []);
    assert.deepEqual(outcomesOf(report), ['environment', 'environment', 'environment']);
    assert.match(
      report.notes.join(),
      /All trajectories of first failed at "install" before they reached the code under test: The step install failed. It ended with exit code 7/,
    );
  });

  it('[PIPE-8] counts as unsatisfied if only some trajectories fail there, and is not fed back', async () => {
    await using repository = await ScenarioRepository.create({
      ...scenario({
        trajectories: '2',
        steps:
          "[{ id: install, command: 'node install.mjs ${trajectory}', setup: true }, { id: run, command: node main.mjs }]",
      }),
      'install.mjs': 'process.exitCode = process.argv[2] === "2" ? 1 : 0;',
      'main.mjs': 'console.log("ok")',
    });
    const report = await repository.run();
    assert.deepEqual(outcomesOf(report), ['satisfied', 'environment']);
    assert.equal(report.outcome, 'failed');
    assert.equal(report.score, 0.5);
    assert.deepEqual(report.feedback, []);
  });

  it('[PIPE-8] is responsible for a program that is not installed, and the code for a program of the tree', async () => {
    for (const [command, outcome] of [
      ['a-program-that-no-computer-has', 'environment'],
      ['./bin/start', 'failed'],
    ] as const) {
      await using repository = await ScenarioRepository.create({
        ...scenario({ trajectories: '1', steps: `[{ id: run, command: ${command} }]` }),
        'main.mjs': '',
      });
      assert.equal((await repository.run()).outcome, outcome, command);
    }
  });
});

describe('The twins of a scenario', function () {
  this.timeout(120_000);
  const TWINS = `twins:
  - id: bank
    command: 'node bank.mjs \${port} counting-twin'
    files: [bank.mjs]
    ready: { http: /health }
  - id: mail
    command: 'node bank.mjs \${port} counting-twin'
    files: [bank.mjs]
    ready: { output: '^listening' }
`;
  const files = (more: Readonly<Record<string, string>> = {}) => ({
    ...scenario({
      trajectories: '2',
      twins: '[bank, mail]',
      steps:
        "[{ id: bank-client, command: 'node main.mjs ${port:bank}' }, { id: mail-client, command: 'node main.mjs ${port:mail}' }]",
      acceptance: `[
        { message: m, check: { type: pattern_match, target: bank-client, pattern: '^answer 1$' } },
        { message: m, check: { type: pattern_match, target: mail-client, pattern: '^answer 1$' } } ]`,
    }),
    [`${FOLDER}twins.yaml`]: TWINS,
    [`${FOLDER}bank.mjs`]: COUNTING_SERVER,
    [`${FOLDER}wait.mjs`]: 'setInterval(() => {}, 1000)',
    'main.mjs': CLIENT,
    ...more,
  });

  it('[ASSERT-SCEN-009] are started before each trajectory and stopped after it, with fresh state', async () => {
    await using repository = await ScenarioRepository.create(files());
    const running: number[] = [];
    const report = await repository.run({
      jobs: 2,
      onEvent: (event) => {
        if (event.type === 'trajectory-ended') running.push(event.result.number);
      },
    });
    assert.deepEqual(outcomesOf(report), ['satisfied', 'satisfied'], JSON.stringify(report.scenarios));
    assert.equal(running.length, 2);
    assert.deepEqual(await findProcesses('counting-twin'), []);
    assert.deepEqual(await repository.leftovers(), []);
  });

  it('[ASSERT-SCEN-009] are not started for a scenario that does not name them', async () => {
    await using repository = await ScenarioRepository.create({
      ...scenario({ trajectories: '1' }),
      [`${FOLDER}twins.yaml`]: 'twins: [{ id: broken, command: node missing.mjs }]',
      'main.mjs': 'console.log("ok")',
    });
    assert.equal((await repository.run()).outcome, 'passed');
  });

  for (const [name, twin, cause] of [
    [
      'ends at once',
      'command: \'node -e "console.log(1234);process.exit(5)"\'',
      /Failed to start the twin bank: it ended with exit code 5 before it was ready. It printed: 1234/,
    ],
    [
      'is never ready',
      'command: node wait.mjs, files: [wait.mjs], timeoutSeconds: 0.3',
      /Failed to start the twin bank: it was not ready within 0.3 s/,
    ],
    [
      'does not exist',
      'command: a-program-that-no-computer-has',
      /Failed to start the twin bank: Command not found: a-program-that-no-computer-has/,
    ],
  ] as const) {
    it(`[ASSERT-SCEN-009] [PIPE-8] that ${name} is named with the cause`, async () => {
      await using repository = await ScenarioRepository.create(
        files({ [`${FOLDER}twins.yaml`]: `twins: [{ id: bank, ${twin} }, { id: mail, command: node x }]` }),
      );
      const report = await repository.run();
      assert.equal(report.outcome, 'environment');
      assert.match(report.notes.join('\n'), cause);
      assert.equal(report.scenarios[0]?.trajectories[0]?.decidedBy, 'bank');
      assert.deepEqual(report.feedback, []);
      assert.deepEqual(await repository.leftovers(), []);
    });
  }

  it('with a fixed port run one after another, and a port in use is the named cause', async () => {
    const { createServer } = await import('node:net');
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    await using repository = await ScenarioRepository.create(
      files({ [`${FOLDER}twins.yaml`]: TWINS.replace('files: [bank.mjs]', `files: [bank.mjs]\n    port: ${port}`) }),
    );
    const blocked = await repository.run({ jobs: 2 });
    assert.equal(blocked.outcome, 'environment');
    assert.match(blocked.notes.join(), new RegExp(`Failed to start the twin bank: the port ${port} is in use`));
    await new Promise((resolve) => server.close(resolve));
    assert.equal((await repository.run({ jobs: 2 })).outcome, 'passed');
  });
});
