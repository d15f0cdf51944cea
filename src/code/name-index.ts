import type { ModuleRecord } from './module-record.ts';

const nothing: ReadonlySet<string> = new Set();

/** Which files name what: every exported name, and the files whose text gives it. */
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

  filesNaming(name: string): ReadonlySet<string> {
    return this.#files.get(name) ?? nothing;
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
