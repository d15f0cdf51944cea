import { createHash } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { HoldfastError, messageOf } from '../../foundation/errors.ts';
import { isNotFoundError } from '../../foundation/system-error.ts';
import { readPlainText } from '../../workspace/plain-files/plain-file.ts';

const originalSchema = z.object({
  version: z.literal(1),
  /** Absolute path of the hook file. */
  file: z.string(),
  /** Its text without the hooks of Holdfast. */
  before: z.string(),
  /** The text that Holdfast wrote. */
  after: z.string(),
});

export type OriginalFile = Omit<z.infer<typeof originalSchema>, 'version' | 'file'>;

/**
 * The texts of hook files from before Holdfast added its hooks. The text with the hooks does not say whether an empty list, or
 * an empty file, was there before.
 */
export class OriginalFiles {
  readonly #folder: string;

  /** @param storage absolute path of the folder in which Holdfast stores data of the user */
  constructor(storage: string) {
    this.#folder = path.join(storage, 'agent-files');
  }

  /** @param file absolute path of a hook file */
  async read(file: string): Promise<OriginalFile | undefined> {
    try {
      const text = await readPlainText(this.#recordOf(file));
      return originalSchema.safeParse(JSON.parse(text)).data;
    } catch (thrown) {
      // Without the record, the hooks are removed by their position.
      if (isNotFoundError(thrown) || thrown instanceof SyntaxError) return undefined;
      throw new HoldfastError('storage', `Failed to read ${this.#recordOf(file)}: ${messageOf(thrown)}`, {
        cause: thrown,
      });
    }
  }

  async write(file: string, { before, after }: OriginalFile): Promise<void> {
    try {
      await mkdir(this.#folder, { recursive: true });
      await writeFile(this.#recordOf(file), JSON.stringify({ version: 1, file, before, after }));
    } catch (thrown) {
      throw new HoldfastError('storage', `Failed to write ${this.#recordOf(file)}: ${messageOf(thrown)}`, {
        cause: thrown,
      });
    }
  }

  async delete(file: string): Promise<void> {
    await rm(this.#recordOf(file), { force: true });
  }

  #recordOf(file: string): string {
    return path.join(this.#folder, `${createHash('sha256').update(file).digest('hex').slice(0, 32)}.json`);
  }
}
