/**
 * Wraps workspace text in an element. The closing tag does not occur in the text, so a file cannot end the element and
 * continue as if it were part of the prompt. The element name ends in `-data`; the system prompt declares the content
 * of such elements to be data, not instructions.
 *
 * @param name the kind of text, for example `file`
 * @param attributes written into the opening tag
 */
export function markedData(name: string, attributes: Readonly<Record<string, string>>, text: string): string {
  const lower = text.toLowerCase();
  let tag = `${name}-data`;
  for (let number = 2; lower.includes(`</${tag}`); number++) tag = `${name}-data-${number}`;
  const formatted = Object.entries(attributes).map(([key, value]) => ` ${key}=${JSON.stringify(value)}`);
  const end = text === '' || text.endsWith('\n') ? '' : '\n';
  return `<${tag}${formatted.join('')}>\n${text}${end}</${tag}>`;
}
