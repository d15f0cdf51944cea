import assert from 'node:assert/strict';
import { readAgentReference } from '../../../../src/models/agent/acp/agent-definition.ts';
import { configureAgent } from '../../../../src/models/agent/acp/configure-agent.ts';
import { NO_TOKENS } from '../../../../src/models/cost/token-usage.ts';

describe('references of external agents', () => {
  it('[AGENT-4] name a known agent or a command, and no model', () => {
    assert.deepEqual(readAgentReference('acp:gemini')?.command, ['gemini', '--acp']);
    assert.deepEqual(readAgentReference("acp:node 'my agent.mjs' --fast")?.command, ['node', 'my agent.mjs', '--fast']);
    assert.equal(readAgentReference('openai:gpt-5'), undefined);
    assert.throws(() => readAgentReference('acp:'), /Invalid model/);
    assert.throws(() => readAgentReference('acp:agent | tee log'), /Failed to use the agent.*pipe/);
  });

  it('[AGENT-4] find the known agent behind a path or a package runner', () => {
    const opencode = readAgentReference('acp:/opt/tools/opencode acp');
    assert.deepEqual(opencode?.command, ['/opt/tools/opencode', 'acp']);
    assert.equal(opencode.reportsUsage, false);
    const codex = readAgentReference('acp:npx @agentclientprotocol/codex-acp@2.6.0');
    assert.deepEqual(codex?.stateFolders, ['~/.codex']);
    assert.deepEqual(readAgentReference('acp:C:/tools/codex-acp.cmd')?.stateFolders, ['~/.codex']);
    assert.deepEqual(readAgentReference('acp:my-agent')?.stateFolders, []);
  });

  it('[AGENT-4] switch off a sandbox of the agent, which could not start inside another one', () => {
    const variables = ['codex', 'gemini', 'qwen'].map((name) => readAgentReference(`acp:${name}`)?.sandboxVariables);
    assert.deepEqual(variables, [
      { INITIAL_AGENT_MODE: 'agent-full-access' },
      { GEMINI_SANDBOX: 'false' },
      { QWEN_SANDBOX: 'false' },
    ]);
  });

  it('[AGENT-4] give an agent only the keys that it uses', async () => {
    const read: string[] = [];
    const keys = (name: string): Promise<string | undefined> => {
      read.push(name);
      return Promise.resolve(' sk-one\n');
    };
    const agent = await configureAgent({ model: 'acp:gemini' }, keys);
    assert.deepEqual(read, ['GEMINI_API_KEY']);
    assert.deepEqual(agent.variables, { GEMINI_API_KEY: 'sk-one' });
    assert.deepEqual(agent.secrets, ['sk-one']);
    assert.equal(agent.price(NO_TOKENS), null);
    const prices = { inputPerMillion: 1, outputPerMillion: 1 };
    assert.equal((await configureAgent({ model: 'acp:my-agent', prices }, keys)).price(NO_TOKENS), 0);
    await assert.rejects(configureAgent({ model: 'acp:gemini', record: 'a.yaml' }, keys), /cannot be replayed/);
  });
});
