import assert from 'node:assert/strict';
import { findLastError } from '../../../src/workspace/processes/last-error.ts';

const fromError = (standardError: string): string | undefined => findLastError({ standardError, output: 'ok\n' });

describe('The last error of a command', () => {
  it('[EDIT-8] is its own error, not what package managers and stacks add to it', () => {
    assert.equal(
      fromError('node: bad option: --experimental-strip-types\nnpm error Lifecycle script `test` failed with error:\n'),
      'node: bad option: --experimental-strip-types',
    );
    assert.equal(
      fromError(
        "node:internal/modules/esm/resolve:275\n    throw new ERR();\n    ^\n\nError: Cannot find module '/a.mjs'\n    at open (node:fs:1:2) {\n  code: 'ERR_MODULE_NOT_FOUND'\n}\n\nNode.js v24.1.0\n",
      ),
      "Error: Cannot find module '/a.mjs'",
    );
    const makefile = 'Makefile:5: "could not find golangci-lint in /bin"\n';
    assert.equal(
      findLastError({
        standardError: makefile,
        output: `${makefile}--- PASS: TestB\npanic: nil pointer dereference\nmake: *** [Makefile:24: test] Error 1\n`,
      }),
      'panic: nil pointer dereference',
    );
    assert.equal(fromError('Makefile:3: *** missing separator.  Stop.\n'), 'Makefile:3: *** missing separator.  Stop.');
    assert.equal(fromError('\u001b[31msh: 1: tsc: not found\u001b[0m\r\n'), 'sh: 1: tsc: not found');
  });

  it('[EDIT-8] comes from standard output if standard error has none', () => {
    const output = "> service@1.0.0 build\n> tsc\n\na.ts(1,7): error TS2304: Cannot find name 'x'.\n";
    const standardError = 'npm error code 2\nnpm error path /tmp\n';
    assert.equal(
      findLastError({ standardError, output: output + standardError }),
      "a.ts(1,7): error TS2304: Cannot find name 'x'.",
    );
  });

  it('[EDIT-8] is that of the package manager if nothing else failed, and absent if nothing was printed', () => {
    assert.equal(fromError('npm error Missing script: "build"\n'), 'npm error Missing script: "build"');
    assert.equal(findLastError({ standardError: ' \n', output: '\n' }), undefined);
  });
});
