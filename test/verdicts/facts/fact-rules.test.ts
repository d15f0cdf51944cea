import assert from 'node:assert/strict';
import type { SampleFile } from '../../../src/verdicts/facts/interface/fact-rule.ts';
import { FACT_RULES } from '../../../src/verdicts/facts/fact-rules.ts';
import { findFacts } from '../../../src/verdicts/facts/find-facts.ts';

/** The rules that report a sample. */
async function reportingRules(sample: readonly SampleFile[]): Promise<readonly string[]> {
  const files = sample.map(({ file, before, after }) => ({ path: file, before, after }));
  const facts = await findFacts({ files, changedPaths: files.map(({ path }) => path) });
  return facts.map(({ rule }) => rule);
}

function describeSample(sample: readonly SampleFile[]): string {
  return sample.map(({ file, before, after }) => `${file}\n${before ?? '(none)'}\n→\n${after ?? '(none)'}`).join('\n');
}

describe('The rules of facts', () => {
  it('have different ids and the form of a message', () => {
    assert.equal(new Set(FACT_RULES.map(({ id }) => id)).size, FACT_RULES.length);
    for (const { id, message, reason } of FACT_RULES) {
      assert.match(id, /^[a-z]+(-[a-z]+)*$/);
      assert.match(message, /^[A-Z][^\n]*[^.]$/, id);
      assert.match(reason, /^[A-Z][^\n]*\.$/, id);
    }
  });

  for (const rule of FACT_RULES) {
    it(`[PROOF-5] ${rule.id} reports its samples`, async () => {
      assert.ok(rule.samples.length > 0);
      for (const sample of rule.samples) {
        const reported = await reportingRules(sample);
        assert.ok(reported.includes(rule.id), `not reported: ${describeSample(sample)}`);
      }
    });

    it(`[PROOF-5] ${rule.id} leaves its near misses alone`, async () => {
      assert.ok(rule.nearMisses.length > 0);
      for (const nearMiss of rule.nearMisses) {
        const reported = await reportingRules(nearMiss);
        assert.ok(!reported.includes(rule.id), `reported: ${describeSample(nearMiss)}`);
      }
    });

    it(`[PROOF-5] ${rule.id} reports nothing of files that did not change`, async () => {
      for (const sample of [...rule.samples, ...rule.nearMisses]) {
        const same = sample.map(({ file, after = '' }) => ({ file, before: after, after }));
        assert.deepEqual(await reportingRules(same), [], describeSample(same));
      }
    });
  }
});
