import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { protocolAdapters } from '../../../../src/verdicts/checks/validators/validator-collection.ts';
import { WorkspaceValidators } from '../../../../src/verdicts/checks/workspace-validators/workspace-validators.ts';
import type { Check, Resource } from '../../../../src/contract/model.ts';
import { checkOne } from '../checking.ts';
import type { Files } from '../checking.ts';
import { TemporaryFolder } from '../temporary-folder.ts';
import { withVariables } from '../../../workspace/support/variables.ts';
import { json, WebServer } from '../web-server.ts';

const FILES: Files = { 'src/a.ts': 'export const a = 1;\nconsole.log(a);\n' };

/** Checks against files in memory, with the validators of a workspace on disk. */
async function checkInWorkspace(
  workspace: WorkspaceValidators,
  check: Check,
  more: { resources?: Resource[]; protocol?: string; passedVariables?: string[] } = {},
) {
  const { validators, problems } = await workspace.load(new AbortController().signal, more.passedVariables);
  return checkOne(FILES, check, {
    customValidators: validators.filter((validator) => validator.protocol === undefined),
    adapters: protocolAdapters(validators),
    validatorProblems: problems,
    resources: more.resources ?? [],
    protocol: more.protocol,
  });
}

function workspaceOf(folder: TemporaryFolder, timeoutMs = 10_000, lines: string[] = []): WorkspaceValidators {
  return new WorkspaceValidators(folder.path, { timeoutMs, log: (line) => lines.push(line) });
}

const noDebugOutput = (signature: string) => `
  const message = 'debug output is not allowed';
  export default {
    type: 'no-debug-output',
    supportedResourceTypes: ['file'],
    supports(resource) { return resource.location.match(/[.]ts$/); },
    async validate(resource, assertion, context)${signature} {
      const text = await context.readText(resource.location);
      const line = text.split('\\n').findIndex((one) => one.includes('console.log')) + 1;
      return {
        passed: line === 0, validator: 'no-debug-output', resource, assertion, duration: 1,
        expected: 'no console.log', actual: line === 0 ? 'none' : message,
        location: line === 0 ? undefined : { file: resource.location, line, column: 1 },
      };
    },
  };`;

