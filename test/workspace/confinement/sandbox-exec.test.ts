import assert from 'node:assert/strict';
import { privatePart } from '../../../src/workspace/confinement/private-folder.ts';
import { privateVariables, sandboxProfile } from '../../../src/workspace/confinement/sandbox-exec.ts';
import type { PathRule } from '../../../src/workspace/confinement/path-rules.ts';

const RULES: readonly PathRule[] = [
  { path: '/tmp', access: 'write', isFolder: true },
  { path: '/Users/a', access: 'read', isFolder: true },
  { path: '/Users/a/.ssh', access: 'hidden', isFolder: true },
  { path: '/Users/a/.netrc', access: 'hidden', isFolder: false },
  { path: '/Users/a/"quoted"\\tree', access: 'write', isFolder: true },
];

const PRIVATE = '/Users/a/Library/Caches/holdfast/attempts/a1/private';

/** The lines of a profile for the rules of a command, without those for folders that are always denied. */
function linesOf(rules: readonly PathRule[], network = true): readonly string[] {
  const always = new Set(
    sandboxProfile([], PRIVATE, network)
      .split('\n')
      .filter((line) => line.startsWith('(deny file-read*') || line.startsWith('(deny network-outbound')),
  );
  return sandboxProfile(rules, PRIVATE, network)
    .split('\n')
    .filter((line) => !always.has(line));
}

describe('The profile of sandbox-exec', () => {
  it('[TRUST-8] denies writing, then permits and hides paths from the shortest to the longest', () => {
    const lines = linesOf(RULES);
    assert.ok(lines.indexOf('(deny file-write*)') < lines.indexOf('(allow file-read* file-write* (subpath "/tmp"))'));
    assert.deepEqual(lines.slice(lines.indexOf('(allow file-read* file-write* (subpath "/tmp"))')), [
      '(allow file-read* file-write* (subpath "/tmp"))',
      '(deny file-write* (subpath "/Users/a"))',
      '(allow file-read* (subpath "/Users/a"))',
      '(allow file-read-metadata (literal "/Users"))',
      '(deny file-read* file-write* (subpath "/Users/a/.ssh"))',
      '(deny network-outbound (subpath "/Users/a/.ssh"))',
      '(deny file-read* file-write* (literal "/Users/a/.netrc"))',
      '(deny network-outbound (literal "/Users/a/.netrc"))',
      '(allow file-read* file-write* (subpath "/Users/a/\\"quoted\\"\\\\tree"))',
      '(allow file-read-metadata (literal "/Users/a"))',
      '(allow file-read-metadata (literal "/Users"))',
      '',
    ]);
  });

  it('[ASSERT-SCEN-002] permits what a command needs inside a hidden folder, without listing the folders above', () => {
    const lines = linesOf([
      { path: '/repo', access: 'hidden', isFolder: true },
      { path: '/repo/node_modules', access: 'read', isFolder: true },
      { path: '/repo/data/attempt/tree', access: 'write', isFolder: true },
    ]);
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

  it('[CONF-1] denies the files of users and temporary folders, and permits the private folder instead', () => {
    const rules: readonly PathRule[] = [
      { path: '/private/tmp', access: 'own', isFolder: true },
      { path: '/Users/a', access: 'own', isFolder: true },
      { path: '/Users/a/go/pkg/mod', access: 'store', isFolder: true },
      { path: '/tmp', access: 'link', isFolder: false, target: 'private/tmp' },
    ];
    const lines = sandboxProfile(rules, PRIVATE, true).split('\n');
    const at = (line: string) => {
      assert.ok(lines.includes(line), line);
      return lines.indexOf(line);
    };
    for (const folder of ['/Users', '/Volumes', '/private/tmp', '/private/var/tmp', '/private/var/folders']) {
      at(`(deny file-read* file-write* (subpath "${folder}"))`);
    }
    assert.ok(
      at('(deny file-read* file-write* (subpath "/Users/a"))') <
        at('(allow file-read* (subpath "/Users/a/go/pkg/mod"))'),
    );
    assert.ok(!lines.includes('(allow file-read* file-write* (subpath "/private/tmp"))'));
    for (const folder of ['/private/tmp', '/Users/a']) {
      at(`(allow file-read* file-write* (subpath "${privatePart(PRIVATE, folder)}"))`);
    }
    assert.deepEqual(
      privateVariables(
        { home: '/Users/a', temporaryFolder: '/private/tmp', userId: 501, environment: { GOCACHE: '/cache' } },
        (seenAt) => `<${seenAt}>`,
      ),
      {
        ...{
          HOME: '</Users/a>',
          TMPDIR: '</private/tmp>',
          TMP: '</private/tmp>',
          TEMP: '</private/tmp>',
          GOCACHE: '/cache',
        },
        ...{
          GOMODCACHE: '/Users/a/go/pkg/mod',
          RUSTUP_HOME: '/Users/a/.rustup',
          COREPACK_HOME: '/Users/a/.cache/node/corepack',
        },
        ...{
          PLAYWRIGHT_BROWSERS_PATH: '/Users/a/.cache/ms-playwright',
          PUPPETEER_CACHE_DIR: '/Users/a/.cache/puppeteer',
        },
        CYPRESS_CACHE_FOLDER: '/Users/a/.cache/Cypress',
      },
    );
  });

  it('[TRUST-8] permits only loopback without network', () => {
    assert.ok(!sandboxProfile([], PRIVATE, true).includes('(deny network*)'));
    const withoutNetwork = sandboxProfile([], PRIVATE, false).split('\n');
    assert.ok(withoutNetwork.indexOf('(deny network*)') < withoutNetwork.length - 3);
    assert.ok(withoutNetwork.includes('(allow network-outbound (remote ip "localhost:*"))'));
  });
});
