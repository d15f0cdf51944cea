import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findWritable, formatListed, listFiles, parseListed } from '../scripts/file-trace/file-classes.ts';
import { parseTrace, type Access } from '../scripts/file-trace/parse-trace.ts';
import { findStrace, traceSessions } from '../scripts/file-trace/trace-sessions.ts';
import { itInFullRun } from '../scripts/full-run.ts';
import { projectRoot } from '../scripts/project.ts';

const recorded = readFileSync(join(projectRoot, 'test/fixtures/opened-files.txt'), 'utf8').trimEnd().split('\n');

function isRefused(access: Access, pattern: string): boolean {
  return findWritable({ access, pattern }) !== undefined;
}

describe('The files that Holdfast opens', () => {
  it('[CONF-2] are out of reach of confined commands, except those of the judged tree, which are data', () => {
    assert.deepEqual(
      recorded.flatMap((line) => findWritable(parseListed(line)) ?? []),
      [],
    );
    // The class is written for readers and derived from the pattern.
    assert.deepEqual(
      recorded,
      recorded.map((line) => formatListed(parseListed(line))),
    );
    assert.deepEqual(recorded, [...recorded].sort());
    for (const className of ['program', 'storage', 'git folder', 'user tree', 'judged tree', 'settings', 'system']) {
      assert.ok(
        recorded.some((line) => line.startsWith(`${className}: `)),
        className,
      );
    }
  });

  it('[CONF-2] are code of no package of the user but TypeScript', () => {
    const packages = recorded.map(parseListed).filter(({ className }) => className === 'packages');
    assert.deepEqual(
      packages.filter(({ pattern }) => !/^<packages>\/(?:typescript\/)?\*\*$/.test(pattern)),
      [],
    );
  });

  it('[CONF-2] are refused where a command may write', () => {
    for (const [access, pattern] of [
      ['read', '<tmp>/node-compile-cache/v24/1'],
      ['execute', '<tmp>/tool'],
      ['connect', '<tmp>/engine.sock'],
      ['read', '/tmp/lock'],
      ['read', '/var/tmp/x'],
      ['read', '/dev/shm/x'],
      ['execute', '<attempt>/node_modules/.bin/git'],
      ['execute', '<attempt>/build.sh'],
      ['connect', '<attempt>/service.sock'],
      ['read', '<attempt>/node_modules/typescript/**'],
      ['read', '<writable>/cache/entry'],
      ['read', '<attempt>/.git/config'],
      ['read', '<attempt>/addon.node'],
    ] as const) {
      assert.ok(isRefused(access, pattern), pattern);
    }
    for (const pattern of ['<attempt>/src/**.ts', '<attempt>/package.json', '<storage>/#/git/config', '/etc/**']) {
      assert.ok(!isRefused('read', pattern), pattern);
    }
    assert.throws(() => isRefused('read', '/srv/unknown'), /is of no class/);
  });

  it('are read from a trace without what runs in a sandbox', () => {
    const trace = [
      '10 execve("/usr/bin/node", ["node"], 0x1 /* 9 vars */) = 0',
      '10 openat(AT_FDCWD</project>, "a.ts", O_RDONLY|O_CLOEXEC) = 3</project/a.ts>',
      '10 openat(AT_FDCWD</project>, "missing.ts", O_RDONLY|O_CLOEXEC) = -1 ENOENT (No such file or directory)',
      '10 openat(AT_FDCWD</project>, "b.ts", O_WRONLY|O_CREAT, 0666) = 4</project/b.ts>',
      '10 openat(AT_FDCWD</project>, ".", O_RDONLY|O_DIRECTORY) = 5</project>',
      '10 vfork( <unfinished ...>',
      '11 openat(AT_FDCWD</project>, "child.ts", O_RDONLY) = 3</project/child.ts>',
      '11 execve("/usr/bin/bwrap", ["bwrap", "--bind", "/project/build", "/project/build", "x"], 0x1 <unfinished ...>',
      '10 <... vfork resumed>) = 11',
      '11 <... execve resumed>) = 0',
      "11 clone(child_stack=NULL, flags=CLONE_NEWPID|SIGCHLD) = 2 /* 12 in strace's PID NS */",
      '12 openat(AT_FDCWD</project>, "confined.ts", O_RDONLY) = 3</project/confined.ts>',
      "12 clone(child_stack=NULL, flags=SIGCHLD) = 3 /* 13 in strace's PID NS */",
      '13 execve("/project/build.sh", ["build.sh"], 0x1) = 0',
      '10 openat(AT_FDCWD</project>, "build/out.js", O_RDONLY) = 3</project/build/out.js>',
      '10 connect(7<socket:[1]>, {sa_family=AF_UNIX, sun_path="/run/x.sock"}, 110) = -1 ENOENT (No such file or directory)',
      '10 execve("/missing/git", ["git"], 0x1) = -1 ENOENT (No such file or directory)',
    ].join('\n');
    const names = new Map([
      ['/project', '<tree>'],
      ['/run/x.sock', '<tmp>/x.sock'],
    ]);
    const { opened, writable } = parseTrace(trace);
    assert.deepEqual(writable, ['/project/build']);
    assert.deepEqual(listFiles(opened, { names, writable, searchPath: ['/usr/bin'] }), [
      'system: execute <path>/bwrap',
      'system: execute <path>/node',
      'temporary: connect <tmp>/x.sock',
      'temporary: read <writable>/build/**.js',
      'user tree: read <tree>/a.ts',
      'user tree: read <tree>/child.ts',
      'user tree: read <tree>/missing.ts',
    ]);
  });

  itInFullRun('[CONF-2] are those of the list', async function (this: Mocha.Context) {
    const strace = await findStrace();
    if (strace === undefined) this.skip();
    // Every session runs under strace: about two minutes of processor time.
    this.timeout(15 * 60_000);
    const lines = await traceSessions(strace, () => undefined);
    assert.deepEqual(
      lines.filter((line) => !recorded.includes(line)),
      [],
      'npm run trace:files -- --write records the list',
    );
  });
});
