import type { Setting } from './setting.ts';

/** What a setting says, as far as its text shows it. */
export type SettingValue = boolean | number | string | readonly string[] | undefined;

/** The value of a setting; `undefined` without one, or if it is an expression. */
export function readValue(setting: Setting | undefined): SettingValue {
  if (setting === undefined) return undefined;
  if (setting.elements !== undefined) return setting.elements.map(plainText);
  const text = valueText(setting);
  if (/^\[[^]*\]$/.test(text)) {
    return [...text.matchAll(/"((?:\\.|[^"\\])*)"|'([^']*)'/g)].map(([, one, other]) => one ?? other ?? '');
  }
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (lines.length > 1) return lines;
  return readScalar(lines[0] ?? '');
}

/** The text of a value in a file of sections, without its key: `fail_under = 90`. */
function valueText({ path, value }: Setting): string {
  const key = path.at(-1) ?? '';
  const match = /^([^=:\n]+?)\s*[=:]\s*/.exec(value);
  return match?.[1] === key
    ? value
        .slice(match[0].length)
        .replaceAll(/(^|\s)#.*$/gm, '')
        .trim()
    : value;
}

function readScalar(text: string): SettingValue {
  if (/^(?:true|yes|on)$/i.test(text)) return true;
  if (/^(?:false|no|off|null|undefined)$/i.test(text) && !/^off$/i.test(text)) return false;
  if (/^-?\d+(?:\.\d+)?%?$/.test(text)) return Number(text.replace('%', ''));
  return plainText(text);
}

function plainText(text: string): string {
  if (!/^(?:"[^]*"|'[^]*')$/.test(text)) return text;
  try {
    return String(JSON.parse(text.startsWith("'") ? `"${text.slice(1, -1).replaceAll('"', '\\"')}"` : text));
  } catch {
    return text.slice(1, -1);
  }
}

/** A value as a list: the words of a text, or its elements. */
export function listOf(value: SettingValue): readonly string[] {
  if (value === undefined || value === false || value === '') return [];
  if (typeof value === 'object') return value;
  return String(value)
    .split(/[\s,]+/)
    .filter((word) => word !== '');
}
