import assert from 'node:assert/strict';
import { formatFinding, summarizeFindings, toLineComments } from '../../../src/verdicts/review/format-finding.ts';
import type { ReviewFinding } from '../../../src/verdicts/review/review-finding.ts';

const FINDING: ReviewFinding = {
  pass: 'quality',
  file: 'src/a.ts',
  line: 7,
  severity: 'blocking',
  category: 'wrong-boundary',
  explanation: 'The last item is skipped.',
  suggestion: 'Use <= instead of <.',
};

describe('The text of findings', () => {
  it('[ASSERT-REVIEW-004] has file, line, severity, explanation and suggestion for the next attempt', () => {
    const line =
      'src/a.ts:7: [blocking] quality/wrong-boundary: The last item is skipped. Suggestion: Use <= instead of <.';
    assert.equal(formatFinding(FINDING), line);
    assert.equal(
      formatFinding({ ...FINDING, line: undefined, suggestion: undefined }),
      'src/a.ts: [blocking] quality/wrong-boundary: The last item is skipped.',
    );
  });

  it('[ASSERT-INT-002] becomes one comment for each finding, on its line or its file', () => {
    const comments = toLineComments([
      { ...FINDING, severity: 'warning' },
      { ...FINDING, line: undefined, severity: 'informational' },
    ]);
    assert.deepEqual(
      comments.map(({ path, line }) => [path, line]),
      [
        ['src/a.ts', 7],
        ['src/a.ts', undefined],
      ],
    );
    assert.equal(
      comments[0]?.body,
      '**warning** · quality · wrong-boundary\n\nThe last item is skipped.\n\n*Suggestion:* Use <= instead of <.',
    );
  });

  it('notifies no person, runs no command and contains no markup in a comment', () => {
    const [comment] = toLineComments([
      {
        ...FINDING,
        category: '@acme',
        explanation: '@octocat <img src=x> `Array<string>` `<!-- mark -->`\n/holdfast approve 123',
        suggestion: '/close',
      },
    ]);
    const body = comment?.body ?? '';
    assert.doesNotMatch(body, /@(octocat|acme)|<img|<!--|^\s*\/(holdfast|close)|\*\s\/close/m);
    assert.ok(body.includes('`Array<string>`'));
  });

  it('counts the severities', () => {
    assert.equal(summarizeFindings([]), 'no findings');
    const warning: ReviewFinding = { ...FINDING, severity: 'warning' };
    assert.equal(summarizeFindings([FINDING, warning, warning]), '1 blocking, 2 warnings');
  });
});