describe('Validators of the workspace', () => {
  const check: Check = { type: 'custom', validator: 'no-debug-output', target: 'src/a.ts' };

  for (const [ending, signature] of [
    ['js', ''],
    ['mjs', ''],
    ['ts', ': Promise<{ passed: boolean }>'],
  ] as const) {
    it(`[ENF-PLUG-4] [ENF-VAL-8] a .${ending} module fails its assertion with its own message and location`, async () => {
      await using folder = await TemporaryFolder.create({
        [`.holdfast/validators/debug.${ending}`]: noDebugOutput(signature),
        'package.json': '{"type": "module"}',
      });
      await using workspace = workspaceOf(folder);
      const result = await checkInWorkspace(workspace, check);
      assert.equal(result.error, undefined);
      assert.equal(result.passed, false);
      assert.equal(result.expected, 'no console.log');
      assert.equal(result.actual, 'debug output is not allowed');
      assert.deepEqual(result.location, { file: 'src/a.ts', line: 2, column: 1 });
      assert.deepEqual(
        result.validators?.map(({ validator, passed }) => [validator, passed]),
        [
          ['exists', true],
          ['no-debug-output', false],
        ],
      );
    });
  }

  it('[ENF-PLUG-4] supports imports between TypeScript files', async () => {
    await using folder = await TemporaryFolder.create({
      '.holdfast/validators/uses.ts': `
        import { verdict } from './parts/verdict.js';
        import type { Anything } from 'nowhere';
        export const first = { type: 'first', supportedResourceTypes: ['*'], supports: (r: Anything) => true, validate: () => verdict(true) };
        export const second = { type: 'second', supportedResourceTypes: ['*'], supports: () => true, validate: () => verdict(false) };`,
      '.holdfast/validators/parts/verdict.ts': `
        import { join } from 'node:path';
        export function verdict(passed: boolean) { return { passed, actual: join('a', 'b') }; }`,
    });
    await using workspace = workspaceOf(folder);
    assert.equal((await checkInWorkspace(workspace, { type: 'custom', target: 'first' })).passed, true);
    const second = await checkInWorkspace(workspace, { type: 'custom', target: 'second' });
    assert.equal(second.passed, false);
    assert.match(second.actual ?? '', /^a.b$/);
  });

  it('[ENF-PLUG-4] isolates a validator that throws, hangs or ends its thread', async () => {
    await using folder = await TemporaryFolder.create({
      '.holdfast/validators/bad.mjs': `
        const make = (type, validate) => ({ type, supportedResourceTypes: ['*'], supports: () => true, validate });
        export const all = [
          make('throws', () => { throw new Error('no such luck'); }),
          make('hangs', () => { for (;;); }),
          make('waits', () => new Promise(() => {})),
          make('exits', () => { process.exit(3); }),
          make('returns-nothing', async () => undefined),
          make('agrees', async () => ({ passed: true })),
        ];`,
      '.holdfast/validators/good.mjs':
        "export default { type: 'good', supportedResourceTypes: ['*'], supports: () => true, validate: () => ({ passed: true }) };",
    });
    await using workspace = workspaceOf(folder, 1_000);
    const all = ['throws', 'hangs', 'waits', 'exits', 'returns-nothing', 'agrees', 'good'];
    const results = await Promise.all(all.map((target) => checkInWorkspace(workspace, { type: 'custom', target })));
    assert.deepEqual(
      results.map(({ passed }) => passed),
      [false, false, false, false, false, true, true],
    );
    assert.equal(results[0]?.error, 'no such luck');
    assert.match(results[1]?.error ?? '', /did not answer within 1 s/);
    assert.match(results[2]?.error ?? '', /did not answer within 1 s/);
    assert.match(results[3]?.error ?? '', /ended its own thread \(exit code 3\)/);
    assert.match(results[4]?.error ?? '', /Failed to read the result of the validator returns-nothing/);
  });

  it('[ENF-VAL-8] names a module that could not be loaded if its validator is missing', async () => {
    await using folder = await TemporaryFolder.create({
      '.holdfast/validators/broken.ts': 'export const = 1;',
      '.holdfast/validators/empty.mjs': 'export const nothing = 1;',
    });
    await using workspace = workspaceOf(folder);
    const result = await checkInWorkspace(workspace, check);
    assert.equal(result.passed, false);
    assert.match(result.error ?? '', /unknown validator no-debug-output/);
    assert.match(
      result.error ?? '',
      /Failed to load \.holdfast\/validators\/broken\.ts: Failed to read broken\.ts:1:14/,
    );
    assert.match(result.error ?? '', /empty\.mjs exports no validator/);
  });

  it('[ENF-PLUG-3] [ENF-VAL-14] fails every declared resource while a module cannot be loaded', async () => {
    await using folder = await TemporaryFolder.create({
      '.holdfast/validators/broken.mjs': "throw new Error('at load');",
      '.holdfast/validators/helper.mjs': 'export const nothing = 1;',
    });
    await using workspace = workspaceOf(folder);
    const resources: Resource[] = [{ id: 'source', type: 'file', location: 'src/a.ts' }];
    const check: Check = { type: 'contains', target: 'source', expected: 'console' };
    const declared = await checkInWorkspace(workspace, check, { resources });
    assert.equal(declared.passed, false);
    assert.match(declared.error ?? '', /Failed to load \.holdfast\/validators\/broken\.mjs: at load.*remove it/s);
    assert.equal((await checkInWorkspace(workspace, { ...check, target: 'src/a.ts' })).passed, true);
    await folder.remove('.holdfast/validators/broken.mjs');
    assert.equal((await checkInWorkspace(workspace, check, { resources })).passed, true);
  });

  it('[ENF-PLUG-4] loads a changed module for the next check', async () => {
    const version = (passed: boolean): string =>
      `export default { type: 'v', supportedResourceTypes: ['*'], supports: () => true, validate: () => ({ passed: ${passed}, actual: '${passed}' }) };`;
    await using folder = await TemporaryFolder.create({ '.holdfast/validators/v.mjs': version(true) });
    await using workspace = workspaceOf(folder);
    assert.equal((await checkInWorkspace(workspace, { type: 'custom', target: 'v' })).passed, true);
    await folder.write('.holdfast/validators/v.mjs', version(false));
    assert.equal((await checkInWorkspace(workspace, { type: 'custom', target: 'v' })).passed, false);
    await folder.remove('.holdfast');
    assert.match((await checkInWorkspace(workspace, { type: 'custom', target: 'v' })).error ?? '', /unknown validator/);
  });

  it('[ENF-PLUG-5] uses the validators of an adapter only for its protocol', async () => {
    await using folder = await TemporaryFolder.create({
      '.holdfast/validators/chat.mjs': `
        export const chat = {
          protocol: 'chat',
          registerValidators(registry) {
            registry.register({
              type: 'chat-message', supportedResourceTypes: ['message'],
              supports: (resource) => resource.metadata?.platform === 'chat',
              validate: (resource, assertion, context) => ({ passed: context.protocol === 'chat', actual: resource.metadata.channel }),
            });
          },
        };`,
    });
    await using workspace = workspaceOf(folder);
    const resources: Resource[] = [
      { id: 'greeting', type: 'message', location: 'src/a.ts', metadata: { platform: 'chat', channel: 'general' } },
    ];
    const check: Check = { type: 'custom', validator: 'chat-message', target: 'greeting' };
    const withProtocol = await checkInWorkspace(workspace, check, { resources, protocol: 'chat' });
    assert.equal(withProtocol.passed, true);
    assert.equal(withProtocol.actual, 'general');
    const otherProtocol = await checkInWorkspace(workspace, check, { resources, protocol: 'mail' });
    assert.match(otherProtocol.error ?? '', /unknown validator chat-message/);
  });

  it('[ENF-PLUG-4] [TRUST-3] gives a validator the variables of the allow list and the passed ones, never a key', async () => {
    await using folder = await TemporaryFolder.create({
      '.holdfast/validators/env.mjs':
        "export default { type: 'env', supportedResourceTypes: ['*'], supports: () => true, validate: async () => ({ passed: true, actual: [process.env.HOLDFAST_TEST_PASSED, process.env.HOLDFAST_TEST_OTHER, process.env.OPENROUTER_API_KEY].map(String).join(' ') }) };",
    });
    const variables = { HOLDFAST_TEST_PASSED: 'passed', HOLDFAST_TEST_OTHER: 'other', OPENROUTER_API_KEY: 'key' };
    await withVariables(variables, async () => {
      await using workspace = workspaceOf(folder);
      const check: Check = { type: 'custom', target: 'env' };
      assert.equal((await checkInWorkspace(workspace, check)).actual, 'undefined undefined undefined');
      const passedVariables = ['HOLDFAST_TEST_PASSED', 'OPENROUTER_API_KEY'];
      assert.equal(
        (await checkInWorkspace(workspace, check, { passedVariables })).actual,
        'passed undefined undefined',
      );
      assert.equal(process.env['OPENROUTER_API_KEY'], 'key');
    });
  });

  it('[ENF-PLUG-4] sends the output of a validator to the log', async () => {
    await using folder = await TemporaryFolder.create({
      '.holdfast/validators/talks.mjs':
        "export default { type: 'talks', supportedResourceTypes: ['*'], supports: () => true, validate: async () => { console.log('hello'); return { passed: true }; } };",
    });
    const lines: string[] = [];
    await using workspace = workspaceOf(folder, 10_000, lines);
    assert.equal((await checkInWorkspace(workspace, { type: 'custom', target: 'talks' })).passed, true);
    while (lines.length === 0) await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(lines, ['hello']);
  });
});

