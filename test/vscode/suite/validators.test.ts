import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Validator } from '../../../src/checks/validators/validator.ts';
import { diagnosticsOf, helperExtension, removeFile, workspaceFile, workspaceFolder, writeFile } from './workspace.ts';

const contract = 'wording.contract.yaml';
const message = 'The greeting must be polite';
const contractText = `spec: { id: wording, title: Wording }
chunks:
  - id: greeting
    title: The greeting
    assertions:
      - message: ${message}
        check: { type: custom, validator: polite-wording, target: src/wording.ts, word: please }
`;
const target = () => ({ folder: workspaceFolder(), contract, chunk: 'greeting' });
const about = (found: readonly vscode.Diagnostic[]) => found.find((each) => each.message.startsWith(message));

/** Looks for the word that its check names, in the text as it is typed. */
const politeWording = (answer?: Validator['validate']): Validator => ({
  type: 'polite-wording',
  supportedResourceTypes: ['file'],
  supports: (resource) => resource.location?.endsWith('.ts') === true,
  validate:
    answer ??
    (async (resource, assertion, context) => {
      const text = (await context.readText(resource.location ?? '')) ?? '';
      const word = String(assertion.check['word']);
      const at = { validator: 'polite-wording', resource, assertion, duration: 0 };
      return { ...at, passed: text.includes(word), expected: `The word "${word}"`, actual: text.trim() };
    }),
});

describe('A validator of another extension', () => {
  beforeEach(async () => {
    await writeFile('src/wording.ts', "export const greeting = 'Give me tea';\n");
    await writeFile(contract, contractText);
  });

  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await removeFile(contract);
    await removeFile('src/wording.ts');
  });

  it('[ENF-PLUG-4] answers an assertion from the moment it is registered until it is taken back', async () => {
    const uri = workspaceFile(contract);
    const unknown = /no validator is registered under the name polite-wording/;
    await diagnosticsOf(uri, (found) => unknown.test(about(found)?.message ?? ''));
    const registration = await (await helperExtension()).registerValidator(politeWording());
    const found = await diagnosticsOf(uri, (now) => /Expected: The word "please"/.test(about(now)?.message ?? ''));
    assert.match(about(found)?.message ?? '', /Actual: export const greeting = 'Give me tea'/);

    const editor = await vscode.window.showTextDocument(workspaceFile('src/wording.ts'));
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 37), ', please'));
    await diagnosticsOf(uri, (now) => about(now) === undefined);

    await vscode.commands.executeCommand('workbench.action.files.revert');
    registration.dispose();
    await diagnosticsOf(uri, (now) => unknown.test(about(now)?.message ?? ''));
  });

  it('[ENF-PLUG-4] that throws fails its own assertion, with what it said', async () => {
    const failing = politeWording(() => Promise.reject(new Error('the dictionary is closed')));
    const registration = await (await helperExtension()).registerValidator(failing);
    try {
      assert.equal(await vscode.commands.executeCommand('holdfast.validate', target()), false);
      const found = await diagnosticsOf(workspaceFile(contract), (now) => about(now) !== undefined);
      assert.match(about(found)?.message ?? '', /the dictionary is closed/);
    } finally {
      registration.dispose();
    }
  });

  it('[ENF-PLUG-1] that is none is refused where it is registered', async () => {
    const helper = await helperExtension();
    await assert.rejects(helper.registerValidator({ type: 'half' } as never), /Failed to register the validator half/);
  });
});
