/** A set of paths that can be searched by prefix and by ending. Both indexes are built by their first query. */
export class SortedPaths {
  readonly #source: () => Iterable<string>;
  #sorted: readonly string[] | undefined;
  #byName: ReadonlyMap<string, readonly string[]> | undefined;

  constructor(source: () => Iterable<string>) {
    this.#source = source;
  }

  /** The paths with a prefix, in order. */
  *beginningWith(prefix: string): Generator<string> {
    const paths = this.#sortedPaths();
    let low = 0;
    let high = paths.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((paths[middle] ?? '') < prefix) low = middle + 1;
      else high = middle;
    }
    for (let index = low; index < paths.length; index++) {
      const path = paths[index] ?? '';
      if (!path.startsWith(prefix)) return;
      yield path;
    }
  }

  /** Whether any path has a prefix. */
  hasBeginning(prefix: string): boolean {
    return this.beginningWith(prefix).next().done !== true;
  }

  /** Whether any path has an ending. @param suffix contains at least one whole file name */
  hasEnding(suffix: string): boolean {
    this.#byName ??= byFileName(this.#source());
    return (this.#byName.get(fileName(suffix)) ?? []).some((path) => path.endsWith(suffix));
  }

  /** The paths with a file name. */
  withName(name: string): readonly string[] {
    this.#byName ??= byFileName(this.#source());
    return this.#byName.get(name) ?? [];
  }

  #sortedPaths(): readonly string[] {
    this.#sorted ??= [...this.#source()].sort(compareCodeUnits);
    return this.#sorted;
  }
}

function compareCodeUnits(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function byFileName(paths: Iterable<string>): ReadonlyMap<string, readonly string[]> {
  const byName = new Map<string, string[]>();
  for (const path of paths) {
    const name = fileName(path);
    const sameNamePaths = byName.get(name);
    if (sameNamePaths) sameNamePaths.push(path);
    else byName.set(name, [path]);
  }
  return byName;
}
