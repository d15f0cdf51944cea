import { findDataDifferences } from './data-differences.ts';
import type { ShownDifference } from './difference-text.ts';
import { parseData } from './read-data-settings.ts';
import { readValue } from './setting-value.ts';
import type { Setting } from './setting.ts';
import type { SettingsFile } from './settings-files.ts';

/** The parts in which the two versions of a setting differ, each with the name of what differs. */
export function listShownDifferences(
  file: SettingsFile,
  before: Setting | undefined,
  after: Setting | undefined,
): readonly ShownDifference[] {
  if (before === undefined || after === undefined) return [{ before: before?.value, after: after?.value }];
  if (file.format === 'data' || file.format === 'package') return listDataDifferences(before, after);
  const [one, other] = [readValue(before), readValue(after)];
  if (!isList(one) || !isList(other)) return [{ before: before.value, after: after.value }];
  const name = before.path.at(-1);
  const show = (elements: readonly string[]): string | undefined =>
    elements.length === 0 ? undefined : label(name, elements.join(', '));
  return [
    {
      before: show(one.filter((element) => !other.includes(element))),
      after: show(other.filter((element) => !one.includes(element))),
    },
  ];
}

function isList(value: unknown): value is readonly string[] {
  return Array.isArray(value);
}

function listDataDifferences(before: Setting, after: Setting): readonly ShownDifference[] {
  const [one, other] = [before, after].map(({ value }) => parseData('value.json', value));
  const differences = findDataDifferences(one, other);
  // Without a list, the setting is named elsewhere.
  const isWhole = differences.every(({ path }) => path.length === 0) && !Array.isArray(one);
  return differences.map(({ path, before: from, after: to }) => {
    const name = isWhole ? undefined : (path.at(-1) ?? before.path.at(-1));
    return { before: label(name, show(from)), after: label(name, show(to)) };
  });
}

function show(value: unknown): string | undefined {
  return value === undefined || typeof value === 'string' ? value : JSON.stringify(value);
}

function label(name: string | undefined, text: string | undefined): string | undefined {
  return text === undefined || name === undefined ? text : `${name}: ${text}`;
}
