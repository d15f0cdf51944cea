import assert from 'node:assert/strict';
import { toGitHubAnnotations } from '../../../src/cli/render/check-github.ts';
import { listIssues, type CheckReport } from '../../../src/cli/render/check-issues.ts';
import { toJUnit } from '../../../src/cli/render/check-junit.ts';
import { toMarkdown } from '../../../src/cli/render/check-markdown.ts';
import { toCheckSarif } from '../../../src/cli/render/check-sarif.ts';
import type { ChangeFinding, Fact } from '../../../src/engine.ts';
import { toProblem } from '../../../src/run/validation/stage-command.ts';

const MESSAGE = 'No file differs from the base: nothing was judged';

/** The report on a change with one finding and no changed file. */
function reportOf(finding: Omit<ChangeFinding, 'severity'>, facts: readonly Fact[] = []): CheckReport {
  const change = {
    ok: true,
    base: '1',
    head: '1',
    changedFiles: [],
    chunks: [],
    notes: [],
    facts,
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
    assert.equal(rows.length, 2, 'the first line, and the whole message in the folded part');
    for (const row of rows) assert.equal(row.match(/(?<!\\)\|/g)?.length, 4, 'three cells');
    const [result] = toCheckSarif(report, '1.0.0').runs[0].results;
    const uri = result?.locations[0]?.physicalLocation.artifactLocation.uri;
    assert.equal(uri, 'packages/a/src/a%25%2C%3A%0A%5D.ts');
  });

  it('[PROOF-4] show facts apart from findings: ten, then their number', () => {
    const facts = Array.from({ length: 12 }, (_, index): Fact => {
      const file = `test/a${index}.test.ts`;
      return { rule: 'expected-value', file, line: 4, message: 'A value changed', before: '1', after: '2', places: 1 };
    });
    const report = reportOf({ kind: 'no-change', message: MESSAGE }, facts);
    const place = 'file=packages/a/test/a0.test.ts,line=4,title=Holdfast (fact/expected-value)';
    const annotations = toGitHubAnnotations(report);
    assert.equal(annotations[1], `::notice ${place}::A value changed: 1 → 2`);
    assert.equal(annotations.length, 12);
    assert.equal(annotations.at(-1), '::notice title=Holdfast::2 more facts about the change');
    const [run] = toCheckSarif(report, '1.0.0').runs;
    assert.equal(run.results.length, 12);
    assert.ok(run.results.every(({ level, ruleId }) => level === 'note' && ruleId === 'fact/expected-value'));
    const markdown = toMarkdown(report);
    assert.match(markdown, /\n\n0 errors and 1 warning; 12 facts to look at\.\n/);
    const [findings = '', own = ''] = (markdown.split('<details>')[1] ?? '').split('### To look at');
    assert.doesNotMatch(findings, /A value changed/);
    assert.equal(own.match(/A value changed/g)?.length, 10);
    assert.match(own, /2 more facts\./);
    assert.match(toJUnit(report), /name="What to look at, and 2 more facts"/);
    assert.doesNotMatch(toJUnit(report), /<failure/);
    assert.match(toJUnit({ ...report, failOn: 'fact' }), /<failure/);
  });

  it('[AGENT-7] report a failed command once, and each other problem, also one that names it', () => {
    const command = 'npm test';
    const failed = {
      stage: 'acceptance',
      command,
      passed: false,
      exitCode: 1,
      output: '1 failed',
      durationMs: 1,
    } as const;
    const other = { stage: 'verify', message: `"${command}" is not due` } as const;
    const check = {
      id: 'one',
      title: 'One',
      verdict: 'unsatisfied',
      ...{ assertResults: [], suggestResults: [], postconditionResults: [] },
      full: { commands: [failed], problems: [toProblem(failed), other], gates: [] },
    } as const;
    const report = reportOf({ kind: 'no-change', message: MESSAGE });
    const [folder] = report.folders;
    assert.ok(folder?.change);
    const chunks = [{ contract: 'a.contract.yaml', chunk: 'one', relation: 'written', check, fails: true } as const];
    const issues = listIssues({ ...report, folders: [{ ...folder, change: { ...folder.change, chunks } }] });
    assert.deepEqual(
      issues.map(({ rule, message }) => [rule, message]).filter(([rule]) => rule !== 'change/no-change'),
      [
        ['command/acceptance', `Failed: ${command}\n1 failed`],
        ['command/verify', other.message],
      ],
    );
  });
});
