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
  for (const isPair of [isEqual, isSameElement]) {
    for (const [index, element] of before.entries()) {
      if (pairs.has(index)) continue;
      const found = [...free].find((other) => isPair(element, after[other]));
      if (found === undefined) continue;
      pairs.set(index, found);
      free.delete(found);
    }
  }
  const nameOf = (element: unknown): readonly string[] => [...path, labelOf(element)].filter((part) => part !== '');
  const kept = [...pairs].flatMap(([one, other]) =>
    findDataDifferences(before[one], after[other], nameOf(after[other])),
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

/** Whether two elements of a list are one that changed: steps with the same name, action or command. */
function isSameElement(one: unknown, other: unknown): boolean {
  if (!isRecord(one) || !isRecord(other)) return false;
  const label = labelOf(one);
  return label !== '' && label === labelOf(other);
}

/** What identifies an element of a list: its name or id, else its action without the version, else its command. */
function labelOf(element: unknown): string {
  if (!isRecord(element)) return '';
  const { name, id, uses, repo, run } = element;
  const text = [name, id, typeof uses === 'string' ? uses.replace(/@[^@]*$/, '') : uses, repo, run].find(
    (value) => typeof value === 'string',
  );
  return typeof text === 'string' ? (text.split('\n')[0]?.slice(0, 40) ?? '') : '';
}

function isEqual(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
