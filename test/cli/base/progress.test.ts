import assert from 'node:assert/strict';
import { CommandProgress } from '../../../src/cli/base/command-progress.ts';
import { StatusLine } from '../../../src/cli/base/status-line.ts';
import { callHoldfast } from '../support/holdfast.ts';
import { Workspace } from '../support/workspace.ts';

class Stream {
  text = '';
  readonly isTTY: boolean | undefined;
  readonly columns: number | undefined;

  constructor(isTTY: boolean | undefined, columns?: number) {
    this.isTTY = isTTY;
    this.columns = columns;
  }

  write(text: string): void {
    this.text += text;
  }

  /** The lines as a person sees them: a carriage return and an erased line replace the last one. */
  get seen(): string {
    return this.text
      .split('\n')
      .map((line) => line.split('\r\u001b[2K').at(-1))
      .join('\n');
  }
}

/** What a command shows: the texts at each number of milliseconds. */
function showAt(steps: readonly (readonly [ms: number, done?: number])[]): readonly string[] {
  const shown: string[] = [];
  let now = 5_000;
  using progress = new CommandProgress(
    { status: (text) => void (text === '' || shown.push(text)) },
    'check',
    () => now,
  );
  for (const [ms, done] of steps) {
    now = 5_000 + ms;
    if (done === undefined) progress.update();
    else progress.report({ what: 'Checking chunks', done, total: 12_000 });
  }
  return shown;
}

describe('The progress of a command', () => {
  it('is shown after a second: what, how many of how many, and how long', () => {
    assert.deepEqual(showAt([[0], [500, 1], [999]]), []);
    assert.deepEqual(showAt([[1_000]]), ['check · 1 s']);
    assert.deepEqual(showAt([[900, 1_200], [61_400]]), ['Checking chunks: 1,200 of 12,000 · 61 s']);
    assert.deepEqual(
      showAt([
        [1_000, 1],
        [1_100, 2],
        [1_199, 3],
        [1_200, 4],
      ]),
      ['Checking chunks: 1 of 12,000 · 1 s', 'Checking chunks: 4 of 12,000 · 1 s'],
      'a loop that does not wait for timers is shown, at most five times a second',
    );
  });

  it('is removed at the end of the command', () => {
    for (const [ms, expected] of [
      [1_000, ['check · 1 s', '']],
      [999, []],
    ] as const) {
      const shown: string[] = [];
      let now = 5_000;
      {
        using progress = new CommandProgress({ status: (text) => void shown.push(text) }, 'check', () => now);
        now += ms;
        progress.update();
      }
      assert.deepEqual(shown, expected);
    }
  });

  it('is one line of a terminal, which other text replaces, and which is never wider than the terminal', () => {
    const stream = new Stream(true, 20);
    const status = new StatusLine(stream);
    status.show('Reading files: 1 of 5');
    status.show('Reading files: 2 of 5');
    assert.equal(stream.seen, 'Reading files: 2 of');
    status.beforeText('\n');
    stream.write('a finding\n');
    assert.equal(stream.seen, 'a finding\n');
    status.show('Reading \u001b[31mfiles');
    status.show('');
    assert.equal(stream.seen, 'a finding\n');
    assert.equal(stream.text.includes('\u001b[31m'), false);
  });

  it('does not replace a part of a line: an answer that is streamed, or a question', () => {
    const stream = new Stream(true);
    const status = new StatusLine(stream);
    status.beforeText('Apply? ');
    stream.write('Apply? ');
    status.show('Reading files');
    assert.equal(stream.seen, 'Apply? ');
    status.beforeText('\n');
    status.show('Reading files');
    assert.notEqual(stream.seen, 'Apply? ');
  });

  it('writes nothing if standard error is not a terminal', () => {
    for (const isTTY of [false, undefined]) {
      const stream = new Stream(isTTY);
      const status = new StatusLine(stream);
      status.show('Reading files');
      status.beforeText('\n');
      status.show('');
      assert.equal(stream.text, '');
    }
  });

  it('is switched off by --no-progress, before or after the name of any command', async () => {
    using workspace = new Workspace({ 'a.ts': '' });
    for (const args of [
      ['check'],
      ['exports'],
      ['plan', 'check', 'x.yaml'],
      ['results', 'list'],
      ['run', 'x.yaml', '--all'],
    ]) {
      for (const all of [
        ['--no-progress', ...args],
        [...args, '--no-progress'],
      ]) {
        const { stderr } = await callHoldfast(workspace.folder, all, workspace.environment());
        assert.doesNotMatch(stderr, /unknown option/, all.join(' '));
      }
    }
  });
});
