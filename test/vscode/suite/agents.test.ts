import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import * as z from 'zod';
import { AGENT_TOOL_NAMES } from '../../../src/mcp/tool-names.ts';
import {
  helperExtension,
  readFile,
  removeFile,
  scriptedModel,
  waitForDiagnostics,
  withSettings,
  workspaceFile,
  workspaceFolder,
  writeFile,
} from './workspace.ts';
import { slowness } from '../../scripts/machine-speed.ts';

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
const TOOL_LIMIT_MS = 30_000 * slowness();

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

function isBefore(major: number, minor: number): boolean {
  const [actualMajor = 0, actualMinor = 0] = vscode.version.split('.').map(Number);
  return actualMajor < major || (actualMajor === major && actualMinor < minor);
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
    await assert.rejects(invoke('holdfast_chunk_context', { chunk: 'no-such-chunk' }), /Chunk not found/);
  });

  it('[AGENT-5] call the tools of the MCP server, which the extension starts', async function () {
    // An earlier version starts the server, but does not list its tools for extensions.
    if (isBefore(1, 117)) this.skip();
    await vscode.commands.executeCommand('workbench.mcp.startServer', '*', { waitForLiveTools: true });
    await waitForTool('mcp_holdfast_check');
    assert.match(await invoke('mcp_holdfast_check', { contract }), new RegExp(message));
  });

  it('[AGENT-5] end a call of a tool that is cancelled', async () => {
    const source = new vscode.CancellationTokenSource();
    source.cancel();
    const call = vscode.lm.invokeTool(
      'holdfast_check',
      { input: { contract }, toolInvocationToken: undefined },
      source.token,
    );
    await assert.rejects(async () => call);
    source.dispose();
  });

  it('[AGENT-5] find the plugin of the extension, with its hooks and its skill', async function () {
    // An earlier version has no plugins for agents.
    if (isBefore(1, 117)) this.skip();
    const helper = await helperExtension();
    const extension = vscode.extensions.getExtension('holdfast.holdfast');
    assert.ok(extension);
    const folder = vscode.Uri.joinPath(extension.extensionUri, 'media', 'agent-plugin').path;
    const isInPlugin = (path: string): boolean => path.startsWith(folder);
    for (;;) {
      const { plugins, hooks, skills } = await helper.findAgentPlugins();
      // The editor reads the files of a plugin after it has found the plugin. Mocha's timeout ends the wait.
      if (!plugins.some(isInPlugin) || !hooks.some(isInPlugin) || !skills.some(isInPlugin)) continue;
      assert.deepEqual([...new Set(hooks.filter(isInPlugin))], [`${folder}/hooks/hooks.json`]);
      assert.deepEqual(skills.filter(isInPlugin), [`${folder}/skills/holdfast/SKILL.md`]);
      return;
    }
  });

  describe('as the participant @holdfast', () => {
    before(function () {
      // The chat of an earlier version waits for an agent that only the extension of Copilot has.
      if (isBefore(1, 117)) this.skip();
    });

    const ask = async (query: string): Promise<Record<string, unknown>> => {
      const result = await vscode.commands.executeCommand('workbench.action.chat.open', {
        query: `@holdfast ${query}`,
        mode: 'ask',
        modelSelector: { vendor: 'holdfast-test', id: 'scripted' },
        blockOnResponse: true,
      });
      return z.looseObject({}).parse(result);
    };

    it('[AGENT-5] explain violations with the model of the chat', async () => {
      const model = await scriptedModel();
      model.answerWith([{ text: 'The export is missing.' }]);
      const { metadata } = await ask('/explain hello-agents');
      assert.deepEqual(metadata, { command: 'explain', violations: 1 });
      assert.match(model.requests()[0]?.texts.join('\n') ?? '', new RegExp(message));
    });

    it('[AGENT-5] answer a question with the verdict', async () => {
      const model = await scriptedModel();
      model.answerWith([{ text: 'The chunk is not done.' }]);
      const { metadata } = await ask('what is missing?');
      assert.deepEqual(metadata, { command: 'question' });
      const [request] = model.requests();
      assert.match(request?.texts.join('\n') ?? '', /what is missing\?[\s\S]*Not done/);
    });

    it('[AGENT-5] draft a contract, which the editor shows before it is written', async () => {
      const model = await scriptedModel();
      const drafted = {
        spec: { id: 'drafted', title: 'Drafted' },
        chunks: [{ id: 'clamp', title: 'Clamp', creates: ['clamp()'], allowedFiles: ['src/clamp.ts'] }],
      };
      model.answerWith(Array.from({ length: 4 }, () => ({ text: JSON.stringify({ reasons: {}, contract: drafted }) })));
      const { metadata } = await ask('/draft Add clamp(value), which limits a value.');
      assert.deepEqual(metadata, { command: 'draft', drafted: true });
      assert.match(model.requests()[0]?.texts.join('\n') ?? '', /which limits a value/);
      const text = 'spec: { id: drafted, title: Drafted }\n';
      const file = 'drafted.contract.yaml';
      await vscode.commands.executeCommand('holdfast.chat.openDraft', {
        folder: workspaceFolder(),
        id: 'drafted',
        text,
      });
      const document = vscode.window.activeTextEditor?.document;
      assert.deepEqual([document?.isUntitled, document?.getText(), document?.languageId], [true, text, 'yaml']);
      assert.equal(await readFile(file), undefined);
      assert.ok(await document?.save());
      assert.equal(await readFile(file), text);
      await removeFile(file);
    });

    it('[AGENT-5] run a chunk with the configured model', async () => {
      const model = await scriptedModel();
      const content = 'export const helloAgents = 1;\n';
      model.answerWith([
        { tools: [{ name: 'write_file', input: { path: 'src/hello-agents.ts', content } }] },
        { text: 'Done.' },
      ]);
      const { metadata } = await withSettings({ model: 'vscode:holdfast-test/scripted', landing: 'working-tree' }, () =>
        ask('/run hello-agents'),
      );
      assert.deepEqual(metadata, { command: 'run', status: 'pass' });
      assert.equal(await readFile('src/hello-agents.ts'), content);
      await removeFile('src/hello-agents.ts');
    });

    it('[AGENT-5] say what is wrong with a question', async () => {
      const { errorDetails } = await ask('/run no-such-chunk');
      assert.match(z.object({ message: z.string() }).parse(errorDetails).message, /Chunk not found/);
    });
  });
});
