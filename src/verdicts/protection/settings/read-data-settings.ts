import type { DataFormat } from '../../checks/data/data-format.ts';
import { readData } from '../../checks/data/data-format.ts';
import { HoldfastError } from '../../../foundation/errors.ts';
import { LineMap } from '../../../foundation/position.ts';
import type { Setting, FileSettings } from './setting.ts';
import { keyOf } from './setting.ts';

/** Reads the settings of a JSON or YAML file; `undefined` if it cannot be parsed. */
export function readDataSettings(path: string, text: string): FileSettings | undefined {
  const data = parseData(path, text);
  if (data === undefined) return undefined;
  const lines = new LineMap(text);
  const settings = new Map<string, Setting>();
  const visit = (value: unknown, at: readonly string[]): void => {
    if (isRecord(value)) {
      for (const [key, child] of Object.entries(value)) visit(child, [...at, key]);
      return;
    }
    const elements = Array.isArray(value) ? { elements: value.map(canonicalText) } : {};
    const line = lines.positionAt(findKey(text, at)).line;
    settings.set(keyOf(at), { path: at, value: canonicalText(value), line, ...elements });
  };
  visit(data, []);
  return settings;
}

/** The value of a JSON or YAML file; `undefined` if it cannot be parsed. */
export function parseData(path: string, text: string): unknown {
  const formats: readonly DataFormat[] = /\.ya?ml$/i.test(path) ? ['yaml'] : ['jsonc', 'yaml'];
  for (const format of formats) {
    try {
      return readData(path, text, format);
    } catch (thrown) {
      if (!(thrown instanceof HoldfastError)) throw thrown;
    }
  }
  return undefined;
}

/** The offset of a key in the text. Each key is searched after the key that contains it. */
function findKey(text: string, path: readonly string[]): number {
  let offset = 0;
  for (const key of path) {
    const pattern = new RegExp(`(?<![\\w-])["']?${key.replaceAll(/[^\w]/g, '\\$&')}["']?\\s*:`, 'g');
    pattern.lastIndex = offset;
    const match = pattern.exec(text);
    if (match === null) return offset;
    offset = match.index;
  }
  return offset;
}

/** JSON with sorted keys. */
function canonicalText(value: unknown): string {
  return JSON.stringify(value, (_key, child: unknown) =>
    isRecord(child)
      ? Object.fromEntries(Object.entries(child).sort(([one], [other]) => (one < other ? -1 : 1)))
      : child,
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
