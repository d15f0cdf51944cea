import assert from 'node:assert/strict';
import { toGitHubAnnotations } from '../../../src/cli/render/check-github.ts';
import type { CheckReport } from '../../../src/cli/render/check-issues.ts';
import { toJUnit } from '../../../src/cli/render/check-junit.ts';
import { toMarkdown } from '../../../src/cli/render/check-markdown.ts';
import { toCheckSarif } from '../../../src/cli/render/check-sarif.ts';
import type { ChangeFinding } from '../../../src/engine.ts';

const MESSAGE = 'No file differs from the base: nothing was judged';

/** The report on a change with one finding and no changed file. */
function reportOf(finding: Omit<ChangeFinding, 'severity'>): CheckReport {
  const change = {
    ok: true,
    base: '1',
    head: '1',
    changedFiles: [],
    chunks: [],
    notes: [],
    findings: [{ severity: 'warning', ...finding } as const],
  };
  return { ok: true, strict: false, folders: [{ prefix: 'packages/a/', contracts: [], change }] };
}

describe('The formats of a check', () => {
  it('[AGENT-7] name no file for a finding about the whole change', () => {
    const report = reportOf({ kind: 'no-change', message: MESSAGE });
    assert.deepEqual(toGitHubAnnotations(report), [`::warning title=Holdfast (change/no-change)::${MESSAGE}`]);
    const [run] = toCheckSarif(report, '1.0.0').runs;
    assert.deepEqual(run.results, []);
    assert.deepEqual(run.invocations[0]?.toolExecutionNotifications, [
      { level: 'warning', message: { text: MESSAGE } },
    ]);
    assert.ok(toJUnit(report).includes(`<system-out>${MESSAGE}</system-out>`));
    assert.ok(toMarkdown(report).includes(`| ⚠️ |  | ${MESSAGE} |`));
  });

  it('[AGENT-7] keep text that has a meaning in them as text', () => {
    const message = 'a\n::stop-commands::x % ]]> <b> | `c` \u0000\u001b[31m';
    const report = reportOf({ kind: 'syntax-error', message, file: 'src/a%,:\n].ts', line: 1 });
    const [annotation = '', ...others] = toGitHubAnnotations(report);
    assert.deepEqual(others, []);
    assert.doesNotMatch(annotation, /\n/);
    assert.match(annotation, /^::warning file=packages\/a\/src\/a%25%2C%3A%0A\]\.ts,line=1,/);
    const xml = toJUnit(report);
    assert.doesNotMatch(xml, /\]\]>|<b>|[\u0000\u001b]/);
    const rows = toMarkdown(report)
      .split('\n')
      .filter((line) => line.startsWith('| ⚠️'));
    assert.equal(rows.length, 1);
    assert.equal(rows[0]?.match(/(?<!\\)\|/g)?.length, 4, 'three cells');
    const [result] = toCheckSarif(report, '1.0.0').runs[0].results;
    const uri = result?.locations[0]?.physicalLocation.artifactLocation.uri;
    assert.equal(uri, 'packages/a/src/a%25%2C%3A%0A%5D.ts');
  });
});
