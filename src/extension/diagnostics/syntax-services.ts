/** The problems that a language service of the editor finds, too, without a schema. */
const SYNTAX_CODES = new Set(['syntax', 'duplicate-key']);

/** The language services that report syntax errors of open documents, with the settings that switch this off. */
const SERVICES: Readonly<Record<string, { readonly extension: string; readonly setting: string }>> = {
  json: { extension: 'vscode.json-language-features', setting: 'json.validate.enable' },
  jsonc: { extension: 'vscode.json-language-features', setting: 'json.validate.enable' },
  yaml: { extension: 'redhat.vscode-yaml', setting: 'yaml.validate' },
};

export interface EditorServices {
  readonly isInstalled: (extension: string) => boolean;
  readonly isEnabled: (setting: string) => boolean;
}

/**
 * Whether a language service of the editor reports a problem of an open document. Such a problem is not shown twice.
 *
 * @param languageId the language of the document; undefined if it is not open, because services read only open documents
 */
export function isReportedByService(code: string, languageId: string | undefined, services: EditorServices): boolean {
  const service = languageId === undefined ? undefined : SERVICES[languageId];
  if (service === undefined || !SYNTAX_CODES.has(code)) return false;
  return services.isInstalled(service.extension) && services.isEnabled(service.setting);
}
