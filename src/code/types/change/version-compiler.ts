import { dirname } from 'node:path/posix';
import type { JavaScriptEngine, JavaScriptEngineOptions } from '../engines/javascript-engine.ts';

/** The texts of a version of a tree that differ from those on disk, by absolute path; null if the version lacks the file. */
export type VersionTexts = ReadonlyMap<string, string | null>;

/** A compiler that reads one version of a tree after the other. What the versions share is parsed once. */
export class VersionCompiler implements Disposable {
  readonly engine: JavaScriptEngine;
  readonly #overlay: VersionOverlay;

  private constructor(engine: JavaScriptEngine, overlay: VersionOverlay) {
    this.engine = engine;
    this.#overlay = overlay;
  }

  /** Creates a compiler that reads the files on disk. */
  static async create(
    createEngine: (
      texts: Required<Pick<JavaScriptEngineOptions, 'overlay' | 'hasFolder'>>,
    ) => Promise<JavaScriptEngine>,
  ): Promise<VersionCompiler> {
    const overlay = new VersionOverlay();
    const engine = await createEngine({
      overlay: (file) => overlay.texts.get(file),
      hasFolder: (folder) => overlay.folders.has(folder),
    });
    return new VersionCompiler(engine, overlay);
  }

  get overlay(): JavaScriptEngineOptions['overlay'] {
    return (file) => this.#overlay.texts.get(file);
  }

  show(texts: VersionTexts): void {
    const earlier = this.#overlay.texts;
    this.#overlay.show(texts);
    const differing = [...new Set([...earlier.keys(), ...texts.keys()])].filter(
      (file) => earlier.get(file) !== texts.get(file),
    );
    if (differing.length > 0) this.engine.invalidate(differing);
  }

  [Symbol.dispose](): void {
    this.engine[Symbol.dispose]();
  }
}

class VersionOverlay {
  texts: VersionTexts = new Map();
  /** The folders of the texts, and those above. */
  folders: ReadonlySet<string> = new Set();

  show(texts: VersionTexts): void {
    const folders = new Set<string>();
    for (const [file, text] of texts) {
      if (text === null) continue;
      for (let folder = dirname(file); !folders.has(folder); folder = dirname(folder)) folders.add(folder);
    }
    this.texts = texts;
    this.folders = folders;
  }
}
