import assert from 'node:assert/strict';
import { Worker } from 'node:worker_threads';
import type { Analysis } from '../../../src/verdicts/analysis/analysis.ts';
import type { AnalysisOptions } from '../../../src/verdicts/analysis/analysis.ts';
import { connectAnalysis } from '../../../src/verdicts/analysis/thread/connect-analysis.ts';
import type { JudgeVerdict } from '../../../src/verdicts/checks/interfaces/judge.ts';
import { ValidatorCollection } from '../../../src/verdicts/checks/validators/validator-collection.ts';
import type { Check, Resource } from '../../../src/contract/model.ts';
import { CancelledError, HoldfastError } from '../../../src/foundation/errors.ts';
import { TemporaryFolder } from '../checks/temporary-folder.ts';
import { request } from './request.ts';

/** Creates an analysis in a real worker thread. The workers that it starts are added to `workers`. */
function startAnalysis(options: Partial<AnalysisOptions> = {}, workers: Worker[] = []): Analysis {
  const start = (): Worker => {
    const worker = new Worker(new URL('../../../src/verdicts/analysis/thread/worker.ts', import.meta.url));
    workers.push(worker);
    return worker;
  };
  return connectAnalysis(start, { environment: () => undefined, ...options });
}

const EXPORTED: Check = { type: 'export_exists', target: 'answer', file: 'src/a.ts' };

