import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { ChunkRunResult } from '../../src/run/report/run-result.ts';
import { textReply } from '../cli/support/health-check.ts';
import { Workspace } from '../cli/support/workspace.ts';
import { openFolderEngine } from '../run/support/folder-engine.ts';
import type { ScriptedReply } from '../servers/loopback-server.ts';
import { startOpenAiChatServer } from '../servers/openai-chat.ts';

const PLAN = 'work/plan.yaml';
const SCHEMA = 'schemas/service.schema.json';
const PORT_SCHEMA = 'schemas/parts/port.json';
const SERVICE = 'config/service.json';

/** The chunk has no `allowedFiles`, so that only the protection of the terms refuses a write. */
function createPlan(chunkKeys = ''): string {
  return `version: 1
spec: { id: service, title: Service }
resources:
  - { id: service, type: data, location: ${SERVICE}, format: json, schema: ${SCHEMA} }
chunks:
  - id: port
    title: Port
    maxAttempts: 1
${chunkKeys}    postconditions: [{ kind: file_exists, path: ${SERVICE} }]
    assertions:
      - message: The service configuration is valid
        check: { type: schema_match, target: service }
`;
}

const STRICT_SCHEMA = JSON.stringify({
  type: 'object',
  required: ['port'],
  properties: { port: { $ref: 'parts/port.json' } },
});

function createFiles(more: Readonly<Record<string, string>> = {}): Record<string, string> {
  return {
    [PLAN]: createPlan(),
    'plans/other.yaml': createPlan().replace('id: service', 'id: other'),
    'quality/gates.yaml': 'gates: [{ id: polite, severity: critical, command: node polite.mjs }]\n',
    'holdfast.config.yaml': "contracts: ['plans/*.yaml']\ngates: ['quality/*.yaml']\n",
    [SCHEMA]: STRICT_SCHEMA,
    [PORT_SCHEMA]: '{ "type": "integer" }\n',
    '.holdfast/validators/unused.ts': "import { limit } from '../../src/limit.ts';\nexport default [];\nvoid limit;\n",
    'src/limit.ts': 'export const limit = 1;\n',
    '.vscode/settings.json': '{}\n',
    'service.code-workspace': '{}\n',
    '.husky/pre-commit': 'npm test\n',
    'tools/hooks/pre-commit': 'npm test\n',
    'package.json': '{ "name": "service", "private": true, "type": "module" }\n',
    ...more,
  };
}

async function runPort(workspace: Workspace, replies: readonly ScriptedReply[]): Promise<ChunkRunResult> {
  await using server = await startOpenAiChatServer([...replies, textReply('Done.')]);
  await using engine = openFolderEngine(workspace, { server });
  return await engine.runs.runChunk({ contract: PLAN, chunk: 'port' });
}

const INVALID_SERVICE = { name: 'write_file', input: { path: SERVICE, content: '{ "port": "many" }\n' } };
const VALID_SERVICE = { name: 'write_file', input: { path: SERVICE, content: '{ "port": 80 }\n' } };

/** Every file that the result is judged by, also under another spelling and through links. */
const TERMS = [
  PLAN,
  SCHEMA,
  PORT_SCHEMA,
  'Schemas/Service.Schema.JSON',
  'ſchemas/ſervice.schema.json',
  'schemas/../schemas/parts/port.json',
  'linked/service.schema.json',
  'real/linked-plan.yaml',
  'plans/other.yaml',
  'plans/new.yaml',
  'quality/gates.yaml',
  'holdfast.config.yaml',
  '.holdfast/validators/unused.ts',
  '.holdfast/domains.yaml',
  'src/limit.ts',
  '.vscode/settings.json',
  '.vscode/tasks.json',
  'service.code-workspace',
  '.husky/pre-commit',
  'tools/hooks/pre-commit',
  '.claude/settings.json',
];

function createWorkspace(more?: Readonly<Record<string, string>>): Workspace {
  const workspace = new Workspace(createFiles(more));
  symlinkSync('schemas', join(workspace.folder, 'linked'));
  workspace.write({ 'real/linked-plan.yaml': createPlan().replace('id: service', 'id: linked-service') });
  symlinkSync('../real/linked-plan.yaml', join(workspace.folder, 'plans/link.yaml'));
  workspace.git('config', 'core.hooksPath', 'tools/hooks');
  workspace.git('add', '-A');
  workspace.git('commit', '-q', '--no-verify', '-m', 'links');
  return workspace;
}

