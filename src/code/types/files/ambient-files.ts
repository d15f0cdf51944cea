import { readPlainFileSync } from '../../../workspace/plain-files/plain-file.ts';

/**
 * Whether a file may contain declarations that are visible in files that do not import it: global declarations, or
 * augmentations of another module. The result is `true` if this is uncertain.
 */
export function isAmbient(file: string, text: string): boolean {
  if (/\.d\.[mc]?ts$|\.json$/.test(file)) return !file.endsWith('.json');
  if (/\bdeclare\s+(?:global|module|namespace)\b/.test(text)) return true;
  return !/^\s*(?:import|export)\b/m.test(text);
}

/** Remembers which files of a project are ambient: a program needs only these and the queried files as roots. */
export class AmbientFiles {
  readonly #known = new Map<string, boolean>();
  readonly #overlay: (file: string) => string | null | undefined;

  constructor(overlay: (file: string) => string | null | undefined) {
    this.#overlay = overlay;
  }

  forget(file: string): void {
    this.#known.delete(file);
  }

  forgetAll(): void {
    this.#known.clear();
  }

  /** Returns the files that are ambient. */
  filter(files: Iterable<string>): readonly string[] {
    const ambient: string[] = [];
    for (const file of files) if (this.#isAmbient(file)) ambient.push(file);
    return ambient;
  }

  #isAmbient(file: string): boolean {
    let known = this.#known.get(file);
    if (known === undefined) {
      const text = this.#overlay(file) ?? textOnDisk(file);
      known = text !== undefined && isAmbient(file, text);
      this.#known.set(file, known);
    }
    return known;
  }
}

/** The text of a file on disk; `undefined` if it cannot be read. */
export function textOnDisk(file: string): string | undefined {
  try {
    return readPlainFileSync(file).toString('utf8');
  } catch {
    return undefined;
  }
}
