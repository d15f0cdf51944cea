import assert from 'node:assert/strict';
import type { Judge, JudgeQuestion, JudgeVerdict, VerdictStore } from '../../../src/checks/judge.ts';
import type { Validator } from '../../../src/checks/validators/validator.ts';
import type { Check } from '../../../src/contract/model.ts';
import { checkOne, errs, fails, passes } from '../checking.ts';

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

  it('[ENF-VAL-8] runs the named validator, which sees the whole check', async () => {
    const check: Check = { type: 'custom', validator: 'no-debug', target: 'src/a.ts', wanted: 'yes' };
    assert.equal((await passes(FILES, check, parts)).validators?.at(-1)?.validator, 'no-debug');
    await fails(FILES, { ...check, wanted: 'no' }, { expected: '{"wanted":"yes"}', actual: '["no","really"]' }, parts);
  });

  it('[ENF-VAL-8] target names the validator where validator does not', async () => {
    await passes(FILES, { type: 'custom', target: 'no-debug', wanted: 'yes' }, parts);
  });

  it('[ENF-VAL-8] one that is not registered, or none at all, fails by its name', async () => {
    await errs(
      FILES,
      { type: 'custom', target: 'licence' },
      /no validator is registered under the name licence/,
      parts,
    );
    await errs(FILES, { type: 'custom' }, /It names no validator/, parts);
  });

  it('[ENF-VAL-8] built-in validators do not answer it', async () => {
    await errs(FILES, { type: 'custom', validator: 'exists', target: 'src/a.ts' }, /exists does not answer it/, parts);
  });

  it('[ENF-PLUG-3] what it speaks of must exist', async () => {
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

  /** A judge that answers the same each time and remembers what it was asked. */
  class Judges implements Judge {
    readonly model: string;
    readonly asked: JudgeQuestion[] = [];
    readonly #verdict: JudgeVerdict;

    constructor(given: JudgeVerdict, model = 'test:judge') {
      this.#verdict = given;
      this.model = model;
    }

    judge(question: JudgeQuestion): Promise<JudgeVerdict> {
      this.asked.push(question);
      return Promise.resolve(this.#verdict);
    }
  }

  class Verdicts implements VerdictStore {
    readonly kept = new Map<string, JudgeVerdict>();

    get(key: string): Promise<JudgeVerdict | undefined> {
      return Promise.resolve(this.kept.get(key));
    }

    put(key: string, given: JudgeVerdict): Promise<void> {
      this.kept.set(key, given);
      return Promise.resolve();
    }
  }

  const asked: Check = { type: 'llm_judge', target: 'src/*.ts', question: 'Are all exports constants?' };

  it('[ENF-FUTURE-1] asks the judge, and shows its reasons, how sure it is, and the cost', async () => {
    const judge = new Judges(verdict);
    const result = await passes(FILES, { ...asked, files: ['docs/*.md'] }, { judge });
    assert.equal(result.expected, 'Are all exports constants?');
    assert.equal(
      result.actual,
      'pass (confidence 0.80, test:judge, $0.0123): Every export is a constant. Evidence: src/a.ts:1.',
    );
    assert.deepEqual(
      judge.asked[0]?.files.map(({ path }) => path),
      ['src/a.ts', 'src/b.ts', 'docs/x.md'],
    );
  });

  it('[ENF-FUTURE-1] a verdict against it, an undecided one, and one that is not sure enough fail', async () => {
    const words = (said: string) => ({
      expected: 'Are all exports constants?',
      actual: `${said} (confidence 0.80, test:judge, cost unknown): No. Evidence: src/a.ts:1.`,
    });
    for (const said of ['fail', 'undecided'] as const) {
      const judge = new Judges({ ...verdict, verdict: said, rationale: 'No.', costUsd: null });
      await fails(FILES, asked, words(said), { judge });
    }
    const unsure = await checkOne(FILES, { ...asked, minConfidence: 0.9 }, { judge: new Judges(verdict) });
    assert.equal(unsure.passed, false);
    assert.equal(unsure.expected, 'Are all exports constants? (confidence at least 0.9)');
  });

  it('[ENF-FUTURE-1] an unchanged input is judged once by each model', async () => {
    const verdicts = new Verdicts();
    const judge = new Judges(verdict);
    await passes(FILES, asked, { judge, verdicts });
    await passes(FILES, asked, { judge, verdicts });
    assert.equal(judge.asked.length, 1);
    await passes({ ...FILES, 'src/b.ts': 'export const b = 3;\n' }, asked, { judge, verdicts });
    assert.equal(judge.asked.length, 2, 'another text');
    await passes(FILES, { ...asked, question: 'Really?' }, { judge, verdicts });
    assert.equal(judge.asked.length, 3, 'another question');
    const other = new Judges(verdict, 'test:other');
    await passes(FILES, asked, { judge: other, verdicts });
    assert.equal(other.asked.length, 1, 'another model');
  });

  it('[ENF-FUTURE-1] without a target it is shown the chunk’s own files', async () => {
    const judge = new Judges(verdict);
    const check: Check = { type: 'llm_judge', question: 'Good?' };
    await passes(FILES, check, { judge, changedFiles: new Set(['src/b.ts', 'src/deleted.ts']) });
    await passes(FILES, check, { judge, allowedFiles: ['src/a*'] });
    assert.deepEqual(
      judge.asked.map(({ files }) => files.map(({ path }) => path)),
      [['src/b.ts'], ['src/a.ts']],
    );
    await errs(FILES, check, /there is no file to look at/, { judge });
  });

  it('[ENF-FUTURE-1] [ENF-VAL-14] without a model, and with one that fails, it fails with the reason', async () => {
    await errs(FILES, asked, /no model is configured/);
    const judge: Judge = { model: 'test:judge', judge: () => Promise.reject(new Error('rate limited')) };
    await errs(FILES, asked, /rate limited/, { judge });
    await errs({ 'src/a.ts': 'a'.repeat(500_000) }, asked, /too much/, { judge });
  });
});