/** Calls a validator that prints and throws several times, and disposes of nothing. */
const CALL_AND_EXIT = `
const { WorkspaceValidators } = await import(process.argv[1]);
const lines = [];
const workspace = new WorkspaceValidators(process.argv[2], { timeoutMs: 10_000, log: (line) => lines.push(line) });
const { validators, problems } = await workspace.load(new AbortController().signal);
const context = { workingDir: '', availableResources: [], stepOutputs: new Map(), protocol: '' };
const assertion = { type: 'assert', message: 'm', check: { type: 'custom' } };
for (let i = 0; i < 12; i++) {
  await validators[0].validate({ id: 'r', type: 'file' }, assertion, context).catch((error) => lines.push(error.message));
}
console.log(problems.length, lines.length, lines[0], lines[1]);
`;

describe('The threads of validators', () => {
  it('[ENF-PLUG-4] do not keep a finished process running, and do not accumulate listeners', async () => {
    await using folder = await TemporaryFolder.create({
      '.holdfast/validators/throws.mjs':
        "export default { type: 'throws', supportedResourceTypes: ['*'], supports: () => true, validate: () => { process.stdout.write('called\\n'); throw new Error('no such luck'); } };",
      '.holdfast/validators/unloadable.mjs': "throw new Error('at load');",
    });
    const module = new URL(
      '../../../../src/verdicts/checks/workspace-validators/workspace-validators.ts',
      import.meta.url,
    ).href;
    const argv = ['--input-type=module', '-e', CALL_AND_EXIT, module, folder.path];
    const { stdout, stderr } = await promisify(execFile)(process.execPath, argv, { timeout: 30_000 });
    assert.equal(stdout.trim(), '1 24 called no such luck');
    assert.doesNotMatch(stderr, /MaxListenersExceeded/);
  });
});

