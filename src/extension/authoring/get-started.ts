import * as vscode from 'vscode';

/** The walkthrough of package.json: `publisher.extension#id`. */
const WALKTHROUGH = 'holdfast.holdfast#start';

/** [EDIT-1] Opens the walkthrough. */
export async function getStarted(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.openWalkthrough', WALKTHROUGH, false);
}
