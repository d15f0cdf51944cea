const YAML_EXTENSION = 'redhat.vscode-yaml';
const YAML_SCHEMA = /^#[ \t]*yaml-language-server:[ \t]*\$schema=/m;
const JSON_SCHEMA = /^[^[]{0,2000}?"\$schema"\s*:/;

/**
 * Whether a document names a JSON Schema itself, and another language service completes and describes its keys from it. The
 * JSON service is part of VS Code; YAML has none without an extension.
 */
export function hasOwnSchema(languageId: string, text: string, isInstalled: (extension: string) => boolean): boolean {
  if (languageId === 'yaml') return isInstalled(YAML_EXTENSION) && YAML_SCHEMA.test(text);
  return JSON_SCHEMA.test(text);
}
