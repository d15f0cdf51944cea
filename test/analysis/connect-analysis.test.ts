import assert from 'node:assert/strict';
import { Worker } from 'node:worker_threads';
import type { Analysis } from '../../src/analysis/analysis.ts';
import type { AnalysisOptions } from '../../src/analysis/in-process-analysis.ts';
import { connectAnalysis } from '../../src/analysis/thread/connect-analysis.ts';
import type { JudgeVerdict } from '../../src/checks/judge.ts';
import { ValidatorCollection } from '../../src/checks/validators/validator-collection.ts';
import type { Check, Resource } from '../../src/contract/model.ts';
import { CancelledError, HoldfastError } from '../../src/shared/errors.ts';
import { TemporaryFolder } from '../checks/temporary-folder.ts';
import { request } from './request.ts';

/** An analysis in a real worker; the workers that it starts are added to a list. */
function connected(options: Partial<AnalysisOptions> = {}, workers: Worker[] = []): Analysis {
  const start = (): Worker => {
    const worker = new Worker(new URL('../../src/analysis/worker.ts', import.meta.url));
    workers.push(worker);
    return worker;
  };
  return connectAnalysis(start, { environment: () => undefined, ...options });
}

const EXPORTED: Check = { type: 'export_exists', target: 'answer', file: 'src/a.ts' };