function listRefused(result: ChunkRunResult): string[] {
  return (result.attempts[0]?.refusedWrites ?? []).map(({ path }) => path);
}

describe('the terms of a contract', () => {
  it('[TRUST-1] refuses every write to them, with tools', async () => {
    using workspace = createWorkspace();
    const before = workspace.state();
    const attacks = TERMS.map((path) => ({ name: 'write_file', input: { path, content: '{}\n' } }));
    const edits = [
      { name: 'edit_file', input: { path: PORT_SCHEMA, oldText: 'integer', newText: 'string' } },
      { name: 'delete_file', input: { path: PORT_SCHEMA } },
      { name: 'delete_file', input: { path: '.husky/pre-commit' } },
    ];
    const result = await runPort(workspace, [{ toolCalls: [INVALID_SERVICE, ...attacks, ...edits] }]);
    assert.equal(result.status, 'fail', result.reason);
    const expected = [...TERMS, PORT_SCHEMA, PORT_SCHEMA, '.husky/pre-commit'];
    assert.deepEqual(
      listRefused(result),
      expected.map((path) => path.replace('schemas/../', '')),
    );
    for (const { path, reason } of result.attempts[0]?.refusedWrites ?? []) assert.match(reason, /judged by it/, path);
    assert.deepEqual(workspace.state(), before);
  });

  it('[TRUST-1] refuses the blocks of an answer that replace or edit them', async () => {
    using workspace = createWorkspace();
    const answer = `\`\`\`json path=${SERVICE}
{ "port": "many" }
\`\`\`

\`\`\`json path=${PORT_SCHEMA}
{}
\`\`\`

${SCHEMA}
<<<<<<< SEARCH
${STRICT_SCHEMA}
=======
{}
>>>>>>> REPLACE
`;
    const result = await runPort(workspace, [textReply(answer)]);
    assert.equal(result.status, 'fail', result.reason);
    assert.deepEqual(listRefused(result), [PORT_SCHEMA, SCHEMA]);
  });

  it('[TRUST-1] refuses a schema that the base contains even if allowedFiles names it', async () => {
    using workspace = createWorkspace({ [PLAN]: createPlan(`    allowedFiles: [${SERVICE}, ${SCHEMA}]\n`) });
    const attack = { name: 'write_file', input: { path: SCHEMA, content: '{}\n' } };
    const result = await runPort(workspace, [{ toolCalls: [INVALID_SERVICE, attack] }]);
    assert.equal(result.status, 'fail', result.reason);
    assert.deepEqual(listRefused(result), [SCHEMA]);
  });

  const NEW_SCHEMA = { name: 'write_file', input: { path: SCHEMA, content: STRICT_SCHEMA } };

  it('[TRUST-1] lets a chunk create a schema that it names literally, if the base does not contain it', async () => {
    using workspace = new Workspace(
      createFiles({ [PLAN]: createPlan(`    allowedFiles: [config/**, ./${SCHEMA}]\n`) }),
    );
    workspace.git('rm', '-q', SCHEMA);
    workspace.git('commit', '-q', '-m', 'no schema');
    const result = await runPort(workspace, [{ toolCalls: [VALID_SERVICE, NEW_SCHEMA] }]);
    assert.equal(result.status, 'pass', JSON.stringify(result.attempts[0]?.refusedWrites));
    assert.deepEqual(result.landed?.files, [SERVICE, SCHEMA]);
  });

  it('[TRUST-1] does not let a chunk create a schema that only a glob of allowedFiles matches', async () => {
    using workspace = new Workspace(
      createFiles({ [PLAN]: createPlan(`    allowedFiles: [config/**, 'schemas/*.json']\n`) }),
    );
    workspace.git('rm', '-q', SCHEMA);
    workspace.git('commit', '-q', '-m', 'no schema');
    const result = await runPort(workspace, [{ toolCalls: [INVALID_SERVICE, NEW_SCHEMA] }]);
    assert.equal(result.status, 'fail', result.reason);
    assert.deepEqual(listRefused(result), [SCHEMA]);
  });
});
