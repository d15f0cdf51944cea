import assert from 'node:assert/strict';
import { listNeededCode } from '../../../src/verdicts/protection/loading/needed-code.ts';

const FILES = ['src/math.ts', 'test/helper.js', 'test/math.test.ts'];

function neededFor(before: string, after: string): readonly string[] {
  return listNeededCode([{ path: 'test/helper.js', previousPath: undefined, before, after }], FILES);
}

describe('A changed file that may replace what tests import', () => {
  for (const { title, before, after } of [
    { title: 'a member', before: '', after: "import m from '../src/math.js';\nm.add = () => 3;" },
    {
      title: 'a member, in two lines',
      before: '',
      after: "const m = require('../src/math');\nm.add\n  = () => 3;",
    },
    {
      title: 'a member, after another line end',
      before: '',
      after: "const m = require('../src/math');\rm.add = () => 3;",
    },
    {
      title: 'a member of a binding with a usual name',
      before: '',
      after: "import module from '../src/math.js';\nmodule.add = () => 3;",
    },
    {
      title: 'a member of another module than before',
      before: "const m = require('./fake');\nm.add = () => 3;",
      after: "const m = require('../src/math');\nm.add = () => 3;",
    },
    { title: 'another module by a mock', before: "vi.mock(\n  './a',\n);", after: "vi.mock(\n  './math',\n);" },
  ]) {
    it(`[PROOF-3] is compared with the tests: ${title}`, () => {
      assert.deepEqual(neededFor(before, after), ['test/helper.js', 'test/math.test.ts', 'src/math.ts']);
    });
  }

  it('[PROOF-3] is not one that only assigns members of other objects', () => {
    assert.deepEqual(
      neededFor('', 'class A {\n  constructor(own) {\n    this.add = 1;\n    own.sum = 2;\n  }\n}\n'),
      [],
    );
  });
});
