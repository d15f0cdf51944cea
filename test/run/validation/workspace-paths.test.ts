import assert from 'node:assert/strict';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { pathToFileURL } from 'node:url';
import { readErrorLocations } from '../../../src/workspace/processes/error-locations.ts';
import { toWorkspacePaths } from '../../../src/run/validation/workspace-paths.ts';

const ROOT = join(tmpdir(), 'attempts', 'a (1)', 'shop+web');

describe('the paths in the output of a command', () => {
  it('[ENF-CTX-7] are relative to the workspace folder, and remain locations', () => {
    const file = join(ROOT, 'src', 'sum.ts');
    const output = `${file}(3,1): error TS2304: Cannot find name 'a'.\n    at sum (${pathToFileURL(file).href}:5:25)\n`;
    const relative = toWorkspacePaths(output, ROOT);
    assert.equal(relative.includes(ROOT), false);
    assert.deepEqual(readErrorLocations(relative), [
      { path: join('src', 'sum.ts'), line: 3 },
      { path: 'src/sum.ts', line: 5 },
    ]);
  });

  it('[ENF-CTX-7] keep other paths', () => {
    const output = `/other${ROOT}/src/sum.ts ${ROOT}2/a.ts ${ROOT}`;
    assert.equal(toWorkspacePaths(output, ROOT), output);
  });
});
