/** One place at which two values of data differ. `undefined` if the value is missing on that side. */
export interface DataDifference {
  readonly path: readonly string[];
  readonly before: unknown;
  readonly after: unknown;
}

/** The smallest parts in which two values differ. The elements of lists are aligned by what they are, not by their index. */
export function findDataDifferences(before: unknown, after: unknown, path: readonly string[] = []): DataDifference[] {
  if (isEqual(before, after)) return [];
  if (isRecord(before) && isRecord(after)) {
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) =>
      findDataDifferences(before[key], after[key], [...path, key]),
    );
  }
  if (Array.isArray(before) && Array.isArray(after)) return compareLists(before, after, path);
  return [{ path, before, after }];
}

function compareLists(
  before: readonly unknown[],
  after: readonly unknown[],
  path: readonly string[],
): DataDifference[] {
  const free = new Set(after.keys());
  const pairs = new Map<number, number>();
  for (const isPair of [isEqual, hasSame(nameOf), hasSame(actionOf), hasSame(commandOf), hasSame(programOf)]) {
    for (const [index, element] of before.entries()) {
      if (pairs.has(index)) continue;
      const found = [...free].find((other) => isPair(element, after[other]));
      if (found === undefined) continue;
      pairs.set(index, found);
      free.delete(found);
    }
  }
  const pathOf = (element: unknown): readonly string[] => [...path, labelOf(element)].filter((part) => part !== '');
  const kept = [...pairs].flatMap(([one, other]) =>
    findDataDifferences(before[one], after[other], pathOf(after[other])),
  );
  const removed = before
    .filter((_, index) => !pairs.has(index))
    .map((element) => ({ path, before: element, after: undefined }));
  const added = [...free].map((index) => ({ path, before: undefined, after: after[index] }));
  const all: DataDifference[] = [...kept, ...removed, ...added];
  if (all.length > 0) return all;
  // The elements are the same in another order.
  return [{ path, before, after }];
}

type Label = (element: unknown) => string;

/** Whether two elements of a list are one that changed: they have the same name, action or command. */
function hasSame(label: Label): (one: unknown, other: unknown) => boolean {
  return (one, other) => label(one) !== '' && label(one) === label(other);
}

const nameOf: Label = (element) => textOf(element, 'name', 'id');
/** The action without its version, or the repository of a hook. */
const actionOf: Label = (element) => textOf(element, 'uses', 'repo').replace(/@[^@]*$/, '');
const commandOf: Label = (element) => textOf(element, 'run', 'script', 'command');

/** The program of a command and its first word. */
const programOf: Label = (element) => commandOf(element).split(/\s+/).slice(0, 2).join(' ');

function labelOf(element: unknown): string {
  return (nameOf(element) || actionOf(element) || (commandOf(element).split('\n')[0] ?? '')).slice(0, 40);
}

function textOf(element: unknown, ...keys: readonly string[]): string {
  const found = isRecord(element) ? keys.map((key) => element[key]).find((value) => typeof value === 'string') : '';
  return typeof found === 'string' ? found : '';
}

function isEqual(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
