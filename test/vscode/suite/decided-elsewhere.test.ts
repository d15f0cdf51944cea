import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import * as vscode from 'vscode';
import {
  waitForDiagnostics,
  readFile,
  removeFile,
  scriptedModel,
  withSettings,
  workspaceFile,
  workspaceFolder,
  writeFile,
} from './workspace.ts';

const contract = 'gated.contract.yaml';
const source = 'src/gated.ts';
const contractText = `spec: { id: gated, title: Gated }
gates:
  - { id: never, severity: critical, command: 'node -e process.exit(1)', retry: { maxAttempts: 1 } }
chunks:
  - id: gated
    title: Gated
    creates: [gated]
    allowedFiles: [${source}]
`;
const RESOLVE = '● Resolve failed gate';

/** Runs the CLI of the installed extension in the workspace folder. */
async function runCli(...args: string[]): Promise<string> {
  const extension = vscode.extensions.getExtension('holdfast.holdfast');
  assert.ok(extension, 'Holdfast is not installed');
  const program = join(extension.extensionPath, 'dist', 'cli.js');
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' };
  const cwd = vscode.Uri.parse(workspaceFolder()).fsPath;
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], { cwd, env });
  return stdout;
}

/** Waits until a lens of the contract exists, or no longer exists. Mocha's timeout ends the wait. */
async function waitForLens(title: string, exists: boolean): Promise<void> {
  for (;;) {
    const uri = workspaceFile(contract);
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', uri);
    if (lenses.some(({ command }) => command?.title === title) === exists) return;
    await delay(50);
  }
}

describe('Decisions made elsewhere', () => {
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await removeFile(contract);
    if ((await readFile(source)) !== undefined) await removeFile(source);
  });

  it('[GATE-6] a choice made on the command line is shown without a refresh', async () => {
    await writeFile(contract, contractText);
    await waitForDiagnostics(workspaceFile(contract), (found) => found.length > 0);
    const model = await scriptedModel();
    model.answerWith([
      { tools: [{ name: 'write_file', input: { path: source, content: 'export const gated = 1;\n' } }] },
      { text: 'Done.' },
    ]);
    const status = await withSettings({ model: 'vscode:holdfast-test/scripted', landing: 'working-tree' }, () =>
      vscode.commands.executeCommand('holdfast.runChunk', { folder: workspaceFolder(), contract, chunk: 'gated' }),
    );
    assert.equal(status, 'undecided');
    await vscode.window.showTextDocument(workspaceFile(contract));
    await waitForLens(RESOLVE, true);

    const { choices } = JSON.parse(await runCli('choices', '--format', 'json')) as { choices: { runId: string }[] };
    // The command fails because an aborted run does not pass.
    await assert.rejects(runCli('choose', choices[0]?.runId ?? '', 'abort'), { code: 1 });
    await waitForLens(RESOLVE, false);
  });
});
