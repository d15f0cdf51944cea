const ESCAPED = /[.*+?^${}()|[\]\\]/g;

/**
 * Adds `export` to the top-level declaration of a name. `undefined` if the text has no such declaration, or exports it
 * already. A declaration is at the top level if it starts its line.
 */
export function addExport(text: string, name: string): string | undefined {
  const escaped = name.replace(ESCAPED, '\\$&');
  const kind =
    '(?:declare +)?(?:abstract +)?(?:async +)?(?:const +enum|function\\*?|class|interface|type|enum|const|let|var)';
  const declaration = new RegExp(`^${kind} +${escaped}(?![\\w$])`, 'm').exec(text);
  if (declaration === null) return undefined;
  return `${text.slice(0, declaration.index)}export ${text.slice(declaration.index)}`;
}