describe('The analysis in a worker', () => {
  it('gives the same results as the in-process analysis and reports each result when it is available', async () => {
    await using folder = await TemporaryFolder.create({ 'src/a.ts': 'export const answer = 42;' });
    const workers: Worker[] = [];
    await using analysis = startAnalysis({}, workers);
    const reported: [number, boolean][] = [];
    const results = await analysis.check(request(folder.path, [EXPORTED, { type: 'file_exists', target: 'none.ts' }]), {
      onProgress: ({ result, index }) => reported.push([index, result.passed]),
    });
    assert.deepEqual(
      results.map((result) => result.passed),
      [true, false],
    );
    assert.deepEqual(reported.sort(), [
      [0, true],
      [1, false],
    ]);
    assert.deepEqual(await analysis.findExports(folder.path, ['answer'], []), { answer: 'src/a.ts' });
    await analysis.setUnsavedText(folder.path, 'src/a.ts', 'export const reply = 1;');
    assert.equal((await analysis.check(request(folder.path, [EXPORTED])))[0]?.passed, false);
    assert.equal(workers.length, 1);
  });

  it('[ENF-VAL-15] suggests no name that the contract requires, with required names that are sent once for many checks', async () => {
    await using folder = await TemporaryFolder.create({ 'src/a.ts': 'export const encodes = 1, encoding = 2;' });
    await using analysis = startAnalysis();
    const check: Check = { type: 'export_exists', target: 'encode', file: 'src/a.ts' };
    const suggestionOf = async (
      requiredNames?: readonly string[],
      signal?: AbortSignal,
    ): Promise<string | undefined> => {
      const [result] = await analysis.check(request(folder.path, [check], { requiredNames }), { signal });
      return /id you mean "(\w+)"/.exec(JSON.stringify(result).replaceAll('\\', ''))?.[1] ?? JSON.stringify(result);
    };
    const first = ['encode', 'encodes'];
    const second = ['encode', 'encoding'];
    const aborted = AbortSignal.abort();
    await assert.rejects(suggestionOf(first, aborted));
    const answers = await Promise.all(
      [first, first, second, first, undefined, first, second].map((names) => suggestionOf(names)),
    );
    assert.deepEqual(answers, ['encoding', 'encoding', 'encodes', 'encoding', 'encodes', 'encoding', 'encodes']);
  });

  it('rejects pending calls with a clear error if the worker ends, and starts another worker for the next call', async () => {
    await using folder = await TemporaryFolder.create({ 'src/a.ts': 'export const answer = 42;' });
    const workers: Worker[] = [];
    await using analysis = startAnalysis({}, workers);
    await analysis.exports(folder.path, undefined);
    await analysis.setUnsavedText(folder.path, 'src/a.ts', 'export const reply = 1;');
    const steps = [{ id: 'slow', command: `${JSON.stringify(process.execPath)} -e "setTimeout(() => {}, 60000)"` }];
    const pending = analysis.check(request(folder.path, [{ type: 'exists', target: 'slow' }], { steps }));
    const failed = assert.rejects(pending, (error: unknown) => {
      assert.ok(error instanceof HoldfastError);
      assert.equal(error.retryable, true);
      assert.match(error.message, /worker thread ended unexpectedly/);
      assert.match(error.hint ?? '', /another worker/);
      return true;
    });
    await workers[0]?.terminate();
    await failed;
    const [result] = await analysis.check(request(folder.path, [EXPORTED]));
    assert.equal(result?.passed, false, 'the second worker receives the unsaved text');
    assert.equal(workers.length, 2);
  });

  it('rejects a cancelled check immediately and stops its commands', async () => {
    await using folder = await TemporaryFolder.create({});
    await using analysis = startAnalysis();
    await analysis.exports(folder.path, undefined);
    const steps = [{ id: 'slow', command: `${JSON.stringify(process.execPath)} -e "setTimeout(() => {}, 60000)"` }];
    const controller = new AbortController();
    const pending = analysis.check(request(folder.path, [{ type: 'exists', target: 'slow' }], { steps }), {
      signal: controller.signal,
    });
    const rejected = assert.rejects(pending, CancelledError);
    controller.abort();
    await rejected;
    assert.deepEqual(await analysis.findExports(folder.path, ['x'], []), {}, 'later calls succeed');
  });

  it('keeps the code and the hint of an error', async () => {
    await using folder = await TemporaryFolder.create({});
    await using analysis = startAnalysis();
    await assert.rejects(analysis.exports(folder.path, '../outside'), (error: unknown) => {
      assert.ok(error instanceof HoldfastError);
      assert.equal(error.code, 'outside-tree');
      assert.match(error.hint ?? '', /relative/);
      return true;
    });
  });

  it('[ENF-FUTURE-1] uses the judge and the stored verdicts of the host', async () => {
    await using folder = await TemporaryFolder.create({ 'src/a.ts': 'export const answer = 42;' });
    const stored = new Map<string, JudgeVerdict>();
    let judgeCalls = 0;
    await using analysis = startAnalysis({
      judge: () =>
        Promise.resolve({
          model: 'test:judge',
          judge: ({ files }) => {
            judgeCalls++;
            const rationale = `It contains ${files[0]?.text ?? ''}`;
            return Promise.resolve({ verdict: 'pass', rationale, confidence: 0.9, evidence: [], costUsd: 0.01 });
          },
        }),
      verdicts: {
        get: (key) => Promise.resolve(stored.get(key)),
        put: (key, verdict) => {
          stored.set(key, verdict);
          return Promise.resolve();
        },
      },
    });
    const check: Check = { type: 'llm_judge', target: 'src/a.ts', question: 'Is the answer given?' };
    for (let i = 0; i < 2; i++) {
      const [result] = await analysis.check(request(folder.path, [check]));
      assert.equal(result?.passed, true);
      assert.match(result.actual ?? '', /pass .*test:judge, \$0\.0100\): It contains export const answer = 42;/);
    }
    assert.equal(judgeCalls, 1);
    assert.equal(stored.size, 1);
  });

  it('compares interfaces in the host, for the tree of the check', async () => {
    await using folder = await TemporaryFolder.create({ 'src/a.ts': 'export const answer = 42;' });
    const roots: string[] = [];
    await using analysis = startAnalysis({
      evaluateInterfaces: ({ root, termsFolder }) => {
        roots.push(root, termsFolder);
        return Promise.resolve({
          definitions: [{ id: 'bus', owners: ['firmware'], parameters: ['load'] }],
          findings: [],
          notes: [],
          compared: [{ interface: 'bus', parameter: 'load', domains: ['firmware'] }],
        });
      },
    });
    const check: Check = { type: 'interface_constraint', target: 'bus' };
    const [result] = await analysis.check(request(folder.path, [check]));
    assert.equal(result?.passed, true, result?.error);
    const [restricted] = await analysis.check(request(folder.path, [check], { trusted: false }));
    assert.equal(restricted?.untrusted, true);
    assert.deepEqual(roots, [folder.path, folder.path]);
  });

  it('[ENF-PLUG-4] [ENF-PLUG-5] runs the validators and adapters of the host, and isolates one that fails', async () => {
    await using folder = await TemporaryFolder.create({ 'src/a.ts': 'export const answer = 42;' });
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
    await using analysis = startAnalysis({ validators: () => Promise.resolve(collection.list()) });
    const resources: Resource[] = [{ id: 'greeting', type: 'message', metadata: { platform: 'chat' } }];
    const checks: Check[] = [
      { type: 'custom', validator: 'chat-message', target: 'greeting' },
      { type: 'custom', target: 'broken' },
    ];
    const [message, failed] = await analysis.check(request(folder.path, checks, { resources, protocol: 'chat' }));
    // The broken validator supports every resource, so it also joins the chain of the declared one.
    assert.deepEqual(
      message?.validators?.map(({ validator, passed }) => [validator, passed]),
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

  it('[ENF-IMPACT-2] returns impact and modified exports across threads', async () => {
    const before = 'export const answer = 42;\n';
    await using folder = await TemporaryFolder.create({
      'src/a.ts': 'export const answer: string = "x";\n',
      'src/b.ts': "import { answer } from './a';\nconsole.log(answer);\n",
    });
    await using analysis = startAnalysis();
    const { filesAffected } = await analysis.impact(folder.path, { file: 'src/a.ts' });
    assert.deepEqual(filesAffected, ['src/b.ts']);
    const [modified] = await analysis.modifiedExports(folder.path, 'src/a.ts', before, 'none');
    assert.deepEqual([modified?.name, modified?.change, modified?.uses.length], ['answer', 'changed', 2]);
  });
});
