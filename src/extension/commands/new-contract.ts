import { writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { Engine } from '../../engine.ts';
import { HoldfastError, messageOf } from '../../shared/errors.ts';
import { systemErrorCode } from '../../shared/system-error.ts';
import type { ExtensionServices } from '../services/extension-services.ts';
import { pickFolder } from '../targets/pick-folder.ts';

type Services = Pick<ExtensionServices, 'engines' | 'paths'>;

/**
 * Creates a contract with one chunk to edit and opens it. Asks for its name and for an acceptance command, which can be
 * left empty. An existing file is never overwritten.
 */
export async function newContract({ engines, paths }: Services): Promise<void> {
  const folder = await pickFolder(paths.folders(), 'Select a folder for the contract');
  if (!folder) return;
  const id = await vscode.window.showInputBox({
    title: 'New Contract (1 of 2)',
    prompt: 'Name of the contract file, without extension',
    placeHolder: 'health-check',
    validateInput: (value) =>
      /^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(value)
        ? undefined
        : 'Start with a letter or digit. Use only letters, digits, ".", "_" and "-".',
  });
  if (id === undefined) return;
  const engine = await engines.get(folder.uri.toString());
  const acceptance = await askForAcceptance(engine, id);
  if (acceptance === undefined) return;
  const uri = vscode.Uri.joinPath(folder.uri, `${id}.contract.yaml`);
  await createFile(uri.fsPath, await engine.draftContract({ id, ...(acceptance === '' ? {} : { acceptance }) }));
  await vscode.window.showTextDocument(uri);
}

/** Returns an empty text if the person has no command yet, and `undefined` if the input was cancelled. */
async function askForAcceptance(engine: Engine, id: string): Promise<string | undefined> {
  const { acceptance } = await engine.proposeChecks(id);
  const entered = await vscode.window.showInputBox({
    title: 'New Contract (2 of 2)',
    prompt: 'Command that fails until the work is done, for example a new test. Leave empty to add it later.',
    placeHolder: acceptance ?? 'node --test test/example.test.js',
    ignoreFocusOut: true,
    validateInput: (value) => {
      const problem = engine.describeCommandProblem(value);
      return problem === undefined ? undefined : `The command cannot run: ${problem}.`;
    },
  });
  return entered?.trim();
}

/** Creates a file on disk. A workspace edit would put the creation on the undo stack, so that undo deletes the file. */
async function createFile(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text, { flag: 'wx' });
  } catch (cause) {
    if (systemErrorCode(cause) === 'EEXIST')
      throw new HoldfastError('storage', `Failed to create ${basename(file)}: the file already exists.`, {
        cause,
        hint: 'Use another name, or open the existing file.',
      });
    throw new HoldfastError('storage', `Failed to create ${basename(file)}: ${messageOf(cause)}`, { cause });
  }
}
