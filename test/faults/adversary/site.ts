import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const open = new Set<Site>();

/** Removes the folders of all attacks, if they are interrupted. */
export function removeSites(): void {
  for (const site of open) site[Symbol.dispose]();
}

/** The folders of one attack. Their common parent has a unique name, by which its processes are recognized. */
export class Site implements Disposable {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'holdfast-adversary-')));
  readonly repository = this.#create('repository');
  readonly home = this.#create('home');
  readonly storage = this.#create('storage');
  readonly temporary = this.#create('temporary');
  /** A folder next to the repository, for links that lead out of it. */
  readonly outside = this.#create('outside');

  constructor() {
    open.add(this);
  }

  #create(name: string): string {
    const folder = join(this.root, name);
    mkdirSync(folder);
    return folder;
  }

  [Symbol.dispose](): void {
    open.delete(this);
    rmSync(this.root, { recursive: true, force: true, maxRetries: 3 });
  }
}
