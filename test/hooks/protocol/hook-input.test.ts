import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentClientId, HookEvent } from '../../../src/hooks/clients/agent-client.ts';
import { readHookInput } from '../../../src/hooks/protocol/hook-input.ts';
import { listWrittenPaths } from '../../../src/hooks/protocol/written-paths.ts';
import { projectRoot } from '../../scripts/project.ts';

interface ObservedInput {
  readonly client: AgentClientId;
  readonly event: HookEvent;
  /** The client that the fields point to, if it is another one. */
  readonly recognised?: AgentClientId;
  readonly writes?: readonly string[];
  readonly input: Readonly<Record<string, unknown>>;
}

const observed = JSON.parse(
  readFileSync(join(projectRoot, 'test/fixtures/agents/hook-inputs.json'), 'utf8'),
) as readonly ObservedInput[];

describe('the inputs of hooks', () => {
  for (const { client, event, input, writes, recognised = client } of observed) {
    it(`[AGENT-2] recognises ${client} at ${event} and finds its session, its folder and what it writes`, () => {
      const read = readHookInput(JSON.stringify(input));
      assert.equal(read.client, recognised);
      assert.equal(read.folder, '/workspace');
      assert.ok(read.session !== undefined && read.session !== '');
      if (writes !== undefined) assert.deepEqual(read.tool && listWrittenPaths(read.tool), writes);
    });
  }

  it('takes an input without a field of a client for one of Claude Code', () => {
    assert.equal(readHookInput('{"session_id":"a","hook_event_name":"Stop","cwd":"/w"}').client, 'claude');
  });

  it('accepts an empty input, and fields with unexpected types', () => {
    assert.deepEqual(readHookInput(''), { client: 'claude', session: undefined, folder: undefined, tool: undefined });
    assert.equal(readHookInput('{"session_id":5,"cwd":null,"workspace_roots":"x"}').session, undefined);
    assert.equal(readHookInput('\uFEFF{"session_id":"s"}').session, 's', 'with a byte order mark');
  });

  it('rejects a text that is not a JSON object with a hint', () => {
    for (const text of ['{', '[]', '"text"', '5']) {
      assert.throws(() => readHookInput(text), { name: 'HoldfastError', code: 'unsupported' }, text);
    }
  });
});

describe('the paths that a tool writes', () => {
  const written = (name: string, input: unknown): readonly string[] => listWrittenPaths({ name, input });

  it('finds them in lists, in lists of edits, and in patches of every field', () => {
    assert.deepEqual(
      written('multi_replace_string_in_file', { replacements: [{ filePath: 'a.ts' }, { filePath: 'b.ts' }] }),
      ['a.ts', 'b.ts'],
    );
    assert.deepEqual(written('apply_patch', '*** Begin Patch\r\n*** Delete File: a b.ts\r\n*** End Patch\r\n'), [
      'a b.ts',
    ]);
    assert.deepEqual(written('MultiEdit', { file_path: 'a.ts', edits: [{ old_string: 'x', new_string: 'y' }] }), [
      'a.ts',
    ]);
  });

  it('ignores tools that read, and commands of editor tools that read', () => {
    assert.deepEqual(written('read_file', { filePath: 'x.contract.yaml' }), []);
    assert.deepEqual(written('str_replace_editor', { command: 'view', path: 'x.contract.yaml' }), []);
  });

  it('does not take the text of a file for a patch', () => {
    const content = '*** Begin Patch\n*** Add File: other.ts\n*** End Patch\n';
    assert.deepEqual(written('write_file', { file_path: 'a.md', content }), ['a.md']);
  });
});
