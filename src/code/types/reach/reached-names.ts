import type { FileShape } from './file-shape.ts';
import { keptWordsOf } from './names-in.ts';

/** Stands for every name there is. */
export const EVERY = '*';
/** Stands for what a file imports where it is used: `import('…')`, as a type or as a call. */
export const IMPORTED_IN_PLACE = 'import';

/** The names of one file that may mean something else than before. */
export interface ReachedNames {
  /** Names in the file: declared or imported. */
  readonly inside: Set<string>;
  /** Names that importers write. */
  readonly given: Set<string>;
}

export function nothingReached(): ReachedNames {
  return { inside: new Set(), given: new Set() };
}

/** Whether a name is among others, or all are. */
export function isAmong(names: ReadonlySet<string>, name: string): boolean {
  return names.has(name) || names.has(EVERY);
}

/** Adds what mentions a reached name in a file, directly or through others there, and what the file gives of it. */
export function spreadInside(shape: FileShape, { inside, given }: ReachedNames): void {
  if (shape.isOne && inside.size > 0) inside.add(EVERY);
  for (let before = -1; before !== inside.size && !inside.has(EVERY);) {
    before = inside.size;
    if (mentions(shape, shape.statements, inside)) inside.add(EVERY);
    for (const [name, text] of shape.declarations) {
      if (!inside.has(name) && mentions(shape, text, inside)) inside.add(name);
    }
  }
  for (const { exported, local } of shape.given) {
    if (inside.has(EVERY) || (local !== undefined && inside.has(local))) given.add(exported);
  }
  if (inside.has(EVERY)) given.add(EVERY);
}

function mentions(shape: FileShape, text: string, names: ReadonlySet<string>): boolean {
  const words = keptWordsOf(shape, text);
  for (const name of names) if (words.has(name)) return true;
  return false;
}

/** What differs between two shapes of one file that read the same files. */
export function differingNames(before: FileShape, after: FileShape): ReachedNames {
  const reached = nothingReached();
  for (const name of differingKeys(before.declarations, after.declarations, (text) => text)) reached.inside.add(name);
  for (const name of differingKeys(before.imports, after.imports, (one) => JSON.stringify(one))) {
    reached.inside.add(name);
  }
  const passedOn = (shape: FileShape) => new Map(shape.given.map((one) => [JSON.stringify(one), one.exported]));
  const [given, givenAfter] = [passedOn(before), passedOn(after)];
  for (const key of differingKeys(given, givenAfter, (name) => name)) {
    reached.given.add(given.get(key) ?? givenAfter.get(key) ?? EVERY);
  }
  const isOther = before.statements !== after.statements || before.stars.join('\n') !== after.stars.join('\n');
  if (isOther || (reached.inside.size > 0 && after.isOne)) reached.inside.add(EVERY);
  return reached;
}

function differingKeys<T>(
  before: ReadonlyMap<string, T>,
  after: ReadonlyMap<string, T>,
  textOf: (value: T) => string,
): readonly string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter((key) => {
    const [one, other] = [before.get(key), after.get(key)];
    return one === undefined || other === undefined || textOf(one) !== textOf(other);
  });
}
