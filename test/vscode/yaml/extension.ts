/**
 * Does for the tests what the extension redhat.vscode-yaml does: it starts the YAML language server and gives it the schemas
 * that extensions contribute as `yamlValidation`. The real extension is in no npm package; its server is.
 */
import { join } from 'node:path';
import * as vscode from 'vscode';
import { LanguageClient, TransportKind } from 'vscode-languageclient/node';

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const server = { module: join(context.extensionPath, 'server.cjs'), transport: TransportKind.ipc };
  const client = new LanguageClient('yaml', 'YAML', server, {
    documentSelector: [{ language: 'yaml' }],
    initializationOptions: { l10nPath: join(context.extensionPath, 'l10n') },
  });
  context.subscriptions.push({ dispose: () => void client.dispose() });
  await client.start();
  await client.sendNotification('json/schemaAssociations', listAssociations());
}

interface YamlValidation {
  readonly fileMatch: string | readonly string[];
  readonly url: string;
}

function listAssociations(): readonly { readonly fileMatch: readonly string[]; readonly uri: string }[] {
  return vscode.extensions.all.flatMap((extension) => {
    const manifest = extension.packageJSON as { contributes?: { yamlValidation?: readonly YamlValidation[] } };
    return (manifest.contributes?.yamlValidation ?? []).map(({ fileMatch, url }) => ({
      fileMatch: [fileMatch].flat().map((one) => (one.startsWith('!') || one.startsWith('/') ? one : `/${one}`)),
      uri: url.startsWith('./') ? vscode.Uri.file(join(extension.extensionPath, url)).toString() : url,
    }));
  });
}
