import * as vscode from 'vscode';

/** All open tabs. */
export function listTabs(): vscode.Tab[] {
  return vscode.window.tabGroups.all.flatMap((group) => group.tabs);
}

/** Closes tabs. Some can be gone already: the editor replaces the tab of a preview. */
export async function closeTabs(tabs: readonly vscode.Tab[]): Promise<void> {
  const open = listTabs();
  const present = tabs.filter((tab) => open.includes(tab));
  if (present.length > 0) await vscode.window.tabGroups.close(present, true);
}
