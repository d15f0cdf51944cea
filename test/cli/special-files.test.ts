import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { isFullRun } from '../scripts/full-run.ts';
import { startOpenAiChatServer } from '../servers/openai-chat.ts';
import { createHealthFiles, textReply, VALID_TYPES, writeFileReply } from './support/health-check.ts';
import { callHoldfast, runHoldfast } from './support/holdfast.ts';
import { Workspace } from './support/workspace.ts';

const CONTRACT = 'health.contract.yaml';
/** Pipes that are no part of what a run reads. */
const IN_PACKAGES = [
  'node_modules/pipe',
  'node_modules/.prisma/client/engine',
  'node_modules/.bin/tool',
  'node_modules/@types/dep/index.d.ts',
  'node_modules/dep/package.json',
  'node_modules/typescript/package.json',
];

function makePipe(workspace: Workspace, file: string): void {
  mkdirSync(dirname(join(workspace.folder, file)), { recursive: true });
  execFileSync('mkfifo', [join(workspace.folder, file)]);
}

describe('Named pipes in a workspace', () => {
  before(function () {
    if (process.platform === 'win32') this.skip();
  });

  it('does not wait for pipes among the packages or for a context file that is one, and names a configuration that is one', async () => {
    const more = `      - type: assert
        message: Must have the agreed type
        check: { type: type_matches, target: HealthCheckResult, file: src/health/types.ts, expected: '{ ok: boolean }' }
    contextFiles: [notes.txt]
`;
    using workspace = new Workspace(createHealthFiles({ more }));
    for (const file of [...IN_PACKAGES, 'notes.txt']) makePipe(workspace, file);
    await using server = await startOpenAiChatServer([writeFileReply(VALID_TYPES), textReply('Done.')]);
    // Reading a pipe would block the process.
    const run = await runHoldfast(
      workspace.folder,
      ['run', CONTRACT, '--chunk', 'types', '--format', 'json'],
      workspace.environment(server),
    );
    assert.equal(run.code, 0, run.stdout + run.stderr);
    makePipe(workspace, 'holdfast.config.yaml');
    const check = await runHoldfast(workspace.folder, ['check', CONTRACT], workspace.environment());
    assert.equal(check.code, 2);
    assert.match(check.stderr, /Failed to read holdfast\.config\.yaml: it is a named pipe, not a file/);
  });
});

/** How a file is made that is no text, and why. */
const KINDS: Readonly<Record<string, { readonly make: (file: string) => void; readonly reason: RegExp }>> = {
  pipe: { make: (file) => void execFileSync('mkfifo', [file]), reason: /it is a named pipe, not a file/ },
  'device without an end': { make: (file) => symlinkSync('/dev/zero', file), reason: /it is a device, not a file/ },
  // It is a regular file of size 0, and has 128 GiB.
  'file without an end': {
    make: (file) => symlinkSync('/proc/self/pagemap', file),
    reason: /it has more than \d+ bytes, which is the limit/,
  },
  folder: { make: (file) => mkdirSync(file), reason: /it is a folder, not a file/ },
};

const REPLAY = ['--model', 'replay:in.yaml'];

/** The commands by the option or the argument that names a file, and what they say about it. */
const INPUTS: readonly (readonly [args: readonly string[], message: RegExp])[] = [
  [['plan', 'check', 'in.yaml'], /Failed to read in\.yaml: .*\nName a text file\./],
  [
    ['plan', 'compile', 'in.yaml', '--out', 'new.contract.yaml'],
    /Failed to read the specification in\.yaml: .*\nName a/,
  ],
  [
    ['review', '--base', 'HEAD', '--no-model', '--specification', 'in.yaml'],
    /Failed to read the specification in\.yaml: .*\nSet --specification to a text file\./,
  ],
  [
    ['item', 'new', '--title', 'A title', '--body-file', 'in.yaml'],
    /Failed to read the text of the item: .*\nName a text file, or "-" for standard input\./,
  ],
  [
    ['plan', 'compile', 'spec.md', '--out', 'new.contract.yaml', ...REPLAY],
    /Failed to read the recording .*in\.yaml: /,
  ],
];

const CONTENTS = { 'spec.md': 'A specification.\n' };

describe('An input that is no regular file', () => {
  const kinds = Object.keys(KINDS).filter((kind) => isFullRun || kind !== 'folder');
  for (const kind of kinds) {
    it(`[CONF-4] is refused if it is a ${kind}: what is wrong, where, and what to do`, async function () {
      if (process.platform !== 'linux') this.skip();
      const { make, reason } = KINDS[kind]!;
      using workspace = new Workspace({ ...createHealthFiles(), ...CONTENTS });
      make(join(workspace.folder, 'in.yaml'));
      // Each reads 256 MiB before it gives up.
      const isSlow = kind === 'file without an end' && !isFullRun;
      for (const [args, message] of isSlow ? INPUTS.slice(0, 1) : INPUTS) {
        const { code, stderr } = await callHoldfast(workspace.folder, args, workspace.environment());
        assert.equal(code, 2, `${args.join(' ')}\n${stderr}`);
        assert.match(stderr, reason, args.join(' '));
        assert.match(stderr, message, args.join(' '));
      }
      rmSync(join(workspace.folder, 'in.yaml'), { recursive: true });
      make(join(workspace.folder, 'holdfast.config.yaml'));
      const check = await callHoldfast(workspace.folder, ['check', CONTRACT], workspace.environment());
      assert.equal(check.code, 2);
      assert.match(check.stderr, /Failed to read holdfast\.config\.yaml: it .*\nReplace it with a readable file/);
    });
  }

  it('[CONF-4] is refused if standard input has no end', async () => {
    using workspace = new Workspace(createHealthFiles());
    const endless = new Readable({
      read() {
        this.push(Buffer.alloc(8 * 1024 * 1024));
      },
    });
    const args = ['item', 'new', '--title', 'A title', '--body-file', '-'];
    const { code, stderr } = await callHoldfast(workspace.folder, args, workspace.environment(), endless);
    assert.equal(code, 2);
    assert.match(stderr, /Failed to read the text of the item: it has more than \d+ bytes/);
  });
});

describe('An output that is no regular file', () => {
  it('[CONF-4] is refused if it has no reader or a device would be replaced', async function () {
    if (process.platform !== 'linux') this.skip();
    using workspace = new Workspace({
      ...createHealthFiles(),
      ...CONTENTS,
      'replies.yaml': 'version: 1\nreplies: []\n',
    });
    execFileSync('mkfifo', [join(workspace.folder, 'out')]);
    const call = (...args: readonly string[]) => callHoldfast(workspace.folder, args, workspace.environment());
    const report = await call('check', CONTRACT, '--report', 'sarif=out');
    assert.equal(report.code, 2);
    assert.match(report.stderr, /Failed to write the report out: it is a named pipe without a reader/);
    assert.notEqual((await call('check', CONTRACT, '--report', 'sarif=/dev/null')).code, 2);
    for (const file of ['out', '/dev/null']) {
      const args = ['plan', 'compile', 'spec.md', '--out', 'new.contract.yaml', '--record', file];
      const recorded = await call(...args, '--model', 'replay:replies.yaml');
      assert.equal(recorded.code, 2);
      assert.match(recorded.stderr, /Failed to write the recording .*: it is a (named pipe|device), not a file/);
    }
  });
});
