import assert from 'node:assert/strict';
import { textReply } from '../cli/support/health-check.ts';
import { Workspace } from '../cli/support/workspace.ts';
import { openFolderEngine } from '../run/support/folder-engine.ts';
import { startOpenAiChatServer } from '../servers/openai-chat.ts';

const DEFINITION = '.holdfast/interfaces/bus.yaml';
const NEW_DEFINITION = '.holdfast/interfaces/new.yaml';
const SCENARIO = '.holdfast/scenarios/start.yaml';
const DOMAINS = '.holdfast/domains.yaml';
const SERVICE = 'tools/service.cjs';
const PROTECTED = [DEFINITION, NEW_DEFINITION, SCENARIO, DOMAINS, SERVICE, '.HoldFast/Interfaces/bus.yaml'];

/** The contract allows everything that a contract can allow. */
const CONTRACT = `version: 1
spec: { id: bus, title: Bus }
chunks:
  - id: bus
    title: Bus
    maxAttempts: 1
    mayChange: [tests, scripts, tooling]
    allowedFiles: [src/bus.ts, '**/*', ${PROTECTED.map((file) => `'${file}'`).join(', ')}]
    postconditions: [{ kind: file_exists, path: src/bus.ts }]
`;

const FILES = {
  'bus.contract.yaml': CONTRACT,
  [DEFINITION]: 'interfaces: [{ id: bus, version: 1, owners: [firmware], parameters: { load: { max: 0.5 } } }]\n',
  [SCENARIO]: 'id: start\n',
  [DOMAINS]: `services: [{ domain: firmware, command: node ${SERVICE} }]\n`,
  [SERVICE]: 'process.exit(0);\n',
};

describe('Interface definitions, scenarios and domain services', () => {
  it('[TRUST-1] cannot be written by an attempt, even if the contract names them literally', async () => {
    using workspace = new Workspace(FILES);
    const write = (path: string) => ({ name: 'write_file', input: { path, content: 'interfaces: []\n' } });
    const toolCalls = [
      ...PROTECTED.map(write),
      { name: 'edit_file', input: { path: DEFINITION, oldText: 'max: 0.5', newText: 'max: 5' } },
      { name: 'delete_file', input: { path: SCENARIO } },
      write('src/bus.ts'),
    ];
    await using server = await startOpenAiChatServer([{ toolCalls }, textReply('Done.')]);
    await using engine = openFolderEngine(workspace, { server });
    const result = await engine.runs.runChunk({ contract: 'bus.contract.yaml', chunk: 'bus' });
    const refused = result.attempts[0]?.refusedWrites ?? [];
    // An attempt does not see scenarios, so there is none to delete.
    assert.deepEqual(
      refused.map(({ path }) => path),
      [...PROTECTED, DEFINITION],
    );
    for (const { path, reason } of refused) assert.match(reason, /judged by it/, path);
    assert.equal(result.status, 'pass', result.reason);
    assert.deepEqual(result.landed?.files, ['src/bus.ts']);
    for (const file of [DEFINITION, SCENARIO, DOMAINS, SERVICE] as const)
      assert.equal(workspace.read(file), FILES[file]);
  });
});
