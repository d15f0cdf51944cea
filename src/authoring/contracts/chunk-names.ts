/** Creates ids of chunks from paths. Each id is created once. */
export class ChunkNames {
  readonly #used = new Set<string>();

  /** The id for a path: its name, with more of its folders or a number if the name is used already. */
  create(path: string): string {
    const names = path.split('/');
    const isIndex = names.length > 1 && /^(?:index\.|__init__\.py$)/.test(names.at(-1) ?? '');
    const shortest = isIndex ? 2 : 1;
    const lengths = names.map((_, index) => index + 1).filter((length) => length >= shortest);
    const candidates = lengths.map((length) => stemOf(names.slice(-length).join('/')));
    const free = candidates.find((candidate) => !this.#used.has(candidate)) ?? this.#number(candidates.at(-1) ?? '');
    this.#used.add(free);
    return free;
  }

  #number(name: string): string {
    for (let number = 2; ; number++) if (!this.#used.has(`${name}-${number}`)) return `${name}-${number}`;
  }
}

/** A path as an id: lower case words with hyphens, without extension. An index file and `__init__.py` have the name of their folder. */
export function stemOf(path: string): string {
  const bare = path.replace(/(?<=[^/])(?:\.[A-Za-z]+)+$/, '').replace(/(?<=[^/])\/(?:index|__init__)$/, '');
  const words = bare
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .toLowerCase();
  return words === '' ? 'module' : words;
}
