import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A folder on disk that is removed with everything in it when it is disposed. */
export class TemporaryFolder implements AsyncDisposable {
  readonly path: string;

  private constructor(path: string) {
    this.path = path;
  }

  static async create(files: Readonly<Record<string, string>>): Promise<TemporaryFolder> {
    const folder = new TemporaryFolder(await realpath(await mkdtemp(join(tmpdir(), 'holdfast-analysis-'))));
    for (const [path, text] of Object.entries(files)) await folder.write(path, text);
    return folder;
  }

  async write(path: string, content: string | Uint8Array): Promise<void> {
    const absolute = join(this.path, path);
    await mkdir(dirname(absolute), { recursive: true });
    await writeFile(absolute, content);
  }

  async remove(path: string): Promise<void> {
    await rm(join(this.path, path), { recursive: true, force: true });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.path, { recursive: true, force: true, maxRetries: 5 });
  }
}
