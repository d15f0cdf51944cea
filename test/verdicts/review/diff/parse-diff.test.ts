import assert from 'node:assert/strict';
import { addedLines, commentableLines, parseDiff } from '../../../../src/verdicts/review/diff/parse-diff.ts';
import { createWholeFilesDiff } from '../../../../src/verdicts/review/diff/whole-files-diff.ts';
import { Workspace } from '../../../cli/support/workspace.ts';

/** The diff that git writes between the first commit and the files. */
function diffOf(
  before: Readonly<Record<string, string>>,
  change: (workspace: Workspace) => void,
  ...options: string[]
): string {
  using workspace = new Workspace(before);
  change(workspace);
  workspace.git('add', '-A');
  return `${workspace.git('diff', '--cached', '-M', ...options, 'HEAD')}\n`;
}

describe('parseDiff', () => {
  it('reads created, modified, renamed and deleted files with their lines', () => {
    const long = Array.from({ length: 30 }, (_, index) => `line ${index + 1}`).join('\n');
    const diff = diffOf({ 'a.txt': `${long}\n`, 'old.txt': `${long}\nend\n`, 'gone.txt': 'bye\n' }, (workspace) => {
      workspace.write({
        'a.txt': `${long.replace('line 5\n', 'line five\n').replace('line 25\n', '')}\n`,
        'new.txt': 'new\n',
      });
      workspace.git('mv', 'old.txt', 'renamed.txt');
      workspace.git('rm', '-q', 'gone.txt');
    });
    const files = parseDiff(diff);
    assert.deepEqual(
      files.map(({ path, previousPath, kind }) => [path, previousPath, kind]),
      [
        ['a.txt', undefined, 'modified'],
        ['gone.txt', undefined, 'deleted'],
        ['new.txt', undefined, 'created'],
        ['renamed.txt', 'old.txt', 'renamed'],
      ],
    );
    const [modified, deleted] = files;
    assert.deepEqual([...addedLines(modified!)], [5]);
    assert.deepEqual([...commentableLines(modified!)], [2, 3, 4, 5, 6, 7, 8, 22, 23, 24, 25, 26, 27]);
    assert.deepEqual([...commentableLines(deleted!)], []);
    assert.ok(files.every(({ incomplete, binary }) => !incomplete && !binary));
  });

  it('does not take lines of a file for headers', () => {
    const before = '-- a comment\nselect 1;\n';
    const after = '++ b/other.sql\ndiff --git a/x b/x\n@@ -1 +1 @@\nselect 2;\n';
    const [file, ...others] = parseDiff(
      diffOf({ 'query.sql': before }, (workspace) => workspace.write({ 'query.sql': after })),
    );
    assert.deepEqual(others, []);
    assert.equal(file?.path, 'query.sql');
    assert.deepEqual([...addedLines(file)], [1, 2, 3, 4]);
  });

  it('reads paths with spaces, quotes, tabs and other letters', () => {
    const names = [
      'with space.txt',
      'größe.txt',
      'a/b/c d.txt',
      ...(process.platform === 'win32' ? [] : ['quo"te.txt', 'tab\tname.txt']),
    ];
    const diff = diffOf({ 'x.txt': 'x\n' }, (workspace) => {
      for (const name of names) workspace.write({ [name]: 'text\n', [`empty-${name}`]: '' });
    });
    assert.deepEqual(
      new Set(parseDiff(diff).map(({ path }) => path)),
      new Set([...names, ...names.map((name) => `empty-${name}`)]),
    );
  });

  it('removes the carriage returns of CRLF files, and counts a missing end of line as no line', () => {
    const diff = diffOf({ 'a.txt': 'one\r\ntwo' }, (workspace) => workspace.write({ 'a.txt': 'one\r\nTWO' }));
    const [file] = parseDiff(diff);
    assert.deepEqual(
      file?.hunks[0]?.lines.map(({ kind, text }) => `${kind} ${text}`),
      ['context one', 'deleted two', 'added TWO'],
    );
    const [crlf] = parseDiff(diff.replaceAll('\n', '\r\n').replaceAll('\r\r\n', '\r\n'));
    assert.deepEqual(crlf, file);
  });

  it('recognises binary files, and a diff that was cut', () => {
    const diff = diffOf({ 'a.txt': 'one\n' }, (workspace) => {
      workspace.writeBytes('image.png', new Uint8Array([0, 1, 2, 0]));
      workspace.write({ 'a.txt': 'one\ntwo\nthree\n' });
    });
    assert.deepEqual(
      parseDiff(diff).map(({ path, binary }) => [path, binary]),
      [
        ['a.txt', false],
        ['image.png', true],
      ],
    );
    const cut = diff.slice(0, diff.indexOf('+three'));
    assert.deepEqual(
      parseDiff(cut).map(({ incomplete }) => incomplete),
      [true],
    );
  });

  it('reads the diff of whole files', () => {
    const files = [
      { path: 'src/größe "x".ts', text: 'one\ntwo\n' },
      { path: 'empty.ts', text: '' },
      { path: 'open.ts', text: 'no end' },
    ];
    const parsed = parseDiff(createWholeFilesDiff(files));
    assert.deepEqual(
      parsed.map(({ path, kind, hunks }) => [path, kind, hunks.flatMap(({ lines }) => lines.map(({ text }) => text))]),
      [
        ['src/größe "x".ts', 'created', ['one', 'two']],
        ['empty.ts', 'created', []],
        ['open.ts', 'created', ['no end']],
      ],
    );
  });
});
