/**
 * Text of the workspace in an element whose closing tag does not occur in it, so that no file can end the marking and
 * speak as if it were the prompt. The name ends in `-data`, which the system text declares to be no instruction.
 *
 * @param name what it is, for example `file`
 * @param attributes shown in the opening tag
 */
export function markedData(name: string, attributes: Readonly<Record<string, string>>, text: string): string {
  const lower = text.toLowerCase();
  let tag = `${name}-data`;
  for (let number = 2; lower.includes(`</${tag}`); number++) tag = `${name}-data-${number}`;
  const shown = Object.entries(attributes).map(([key, value]) => ` ${key}=${JSON.stringify(value)}`);
  const end = text === '' || text.endsWith('\n') ? '' : '\n';
  return `<${tag}${shown.join('')}>\n${text}${end}</${tag}>`;
}
