/** Paths in order, asked for those that begin or end as named; sorted when the first question comes. */
export class SortedPaths {
  readonly #source: () => Iterable<string>;
  #sorted: readonly string[] | undefined;
  #byName: ReadonlyMap<string, readonly string[]> | undefined;

  constructor(source: () => Iterable<string>) {
    this.#source = source;
  }

  /** The paths that begin with a prefix, in order. */
  *beginningWith(prefix: string): Generator<string> {
    const paths = this.#paths();
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

  hasBelow(prefix: string): boolean {
    return this.beginningWith(prefix).next().done !== true;
  }

  /** Whether a path other than the name itself ends so; the ending holds at least one whole name. */
  hasEnding(suffix: string): boolean {
    this.#byName ??= byLastName(this.#source());
    const name = suffix.slice(suffix.lastIndexOf('/') + 1);
    return (this.#byName.get(name) ?? []).some((path) => path.endsWith(suffix));
  }

  #paths(): readonly string[] {
    this.#sorted ??= [...this.#source()].sort(byCodeUnits);
    return this.#sorted;
  }
}

function byCodeUnits(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

function byLastName(paths: Iterable<string>): ReadonlyMap<string, readonly string[]> {
  const byName = new Map<string, string[]>();
  for (const path of paths) {
    const name = path.slice(path.lastIndexOf('/') + 1);
    const known = byName.get(name);
    if (known) known.push(path);
    else byName.set(name, [path]);
  }
  return byName;
}
