import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import * as vscode from 'vscode';
import {
  diagnosticsOf,
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
const CHOOSE = '● Choose how to go on';

/** The command line of the extension that is installed here, in the folder of the window. */
async function holdfast(...args: string[]): Promise<string> {
  const extension = vscode.extensions.getExtension('holdfast.holdfast');
  assert.ok(extension, 'Holdfast is not installed');
  const program = join(extension.extensionPath, 'dist', 'cli.js');
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' };
  const cwd = vscode.Uri.parse(workspaceFolder()).fsPath;
  const ran = await promisify(execFile)(process.execPath, [program, ...args], { cwd, env });
  return ran.stdout;
}

/** Waits until a lens over the contract is there, or gone; mocha's own limit ends a wait that never does. */
async function untilLens(title: string, isThere: boolean): Promise<void> {
  for (;;) {
    const uri = workspaceFile(contract);
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', uri);
    if (lenses.some(({ command }) => command?.title === title) === isThere) return;
    await delay(50);
  }
}

describe('What is decided elsewhere', () => {
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await removeFile(contract);
    if ((await readFile(source)) !== undefined) await removeFile(source);
  });

  it('[GATE-6] shows without a refresh: a choice that the command line made waits no more', async () => {
    await writeFile(contract, contractText);
    await diagnosticsOf(workspaceFile(contract), (found) => found.length > 0);
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
    await untilLens(CHOOSE, true);

    const { choices } = JSON.parse(await holdfast('choices', '--format', 'json')) as { choices: { runId: string }[] };
    // An aborted run has not passed.
    await assert.rejects(holdfast('choose', choices[0]?.runId ?? '', 'abort'), { code: 1 });
    await untilLens(CHOOSE, false);
  });
});
