import assert from 'node:assert/strict';
import { usesColor } from '../../../src/cli/base/terminal.ts';

describe('usesColor', () => {
  it('follows FORCE_COLOR, then NO_COLOR, then the terminal', () => {
    const cases: readonly (readonly [
      isTerminal: boolean,
      environment: Readonly<Record<string, string>>,
      expected: boolean,
    ])[] = [
      [true, {}, true],
      [false, {}, false],
      [false, { FORCE_COLOR: '1' }, true],
      [false, { FORCE_COLOR: '' }, true],
      [false, { FORCE_COLOR: 'true' }, true],
      [true, { FORCE_COLOR: '0' }, false],
      [true, { FORCE_COLOR: 'false' }, false],
      [false, { FORCE_COLOR: '3', NO_COLOR: '1' }, true],
      [true, { NO_COLOR: '1' }, false],
      [true, { NO_COLOR: '' }, true],
      [true, { TERM: 'dumb' }, false],
      [false, { TERM: 'dumb', FORCE_COLOR: '1' }, true],
    ];
    for (const [isTerminal, environment, expected] of cases) {
      assert.equal(usesColor(isTerminal, environment), expected, `${isTerminal} ${JSON.stringify(environment)}`);
    }
  });
});
