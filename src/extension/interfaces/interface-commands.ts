import * as vscode from 'vscode';
import type { InterfaceFindings } from '../../engine.ts';
import type { ExtensionServices } from '../services/extension-services.ts';
import { pickTargetFolder } from '../targets/folder-target.ts';
import { formatInterfaceFindings } from './interface-text.ts';

/** Compares the artifacts of a folder with its interface definitions. Returns the result. */
export async function checkInterfaces(
  services: ExtensionServices,
  argument: unknown,
): Promise<InterfaceFindings | undefined> {
  const folder = await pickTargetFolder(services, argument, 'Select a folder with interface definitions');
  if (folder === undefined) return undefined;
  const result = await (
    await services.jobs()
  ).run(folder, 'interfaces', {
    title: 'Check Interfaces',
    purpose: 'Check Interfaces',
    starting: 'reading the artifacts',
    work: (engine, signal) => engine.interfaceFindings({ signal }),
  });
  for (const { message } of [...result.absences, ...result.notes]) services.log.warn(message);
  reportResult(result);
  return result;
}

function reportResult(result: InterfaceFindings): void {
  const message = `Holdfast: ${formatInterfaceFindings(result)}`;
  const notCompared = result.absences.length + result.notes.length > 0;
  if (result.findings.length === 0 && !notCompared) {
    vscode.window.setStatusBarMessage(message, 5_000);
    return;
  }
  const problems = 'Show Problems';
  const log = 'Show Log';
  const buttons = [...(result.findings.length > 0 ? [problems] : []), ...(notCompared ? [log] : [])];
  void vscode.window.showWarningMessage(message, ...buttons).then((selected) => {
    if (selected === problems) void vscode.commands.executeCommand('workbench.actions.view.problems');
    if (selected === log) void vscode.commands.executeCommand('holdfast.showLog');
  });
}
