import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { InterfaceFindings } from '../../engine.ts';
import type { ExtensionServices } from '../services/extension-services.ts';
import { pickTargetFolder } from '../targets/folder-target.ts';
import { formatInterfaceFindings } from './interface-text.ts';

/** Compares the artifacts of a folder with its interface definitions. Returns the result. */
export async function checkInterfaces(
  services: Pick<ExtensionServices, 'jobs' | 'log' | 'paths'>,
  argument: unknown,
): Promise<InterfaceFindings | undefined> {
  const folder = await pickTargetFolder(services, argument, l10n.t('Select a folder with interface definitions'));
  if (folder === undefined) return undefined;
  const result = await (
    await services.jobs()
  ).run(folder, 'interfaces', {
    title: l10n.t('Check Interfaces'),
    purpose: l10n.t('Check Interfaces'),
    starting: l10n.t('reading the artifacts'),
    work: (engine, signal) => engine.domains.compareInterfaces({ signal }),
  });
  for (const { message } of [...result.absences, ...result.notes]) services.log.warn(message);
  reportResult(result);
  return result;
}

function reportResult(result: InterfaceFindings): void {
  const message = l10n.t('Holdfast: {0}', formatInterfaceFindings(result));
  const notCompared = result.absences.length + result.notes.length > 0;
  if (result.findings.length === 0 && !notCompared) {
    vscode.window.setStatusBarMessage(message, 5_000);
    return;
  }
  const problems = l10n.t('Show Problems');
  const log = l10n.t('Show Log');
  const buttons = [...(result.findings.length > 0 ? [problems] : []), ...(notCompared ? [log] : [])];
  void vscode.window.showWarningMessage(message, ...buttons).then((selected) => {
    if (selected === problems) void vscode.commands.executeCommand('workbench.actions.view.problems');
    if (selected === log) void vscode.commands.executeCommand('holdfast.showLog');
  });
}
