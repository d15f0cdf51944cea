import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { splitCommand } from '../../../src/workspace/processes/split-command.ts';
import '../../random-seed.ts';

describe('splitCommand', () => {
  it('splits a line as a shell does', () => {
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

  it('rejects lines that need a shell, with the reason', () => {
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
      ['a "b', /double quote is not closed/],
      ["a 'b", /single quote is not closed/],
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

  it('agrees with a shell on every line that it accepts', function () {
    if (process.platform === 'win32') this.skip();
    const alphabet = fc.constantFrom('a', 'b', ' ', '"', "'", '\\', '$', '=', '#', '-', '*', ';', '~');
    const lines = new Set<string>();
    fc.assert(
      fc.property(fc.array(alphabet, { minLength: 1, maxLength: 9 }), (characters) => {
        lines.add(`x ${characters.join('')}`);
      }),
      { numRuns: 1_500 },
    );
    // Before a character that is not special, a backslash is a Windows separator here, but an escape in a shell.
    const accepted = [...lines]
      .filter((line) => !/\\[ab=-]|\\$/.test(line))
      .flatMap((line) => {
        try {
          return [{ line, words: splitCommand(line) }];
        } catch {
          return [];
        }
      });
    assert.ok(accepted.length > 100);
    const script = accepted.map(({ line }) => `x() { printf '%s\\0' "$@"; printf '\\1'; }; ${line}`).join('\n');
    const printed = execFileSync('sh', ['-c', script], { encoding: 'utf8' });
    const shellOutput = printed.split('\u0001').slice(0, -1);
    for (const [index, { line, words }] of accepted.entries()) {
      const expected =
        words
          .slice(1)
          .map((word) => `${word}\0`)
          .join('') || '\0';
      assert.equal(shellOutput[index], expected, line);
    }
  });
});
