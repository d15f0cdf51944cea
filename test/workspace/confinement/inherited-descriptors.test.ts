import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';

const MODULE = new URL('../../../src/workspace/confinement/inherited-descriptors.ts', import.meta.url).href;
const print = (descriptor: number): string => `const { extraDescriptors } = await import(${JSON.stringify(MODULE)});
const entries = await extraDescriptors(undefined);
console.log(typeof entries[${descriptor - 3}]);`;

/** The type of the entry for an open file that a process is started with; `undefined` if the system has no such number. */
function replacedIn(descriptor: number): string | undefined {
  const file = openSync('/dev/zero', 'r');
  try {
    const unused = Array.from({ length: descriptor - 3 }, () => 'ignore' as const);
    const { stdout, error } = spawnSync(process.execPath, ['--input-type=module', '-e', print(descriptor)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit', ...unused, file],
    });
    return error === undefined ? stdout.trim() : undefined;
  } finally {
    closeSync(file);
  }
}

describe('The open files that Holdfast was started with', () => {
  for (const descriptor of [20, 255, 1023, 1024, 1500]) {
    it(`[CONF-1] are the null device for a command: descriptor ${descriptor}`, function () {
      if (process.platform !== 'linux') this.skip();
      const replaced = replacedIn(descriptor);
      if (replaced === undefined) this.skip();
      assert.equal(replaced, 'number');
    });
  }
});