describe('The analysis in a worker', () => {
  it('answers as the one in its own thread does, and tells of each result as it comes', async () => {
    await using folder = await TemporaryFolder.with({ 'src/a.ts': 'export const answer = 42;' });
    const workers: Worker[] = [];
    await using analysis = connected({}, workers);
    const told: [number, boolean][] = [];
    const results = await analysis.check(request(folder.path, [EXPORTED, { type: 'file_exists', target: 'none.ts' }]), {
      onResult: (result, index) => told.push([index, result.passed]),
    });
    assert.deepEqual(
      results.map((result) => result.passed),
      [true, false],
    );
    assert.deepEqual(told.sort(), [
      [0, true],
      [1, false],
    ]);
    assert.deepEqual(await analysis.findExports(folder.path, ['answer']), { answer: 'src/a.ts' });
    await analysis.setUnsavedText(folder.path, 'src/a.ts', 'export const reply = 1;');
    assert.equal((await analysis.check(request(folder.path, [EXPORTED])))[0]?.passed, false);
    assert.equal(workers.length, 1);
  });

  it('a worker that breaks down fails what waits with a clear error, and the next call starts another', async () => {
    await using folder = await TemporaryFolder.with({ 'src/a.ts': 'export const answer = 42;' });
    const workers: Worker[] = [];
    await using analysis = connected({}, workers);
    await analysis.open(folder.path);
    await analysis.setUnsavedText(folder.path, 'src/a.ts', 'export const reply = 1;');
    const steps = [{ id: 'slow', command: `${JSON.stringify(process.execPath)} -e "setTimeout(() => {}, 60000)"` }];
    const waiting = analysis.check(request(folder.path, [{ type: 'exists', target: 'slow' }], { steps }));
    const failed = assert.rejects(waiting, (error: unknown) => {
      assert.ok(error instanceof HoldfastError);
      assert.equal(error.retryable, true);
      assert.match(error.message, /worker thread broke down/);
      assert.match(error.hint ?? '', /another worker/);
      return true;
    });
    await workers[0]?.terminate();
    await failed;
    const [result] = await analysis.check(request(folder.path, [EXPORTED]));
    assert.equal(result?.passed, false, 'the unsaved text is known to the second worker');
    assert.equal(workers.length, 2);
  });

  it('a cancelled check is rejected at once and stops its commands', async () => {
    await using folder = await TemporaryFolder.with({});
    await using analysis = connected();
    await analysis.open(folder.path);
    const steps = [{ id: 'slow', command: `${JSON.stringify(process.execPath)} -e "setTimeout(() => {}, 60000)"` }];
    const controller = new AbortController();
    const waiting = analysis.check(request(folder.path, [{ type: 'exists', target: 'slow' }], { steps }), {
      signal: controller.signal,
    });
    const rejected = assert.rejects(waiting, CancelledError);
    controller.abort();
    await rejected;
    assert.deepEqual(await analysis.findExports(folder.path, ['x']), {}, 'it still answers');
  });

  it('errors cross with their code and hint', async () => {
    await using folder = await TemporaryFolder.with({});
    await using analysis = connected();
    await assert.rejects(analysis.exports(folder.path, '../outside'), (error: unknown) => {
      assert.ok(error instanceof HoldfastError);
      assert.equal(error.code, 'outside-tree');
      assert.match(error.hint ?? '', /relative/);
      return true;
    });
  });

  it('[ENF-FUTURE-1] the judge and the kept verdicts are the host’s', async () => {
    await using folder = await TemporaryFolder.with({ 'src/a.ts': 'export const answer = 42;' });
    const kept = new Map<string, JudgeVerdict>();
    let asked = 0;
    await using analysis = connected({
      judge: () =>
        Promise.resolve({
          model: 'test:judge',
          judge: ({ files }) => {
            asked++;
            const rationale = `It says ${files[0]?.text ?? ''}`;
            return Promise.resolve({ verdict: 'pass', rationale, confidence: 0.9, evidence: [], costUsd: 0.01 });
          },
        }),
      verdicts: {
        get: (key) => Promise.resolve(kept.get(key)),
        put: (key, verdict) => {
          kept.set(key, verdict);
          return Promise.resolve();
        },
      },
    });
    const check: Check = { type: 'llm_judge', target: 'src/a.ts', question: 'Is the answer given?' };
    for (let i = 0; i < 2; i++) {
      const [result] = await analysis.check(request(folder.path, [check]));
      assert.equal(result?.passed, true);
      assert.match(result.actual ?? '', /pass .*test:judge, \$0\.0100\): It says export const answer = 42;/);
    }
    assert.equal(asked, 1);
    assert.equal(kept.size, 1);
  });

  it('[ENF-PLUG-4] [ENF-PLUG-5] validators and adapters of the host take part, and one that breaks fails alone', async () => {
    await using folder = await TemporaryFolder.with({ 'src/a.ts': 'export const answer = 42;' });
    const collection = new ValidatorCollection();
    collection.registerAdapter({
      protocol: 'chat',
      registerValidators(registry) {
        registry.register({
          type: 'chat-message',
          supportedResourceTypes: ['message'],
          supports: (resource) => resource.metadata?.['platform'] === 'chat',
          async validate(resource, assertion, context) {
            const text = await context.readText('src/a.ts');
            return {
              passed: text?.includes('42') === true,
              validator: 'chat-message',
              resource,
              assertion,
              duration: 0,
            };
          },
        });
      },
    });
    using broken = collection.register({
      type: 'broken',
      supportedResourceTypes: ['*'],
      supports: () => true,
      validate: () => Promise.resolve({ answer: () => 'a function cannot be sent' } as never),
    });
    await using analysis = connected({ validators: () => Promise.resolve(collection.list()) });
    const resources: Resource[] = [{ id: 'greeting', type: 'message', metadata: { platform: 'chat' } }];
    const checks: Check[] = [
      { type: 'custom', validator: 'chat-message', target: 'greeting' },
      { type: 'custom', target: 'broken' },
    ];
    const [spoken, failed] = await analysis.check(request(folder.path, checks, { resources, protocol: 'chat' }));
    // The broken one supports every resource, so it joins the chain of a declared one as well.
    assert.deepEqual(
      spoken?.validators?.map(({ validator, passed }) => [validator, passed]),
      [
        ['chat-message', true],
        ['broken', false],
      ],
    );
    assert.equal(failed?.passed, false);
    assert.match(failed.error ?? '', /could not be cloned/);
    broken[Symbol.dispose]();
    const [again] = await analysis.check(request(folder.path, checks.slice(0, 1), { resources, protocol: 'chat' }));
    assert.equal(again?.passed, true);
  });

  it('[ENF-IMPACT-2] impact and modified exports are told across threads', async () => {
    const before = 'export const answer = 42;\n';
    await using folder = await TemporaryFolder.with({
      'src/a.ts': 'export const answer: string = "x";\n',
      'src/b.ts': "import { answer } from './a';\nconsole.log(answer);\n",
    });
    await using analysis = connected();
    const { filesAffected } = await analysis.impact(folder.path, { file: 'src/a.ts' });
    assert.deepEqual(filesAffected, ['src/b.ts']);
    const [lens] = await analysis.lenses(folder.path, 'src/a.ts', before);
    assert.deepEqual([lens?.name, lens?.change, lens?.places.length], ['answer', 'changed', 2]);
  });
});
