import assert from 'node:assert/strict';
import path from 'node:path';
import {
  decidePermission,
  selectOption,
  toRelative,
  type PermissionRules,
} from '../../../../src/models/agent/acp/permissions.ts';
import type { ToolCall } from '../../../../src/models/agent/acp/protocol.ts';

const ROOT = path.resolve('/attempt');

const RULES: PermissionRules = {
  roots: [ROOT],
  refuseWrite: (file) => Promise.resolve(file === 'src/a.ts' ? undefined : `not ${file}`),
  commands: ['npm  test'],
  isConfined: false,
  network: false,
};

function decide(call: Omit<ToolCall, 'toolCallId'>, rules: Partial<PermissionRules> = {}): Promise<unknown> {
  return decidePermission({ toolCallId: '1', ...call }, { ...RULES, ...rules });
}

describe('permissions of an external agent', () => {
  it('[AGENT-4] find the path where the known agents name it', async () => {
    const file = path.join(ROOT, 'src', 'b.ts');
    const refused = { subject: 'src/b.ts', refused: 'not src/b.ts' };
    assert.deepEqual(await decide({ kind: 'edit', locations: [{ path: file }] }), refused);
    assert.deepEqual(await decide({ kind: 'edit', rawInput: { file_path: file } }), refused);
    assert.deepEqual(await decide({ kind: 'edit', rawInput: { filepath: 'src/b.ts' } }), refused);
    assert.deepEqual(await decide({ kind: 'delete', content: [{ type: 'diff', path: file }] }), refused);
    const both = [{ path: path.join(ROOT, 'src', 'a.ts') }, { path: file }];
    assert.deepEqual(await decide({ kind: 'move', locations: both }), refused, 'every path counts');
    assert.deepEqual(await decide({ kind: 'edit', locations: both.slice(0, 1) }), { subject: 'src/a.ts' });
  });

  it('[AGENT-4] end at the folder of the attempt', async () => {
    for (const outside of ['/etc/passwd', '../attempt-2/a.ts', '..']) {
      const decision = await decide({ kind: 'read', locations: [{ path: outside }] });
      assert.deepEqual(decision, { subject: outside, refused: 'it is outside the folder of the attempt' });
    }
    assert.deepEqual(await decide({ kind: 'read', locations: [{ path: 'src/b.ts' }] }), { subject: 'src/b.ts' });
    assert.equal(toRelative(path.join(ROOT, '..hidden'), [ROOT]), '..hidden');
  });

  it('[AGENT-4] treat a call of an unknown kind that names a file as a write', async () => {
    const call = { locations: [{ path: 'src/b.ts' }] };
    assert.deepEqual(await decide(call), { subject: 'src/b.ts', refused: 'not src/b.ts' });
    assert.deepEqual(await decide({ ...call, kind: 'other' }), { subject: 'src/b.ts', refused: 'not src/b.ts' });
  });

  it('[AGENT-4] depend on the sandbox for commands and for writes without a path', async () => {
    const command = { kind: 'execute', rawInput: { command: ['bash', '-lc', 'rm -rf src'] } };
    const refused = { subject: 'rm -rf src', refused: 'without a sandbox, only the commands of the contract may run' };
    assert.deepEqual(await decide(command), refused);
    assert.deepEqual(await decide(command, { isConfined: true }), { subject: 'rm -rf src' });
    assert.deepEqual(await decide({ kind: 'execute', title: 'npm test' }), { subject: 'npm test' });
    const unnamed = { kind: 'edit', title: 'Edit files' };
    assert.match(JSON.stringify(await decide(unnamed)), /names no file/);
    assert.deepEqual(await decide(unnamed, { isConfined: true }), { subject: 'Edit files' });
  });

  it('[AGENT-4] depend on the contract for the network, and never change the mode', async () => {
    const call = { kind: 'fetch', title: 'https://example.org' };
    assert.match(JSON.stringify(await decide(call)), /network: true/);
    assert.deepEqual(await decide(call, { network: true }), { subject: 'https://example.org' });
    assert.match(JSON.stringify(await decide({ kind: 'switch_mode', title: 'yolo' })), /refused/);
  });

  it('[AGENT-4] select an option by its kind, and never one that allows more', () => {
    const options = [
      { optionId: 'proceed_always', kind: 'allow_always' },
      { optionId: 'proceed_once', kind: 'allow_once' },
      { optionId: 'cancel', kind: 'reject_once' },
    ];
    assert.equal(selectOption(options, true), 'proceed_once');
    assert.equal(selectOption(options, false), 'cancel');
    assert.equal(selectOption(options.slice(0, 1), true), undefined);
    assert.equal(selectOption([{ optionId: 'never', kind: 'reject_always' }], false), 'never');
  });
});
