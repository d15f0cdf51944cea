import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { readPlainText } from '../plain-files/plain-file.ts';
import { whenFound } from '../../foundation/system-error.ts';
import { writeFileAtomically } from '../files/write-atomically.ts';

/**
 * What the history must record about kept results, but could not: files next to the private repository, one for each result. A
 * result that was paid for is found as soon as the history can be written again.
 */
export class UnrecordedResults {
  readonly #folder: string;

  /** @param home the folder of the private repository */
  constructor(home: string) {
    this.#folder = path.join(home, 'unrecorded');
  }

  async save(runId: string, record: unknown): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    await writeFileAtomically(path.join(this.#folder, `${runId}.json`), JSON.stringify(record));
  }

  /** The records as they were saved, which other programs could have changed. */
  async list(): Promise<readonly { readonly runId: string; readonly record: unknown }[]> {
    const names = (await whenFound(readdir(this.#folder))) ?? [];
    const files = names.filter((name) => name.endsWith('.json')).sort();
    return Promise.all(
      files.map(async (name) => ({
        runId: name.slice(0, -'.json'.length),
        record: parse(await readPlainText(path.join(this.#folder, name))),
      })),
    );
  }

  async delete(runId: string): Promise<void> {
    await rm(path.join(this.#folder, `${runId}.json`), { force: true });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