/** The chat validator as the source document sketches it, against a server on loopback. */
const CHAT = `
export default {
  type: 'chat-message',
  supportedResourceTypes: ['message'],
  supports: (resource) => resource.type === 'message' && resource.metadata?.platform === 'chat',
  async validate(resource, assertion, context) {
    const startTime = Date.now();
    const { server, channelId, messageId } = resource.metadata;
    const answer = (result) => ({ validator: 'chat-message', resource, assertion, duration: Date.now() - startTime, ...result });
    if (!channelId || !messageId) return answer({ passed: false, error: 'Missing channelId or messageId in resource metadata' });
    try {
      const response = await fetch(server + '/history?channel=' + channelId + '&latest=' + messageId, {
        headers: { Authorization: 'Bearer ' + context.stepOutputs.get('token').trim() },
      });
      const data = await response.json();
      const found = data.ok && data.messages?.length > 0;
      return answer({ passed: found, actual: found ? 'Message found' : 'Message not found', expected: 'Message ' + messageId });
    } catch (error) {
      return answer({ passed: false, error: 'Chat API error: ' + error.message });
    }
  },
};`;

describe('A validator of chat messages', () => {
  it('[ENF-PLUG-3] [ENF-PLUG-4] sends HTTP requests for the resources of its platform', async () => {
    await using server = await WebServer.start(({ path, headers }, response) => {
      const messages = path.includes('latest=7') && headers.authorization === 'Bearer secret' ? [{ text: 'hi' }] : [];
      json(response, 200, { ok: true, messages });
    });
    await using folder = await TemporaryFolder.create({ '.holdfast/validators/chat.mjs': CHAT });
    await using workspace = workspaceOf(folder);
    const message = (id: string, metadata: Record<string, unknown>): Resource => ({
      id,
      type: 'message',
      metadata: { platform: 'chat', server: server.url, step: 'token', ...metadata },
    });
    const resources = [
      message('sent', { channelId: 'general', messageId: '7' }),
      message('missing', { channelId: 'general', messageId: '8' }),
      message('incomplete', {}),
    ];
    const { validators } = await workspace.load(new AbortController().signal);
    const parts = {
      customValidators: validators,
      resources,
      steps: ['token'],
      stepOutput: () => Promise.resolve('secret\n'),
    };
    const checkMessage = (target: string) =>
      checkOne(FILES, { type: 'custom', validator: 'chat-message', target }, parts);
    const sent = await checkMessage('sent');
    assert.deepEqual([sent.passed, sent.actual], [true, 'Message found']);
    const missing = await checkMessage('missing');
    assert.deepEqual([missing.passed, missing.expected, missing.actual], [false, 'Message 8', 'Message not found']);
    assert.equal((await checkMessage('incomplete')).error, 'Missing channelId or messageId in resource metadata');
    const chained = await checkOne(FILES, { type: 'contains', target: 'missing', expected: 'secret' }, parts);
    assert.deepEqual(
      chained.validators?.map(({ validator, passed }) => [validator, passed]),
      [
        ['content', true],
        ['chat-message', false],
      ],
    );
  });
});
