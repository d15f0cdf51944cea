import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Validator } from '../../../src/verdicts/checks/interfaces/validator.ts';
import {
  editFile,
  waitForDiagnostics,
  helperExtension,
  removeFile,
  workspaceFile,
  workspaceFolder,
  writeFile,
} from './workspace.ts';

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
const createTarget = () => ({ folder: workspaceFolder(), contract, chunk: 'greeting' });
const findDiagnostic = (found: readonly vscode.Diagnostic[]) => found.find((each) => each.message.startsWith(message));

/** Creates a validator that looks for the word in its check, including unsaved text. */
const createPoliteWording = (answer?: Validator['validate']): Validator => ({
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

  it('[ENF-PLUG-4] checks an assertion while it is registered', async () => {
    const uri = workspaceFile(contract);
    const unknown = /unknown validator polite-wording/;
    await waitForDiagnostics(uri, (found) => unknown.test(findDiagnostic(found)?.message ?? ''));
    const registration = await (await helperExtension()).registerValidator(createPoliteWording());
    const found = await waitForDiagnostics(uri, (now) =>
      /Expected: The word "please"/.test(findDiagnostic(now)?.message ?? ''),
    );
    assert.match(findDiagnostic(found)?.message ?? '', /Actual: export const greeting = 'Give me tea'/);

    await editFile(workspaceFile('src/wording.ts'), (edit) => edit.insert(new vscode.Position(0, 37), ', please'));
    await waitForDiagnostics(uri, (now) => findDiagnostic(now) === undefined);

    await vscode.commands.executeCommand('workbench.action.files.revert');
    registration.dispose();
    await waitForDiagnostics(uri, (now) => unknown.test(findDiagnostic(now)?.message ?? ''));
  });

  it('[ENF-PLUG-4] fails its assertion with its error message when it throws', async () => {
    const failing = createPoliteWording(() => Promise.reject(new Error('the dictionary is closed')));
    const registration = await (await helperExtension()).registerValidator(failing);
    try {
      assert.equal(await vscode.commands.executeCommand('holdfast.validate', createTarget()), false);
      const found = await waitForDiagnostics(workspaceFile(contract), (now) => findDiagnostic(now) !== undefined);
      assert.match(findDiagnostic(found)?.message ?? '', /the dictionary is closed/);
    } finally {
      registration.dispose();
    }
  });

  it('[ENF-PLUG-1] is rejected at registration if it is invalid', async () => {
    const helper = await helperExtension();
    await assert.rejects(helper.registerValidator({ type: 'half' } as never), /Failed to register the validator half/);
  });
});
