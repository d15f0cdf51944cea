import assert from 'node:assert/strict';
import type {
  Judge,
  JudgeQuestion,
  JudgeVerdict,
  VerdictStore,
} from '../../../../src/verdicts/checks/interfaces/judge.ts';
import type { Validator } from '../../../../src/verdicts/checks/interfaces/validator.ts';
import type { Check } from '../../../../src/contract/model.ts';
import { checkOne, failsWithError, fails, passes } from '../checking.ts';

const FILES = { 'src/a.ts': 'export const a = 1;\n', 'src/b.ts': 'export const b = 2;\n', 'docs/x.md': 'x' };

describe('custom', () => {
  const validator: Validator = {
    type: 'no-debug',
    supportedResourceTypes: ['file'],
    supports: () => true,
    validate: (resource, assertion) =>
      Promise.resolve({
        passed: assertion.check['wanted'] === 'yes',
        validator: 'no-debug',
        resource,
        assertion,
        duration: 1,
        expected: { wanted: 'yes' },
        actual: ['no', 'really'],
      }),
  };
  const parts = { customValidators: [validator] };

  it('[ENF-VAL-8] runs the named validator, which receives the whole check', async () => {
    const check: Check = { type: 'custom', validator: 'no-debug', target: 'src/a.ts', wanted: 'yes' };
    assert.equal((await passes(FILES, check, parts)).validators?.at(-1)?.validator, 'no-debug');
    await fails(FILES, { ...check, wanted: 'no' }, { expected: '{"wanted":"yes"}', actual: '["no","really"]' }, parts);
  });

  it('[ENF-VAL-8] uses target as the validator if validator is absent', async () => {
    await passes(FILES, { type: 'custom', target: 'no-debug', wanted: 'yes' }, parts);
  });

  it('[ENF-VAL-8] fails if the validator is not registered or not named', async () => {
    await failsWithError(FILES, { type: 'custom', target: 'license' }, /unknown validator license/, parts);
    await failsWithError(FILES, { type: 'custom' }, /The key validator is missing/, parts);
  });

  it('[ENF-VAL-8] cannot be answered by a built-in validator', async () => {
    await failsWithError(
      FILES,
      { type: 'custom', validator: 'exists', target: 'src/a.ts' },
      /exists cannot answer it/,
      parts,
    );
  });

  it('[ENF-PLUG-3] requires that the resource exists', async () => {
    const check: Check = { type: 'custom', validator: 'no-debug', target: 'src/none.ts', wanted: 'yes' };
    const result = await checkOne(FILES, check, parts);
    assert.equal(result.passed, false);
    assert.deepEqual(
      result.validators?.map((answer) => answer.validator),
      ['exists'],
    );
  });
});

