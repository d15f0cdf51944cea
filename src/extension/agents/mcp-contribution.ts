import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ExtensionServices } from '../services/extension-services.ts';

/** [AGENT-5] Provides an MCP server for each workspace folder: the command line of the extension, run by the Node of the editor. */
export function registerMcpServers({
  context,
  paths,
}: Pick<ExtensionServices, 'context' | 'paths'>): vscode.Disposable {
  const { version } = context.extension.packageJSON as { readonly version: string };
  const changed = new vscode.EventEmitter<void>();
  const program = vscode.Uri.joinPath(context.extensionUri, 'dist', 'cli.js').fsPath;
  const provider: vscode.McpServerDefinitionProvider<vscode.McpStdioServerDefinition> = {
    onDidChangeMcpServerDefinitions: changed.event,
    provideMcpServerDefinitions: () => {
      const folders = paths.folders();
      return folders.map((folder) => {
        const label = folders.length === 1 ? 'Holdfast' : l10n.t('Holdfast: {0}', folder.name);
        const server = new vscode.McpStdioServerDefinition(
          label,
          process.execPath,
          [program, 'mcp', '--folder', folder.uri.fsPath],
          // The program of a desktop editor acts as Node with this variable.
          { ELECTRON_RUN_AS_NODE: '1' },
          version,
        );
        server.cwd = folder.uri;
        return server;
      });
    },
  };
  return vscode.Disposable.from(
    changed,
    vscode.workspace.onDidChangeWorkspaceFolders(() => changed.fire()),
    vscode.lm.registerMcpServerDefinitionProvider('holdfast', provider),
  );
}
