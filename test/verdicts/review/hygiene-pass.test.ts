import assert from 'node:assert/strict';
import { parseDiff } from '../../../src/verdicts/review/diff/parse-diff.ts';
import { runHygienePass } from '../../../src/verdicts/review/hygiene-pass.ts';
import type { ReviewInput } from '../../../src/verdicts/review/review-input.ts';

/** The sample is joined here, so that this file has no secret. */
const SECRET = ['gh', 'p_wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx'].join('');
const LINE = `const token = "${SECRET}";`;

/** A review of one file whose last lines a change adds. */
function inputOf(path: string, text: string, { binary = false } = {}): ReviewInput {
  const change = { files: [{ path, text }], changedFiles: [{ path, binary }] };
  return { change, protectedChanges: [] } as unknown as ReviewInput;
}

function diffOf(path: string, hunks: string): ReturnType<typeof parseDiff> {
  return parseDiff(`diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n${hunks}`);
}

describe('runHygienePass', () => {
  it('reports a secret at its added line, with every separator before and in it', async () => {
    for (const separator of ['', '\u2028', '\u2029', '\r', '\u0085', '\f', '\u2028\u2028\r']) {
      const kept = `const a = 1;${separator}const b = 2;`;
      const added = `x${separator}${LINE}${separator}y`;
      const files = diffOf('src/a.ts', `@@ -1,1 +1,2 @@\n ${kept}\n+${added}\n`);
      const { findings, secrets } = await runHygienePass(inputOf('src/a.ts', `${kept}\n${added}\n`), files, {});
      assert.deepEqual(
        findings.map(({ category, line, severity }) => [category, line, severity]),
        [['secret', 2, 'blocking']],
        JSON.stringify(separator),
      );
      assert.deepEqual(secrets, [SECRET]);
    }
  });

  it('reports a secret for the file if the diff does not show where it is', async () => {
    const text = `const a = 1;\n${LINE}\n`;
    const cut = diffOf('src/a.ts', '@@ -1,1 +1,3 @@\n const a = 1;\n');
    const binary = parseDiff(
      'diff --git a/src/a.ts b/src/a.ts\nindex 1..2 100644\nBinary files a/src/a.ts and b/src/a.ts differ\n',
    );
    for (const files of [cut, binary]) {
      const { findings } = await runHygienePass(inputOf('src/a.ts', text), files, {});
      assert.deepEqual(
        findings.map(({ category, line, severity }) => [category, line, severity]),
        [['secret', undefined, 'blocking']],
      );
      assert.match(findings[0]?.explanation ?? '', /The file contains a secret/);
    }
  });

  it('does not report a secret in a line that the change only shows, and masks it', async () => {
    const files = diffOf('src/a.ts', `@@ -1,1 +1,2 @@\n ${LINE}\n+const b = 1;\n`);
    const outcome = await runHygienePass(inputOf('src/a.ts', `${LINE}\nconst b = 1;\n`), files, {});
    assert.deepEqual(outcome.findings, []);
    assert.deepEqual(outcome.secrets, [SECRET]);
  });
});
