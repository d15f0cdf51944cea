import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import * as z from 'zod';
import { AGENT_TOOL_NAMES } from '../../../src/mcp/tool-names.ts';
import { waitForDiagnostics, removeFile, scriptedModel, workspaceFile, writeFile } from './workspace.ts';

const contract = 'agents.contract.yaml';
const message = 'Must export helloAgents';
const contractText = `spec: { id: agents, title: Agents }
chunks:
  - id: hello-agents
    title: Hello
    allowedFiles: [src/hello-agents.ts]
    assertions:
      - type: assert
        message: ${message}
        check: { type: export_exists, target: helloAgents, file: src/hello-agents.ts }
`;

/** How long the editor may take to list a tool, in milliseconds. */
const TOOL_LIMIT_MS = 30_000;

/** Waits until the editor knows a tool. The editor reports no event, so each round waits for an answer of its main process. */
async function waitForTool(name: string): Promise<vscode.LanguageModelToolInformation> {
  const deadline = performance.now() + TOOL_LIMIT_MS;
  for (;;) {
    const found = vscode.lm.tools.find((tool) => tool.name === name);
    if (found !== undefined) return found;
    if (performance.now() > deadline)
      assert.fail(`No tool ${name}: ${vscode.lm.tools.map((tool) => tool.name).join(', ')}`);
    await vscode.commands.getCommands();
  }
}

async function invoke(name: string, input: object): Promise<string> {
  const { content } = await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined });
  return content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join('\n');
}

describe('Agents of the editor', () => {
  before(async () => {
    await writeFile(contract, contractText);
    await waitForDiagnostics(workspaceFile(contract), (found) =>
      found.some((each) => each.message.startsWith(message)),
    );
  });

  after(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await removeFile(contract);
  });

  it('[AGENT-5] call the tools as language-model tools', async () => {
    for (const name of AGENT_TOOL_NAMES) await waitForTool(`holdfast_${name}`);
    const text = await invoke('holdfast_check', { contract });
    assert.match(text, new RegExp(message));
    assert.match(text, /"requirement":"chunks\[0\]\.assertions\[0\]"/);
    await assert.rejects(invoke('holdfast_start_chunk', { chunk: 'no-such-chunk' }), /Chunk not found/);
  });

  it('[AGENT-5] call the tools of the MCP server, which the extension starts', async () => {
    await vscode.commands.executeCommand('workbench.mcp.startServer', '*', { waitForLiveTools: true });
    await waitForTool('mcp_holdfast_check');
    assert.match(await invoke('mcp_holdfast_check', { contract }), new RegExp(message));
  });

  it('[AGENT-5] answer as the participant @holdfast, with the model of the chat', async () => {
    const model = await scriptedModel();
    model.answerWith([{ text: 'The export is missing.' }]);
    const result = await vscode.commands.executeCommand('workbench.action.chat.open', {
      query: '@holdfast /explain hello-agents',
      mode: 'ask',
      modelSelector: { vendor: 'holdfast-test', id: 'scripted' },
      blockOnResponse: true,
    });
    const { metadata } = z.looseObject({ metadata: z.looseObject({}) }).parse(result);
    assert.equal(metadata['command'], 'explain');
    assert.equal(metadata['violations'], 1);
    assert.match(model.requests()[0]?.texts.join('\n') ?? '', new RegExp(message));
  });
});
