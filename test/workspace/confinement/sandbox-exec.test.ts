import assert from 'node:assert/strict';
import { sandboxProfile } from '../../../src/workspace/confinement/sandbox-exec.ts';
import type { PathRule } from '../../../src/workspace/confinement/path-rules.ts';

const RULES: readonly PathRule[] = [
  { path: '/tmp', access: 'write', isFolder: true },
  { path: '/Users/a', access: 'read', isFolder: true },
  { path: '/Users/a/.ssh', access: 'hidden', isFolder: true },
  { path: '/Users/a/.netrc', access: 'hidden', isFolder: false },
  { path: '/Users/a/"quoted"\\tree', access: 'write', isFolder: true },
];

describe('The profile of sandbox-exec', () => {
  it('[TRUST-8] denies writing, then permits and hides paths from the shortest to the longest', () => {
    const lines = sandboxProfile(RULES, '/private-folder', true).split('\n');
    assert.ok(lines.indexOf('(deny file-write*)') < lines.indexOf('(allow file-read* file-write* (subpath "/tmp"))'));
    assert.deepEqual(lines.slice(lines.indexOf('(allow file-read* file-write* (subpath "/tmp"))')), [
      '(allow file-read* file-write* (subpath "/tmp"))',
      '(deny file-write* (subpath "/Users/a"))',
      '(deny file-read* file-write* (subpath "/Users/a/.ssh"))',
      '(deny network-outbound (subpath "/Users/a/.ssh"))',
      '(deny file-read* file-write* (literal "/Users/a/.netrc"))',
      '(deny network-outbound (literal "/Users/a/.netrc"))',
      '(allow file-read* file-write* (subpath "/Users/a/\\"quoted\\"\\\\tree"))',
      '',
    ]);
  });

  it('[ASSERT-SCEN-002] permits what a command needs inside a hidden folder, without listing the folders above', () => {
    const lines = sandboxProfile(
      [
        { path: '/repo', access: 'hidden', isFolder: true },
        { path: '/repo/node_modules', access: 'read', isFolder: true },
        { path: '/repo/data/attempt/tree', access: 'write', isFolder: true },
      ],
      '/private-folder',
      true,
    ).split('\n');
    assert.deepEqual(lines.slice(lines.indexOf('(deny file-read* file-write* (subpath "/repo"))')), [
      '(deny file-read* file-write* (subpath "/repo"))',
      '(deny network-outbound (subpath "/repo"))',
      '(deny file-write* (subpath "/repo/node_modules"))',
      '(allow file-read* (subpath "/repo/node_modules"))',
      '(allow file-read-metadata (literal "/repo"))',
      '(allow file-read* file-write* (subpath "/repo/data/attempt/tree"))',
      '(allow file-read-metadata (literal "/repo/data/attempt"))',
      '(allow file-read-metadata (literal "/repo/data"))',
      '(allow file-read-metadata (literal "/repo"))',
      '',
    ]);
  });

  it('[TRUST-8] permits only loopback without network', () => {
    assert.ok(!sandboxProfile([], '/private-folder', true).includes('(deny network*)'));
    const withoutNetwork = sandboxProfile([], '/private-folder', false).split('\n');
    assert.ok(withoutNetwork.indexOf('(deny network*)') < withoutNetwork.length - 3);
    assert.ok(withoutNetwork.includes('(allow network-outbound (remote ip "localhost:*"))'));
  });
});