describe('llm_judge', () => {
  const verdict: JudgeVerdict = {
    verdict: 'pass',
    rationale: 'Every export is a constant.',
    confidence: 0.8,
    evidence: ['src/a.ts:1'],
    costUsd: 0.0123,
  };

  /** A judge with a fixed answer that records its questions. */
  class RecordingJudge implements Judge {
    readonly model: string;
    readonly questions: JudgeQuestion[] = [];
    readonly #verdict: JudgeVerdict;

    constructor(verdict: JudgeVerdict, model = 'test:judge') {
      this.#verdict = verdict;
      this.model = model;
    }

    judge(question: JudgeQuestion): Promise<JudgeVerdict> {
      this.questions.push(question);
      return Promise.resolve(this.#verdict);
    }
  }

  class MemoryVerdicts implements VerdictStore {
    readonly verdicts = new Map<string, JudgeVerdict>();

    get(key: string): Promise<JudgeVerdict | undefined> {
      return Promise.resolve(this.verdicts.get(key));
    }

    put(key: string, verdict: JudgeVerdict): Promise<void> {
      this.verdicts.set(key, verdict);
      return Promise.resolve();
    }
  }

  const judgeCheck: Check = { type: 'llm_judge', target: 'src/*.ts', question: 'Are all exports constants?' };

  it('[ENF-FUTURE-1] shows the verdict with its reasons, confidence and cost', async () => {
    const judge = new RecordingJudge(verdict);
    const result = await passes(FILES, { ...judgeCheck, files: ['docs/*.md'] }, { judge });
    assert.equal(result.expected, 'Are all exports constants?');
    assert.equal(
      result.actual,
      'pass (confidence 0.80, test:judge, $0.0123): Every export is a constant. Evidence: src/a.ts:1.',
    );
    assert.deepEqual(
      judge.questions[0]?.files.map(({ path }) => path),
      ['src/a.ts', 'src/b.ts', 'docs/x.md'],
    );
  });

  it('[ENF-FUTURE-1] fails on a negative, an undecided and an uncertain verdict', async () => {
    const texts = (outcome: string) => ({
      expected: 'Are all exports constants?',
      actual: `${outcome} (confidence 0.80, test:judge, cost unknown): No. Evidence: src/a.ts:1.`,
    });
    for (const outcome of ['fail', 'undecided'] as const) {
      const judge = new RecordingJudge({ ...verdict, verdict: outcome, rationale: 'No.', costUsd: null });
      await fails(FILES, judgeCheck, texts(outcome), { judge });
    }
    const unsure = await checkOne(FILES, { ...judgeCheck, minConfidence: 0.9 }, { judge: new RecordingJudge(verdict) });
    assert.equal(unsure.passed, false);
    assert.equal(unsure.expected, 'Are all exports constants? (confidence at least 0.9)');
  });

  it('[ENF-FUTURE-1] judges an unchanged input once per model', async () => {
    const verdicts = new MemoryVerdicts();
    const judge = new RecordingJudge(verdict);
    await passes(FILES, judgeCheck, { judge, verdicts });
    await passes(FILES, judgeCheck, { judge, verdicts });
    assert.equal(judge.questions.length, 1);
    await passes({ ...FILES, 'src/b.ts': 'export const b = 3;\n' }, judgeCheck, { judge, verdicts });
    assert.equal(judge.questions.length, 2, 'another text');
    await passes(FILES, { ...judgeCheck, question: 'Really?' }, { judge, verdicts });
    assert.equal(judge.questions.length, 3, 'another question');
    const other = new RecordingJudge(verdict, 'test:other');
    await passes(FILES, judgeCheck, { judge: other, verdicts });
    assert.equal(other.questions.length, 1, 'another model');
  });

  it('[ENF-FUTURE-1] [TRUST-10] without a target, shows the chunk’s own files', async () => {
    const judge = new RecordingJudge(verdict);
    const check: Check = { type: 'llm_judge', question: 'Good?' };
    await passes(FILES, check, { judge, changedFiles: new Set(['src/b.ts', 'src/deleted.ts']) });
    await passes(FILES, check, { judge, allowedFiles: ['src/a*'] });
    await passes(FILES, check, { judge, allowedFiles: ['src/', '!src/b.ts'] });
    assert.deepEqual(
      judge.questions.map(({ files }) => files.map(({ path }) => path)),
      [['src/b.ts'], ['src/a.ts'], ['src/a.ts']],
    );
    await failsWithError(FILES, check, /there is no file to judge/, { judge });
  });

  it('[ASSERT-SCEN-002] shows no scenario to the model', async () => {
    const judge = new RecordingJudge(verdict);
    const files = { ...FILES, 'app/.holdfast/scenarios/a.yaml': 'hidden', '.holdfast/scenarios/run.mjs': 'hidden' };
    await passes(files, { type: 'llm_judge', target: 'src/*', files: ['**/*'], question: 'Good?' }, { judge });
    assert.deepEqual(judge.questions[0]?.files.map(({ path }) => path).sort(), Object.keys(FILES).sort());
    const onlyScenarios: Check = { type: 'llm_judge', target: '.holdfast/scenarios/run.mjs', question: 'Good?' };
    await failsWithError(files, onlyScenarios, /no model sees scenarios/, { judge });
    assert.equal(judge.questions.length, 1);
  });

  it('[ENF-FUTURE-1] [ENF-VAL-14] fails with the reason without a model, and if the model fails', async () => {
    await failsWithError(FILES, judgeCheck, /no model is configured/);
    const judge: Judge = { model: 'test:judge', judge: () => Promise.reject(new Error('rate limited')) };
    await failsWithError(FILES, judgeCheck, /rate limited/, { judge });
    await failsWithError({ 'src/a.ts': 'a'.repeat(500_000) }, judgeCheck, /more than the limit/, { judge });
  });
});
