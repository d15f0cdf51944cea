import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { splitCommand } from '../../src/workspace/command-line.ts';
import '../random-seed.ts';

describe('A command line', () => {
  it('is cut as a shell would cut it', () => {
    for (const [text, words] of [
      ['npm test', ['npm', 'test']],
      ['  npm   run  build ', ['npm', 'run', 'build']],
      [`node -e "console.log('a b')"`, ['node', '-e', "console.log('a b')"]],
      [`node -e 'x => "$y" | z'`, ['node', '-e', 'x => "$y" | z']],
      ['a "b c"d \'e f\'g', ['a', 'b cd', 'e fg']],
      ['a "" \'\'', ['a', '', '']],
      ['a "\\"q\\" \\\\ \\n"', ['a', '"q" \\ \\n']],
      ['a b\\ c \\"d \\&', ['a', 'b c', '"d', '&']],
      ['scripts\\build.cmd C:\\tools\\x', ['scripts\\build.cmd', 'C:\\tools\\x']],
      ['a --x=y k=v', ['a', '--x=y', 'k=v']],
      ['a #b c#d', undefined],
      ['a c#d', ['a', 'c#d']],
      ['grep 5$ a', ['grep', '5$', 'a']],
      ['mocha "test/*.ts"', ['mocha', 'test/*.ts']],
      ['a {b} a~b', ['a', '{b}', 'a~b']],
      ['echo ünï ☂', ['echo', 'ünï', '☂']],
    ] as const) {
      if (words === undefined) assert.throws(() => splitCommand(text), { code: 'process' }, text);
      else assert.deepEqual(splitCommand(text), words, text);
    }
  });

  it('that only a shell could run is refused, and the message says why', () => {
    for (const [text, reason] of [
      ['a | b', /pipe/],
      ['a && b', /shell operator/],
      ['a; b', /shell operator/],
      ['a > b', /redirection/],
      ['a 2>&1', /redirection/],
      ['a `b`', /substitution/],
      ['a "`b`"', /substitution/],
      ['a $(b)', /variable or substitution/],
      ['a $HOME', /variable/],
      ['a "${HOME}"', /variable/],
      ['(a)', /subshell/],
      ['a\nb', /line break/],
      ['a *.ts', /glob/],
      ['a b?', /glob/],
      ['a [b]', /glob/],
      ['a {b,c}', /brace/],
      ['a ~/b', /"~"/],
      ['NODE_ENV=test npm test', /assignment/],
      ['a "b', /double quote does not close/],
      ["a 'b", /single quote does not close/],
      ['', /no program/],
      ['  ', /no program/],
      ['""', /no program/],
    ] as const) {
      assert.throws(
        () => splitCommand(text),
        (thrown: Error) => reason.test(thrown.message),
        text,
      );
    }
  });

  it('means to us what it means to a shell, wherever we take it', function () {
    if (process.platform === 'win32') this.skip();
    const alphabet = fc.constantFrom('a', 'b', ' ', '"', "'", '\\', '$', '=', '#', '-', '*', ';', '~');
    const lines = new Set<string>();
    fc.assert(
      fc.property(fc.array(alphabet, { minLength: 1, maxLength: 9 }), (characters) => {
        lines.add(`x ${characters.join('')}`);
      }),
      { numRuns: 1_500 },
    );
    // A backslash before anything but a special character is a separator of Windows to us, and nothing to a shell.
    const ours = [...lines]
      .filter((line) => !/\\[ab=-]|\\$/.test(line))
      .flatMap((line) => {
        try {
          return [{ line, words: splitCommand(line) }];
        } catch {
          return [];
        }
      });
    assert.ok(ours.length > 100);
    const script = ours.map(({ line }) => `x() { printf '%s\\0' "$@"; printf '\\1'; }; ${line}`).join('\n');
    const printed = execFileSync('sh', ['-c', script], { encoding: 'utf8' });
    const theirs = printed.split('\u0001').slice(0, -1);
    for (const [index, { line, words }] of ours.entries()) {
      const expected =
        words
          .slice(1)
          .map((word) => `${word}\0`)
          .join('') || '\0';
      assert.equal(theirs[index], expected, line);
    }
  });
});
