import { readFileSync } from 'node:fs';

/**
 * Whether a file may say something that holds in files that do not import it: declarations of the whole program, or
 * of another module. In doubt it may.
 */
export function isAmbient(file: string, text: string): boolean {
  if (/\.d\.[mc]?ts$|\.json$/.test(file)) return !file.endsWith('.json');
  if (/\bdeclare\s+(?:global|module|namespace)\b/.test(text)) return true;
  return !/^\s*(?:import|export)\b/m.test(text);
}

/** Remembers which of a project's files are ambient, so that only they and what is asked about have to be checked. */
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

  among(files: Iterable<string>): readonly string[] {
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

/** The text of a file on disk; undefined where it cannot be read. */
export function textOnDisk(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
