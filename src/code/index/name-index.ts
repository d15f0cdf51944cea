import type { ModuleRecord } from '../modules/module-record.ts';

const NO_FILES: ReadonlySet<string> = new Set();

/** The files with a direct export of each name. */
export class NameIndex {
  readonly #files = new Map<string, Set<string>>();

  add(record: ModuleRecord): void {
    for (const name of namesOf(record)) {
      const files = this.#files.get(name);
      if (files === undefined) this.#files.set(name, new Set([record.file]));
      else files.add(record.file);
    }
  }

  remove(record: ModuleRecord): void {
    for (const name of namesOf(record)) {
      const files = this.#files.get(name);
      if (files?.delete(record.file) && files.size === 0) this.#files.delete(name);
    }
  }

  directExporters(name: string): ReadonlySet<string> {
    return this.#files.get(name) ?? NO_FILES;
  }

  names(): Iterable<string> {
    return this.#files.keys();
  }
}

function* namesOf(record: ModuleRecord): Generator<string> {
  for (const { name, members } of record.exports) {
    yield name;
    for (const member of members ?? []) yield member.name;
  }
}
