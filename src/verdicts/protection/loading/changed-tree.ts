import type { FileVersions, ProtectedChange } from '../changes/protected-change.ts';
import type { BaseText } from '../settings/find-overrides.ts';
import { testLanguageOf } from '../tests/test-languages.ts';

/** A tree before and after a change. Of unchanged files, only some texts are known. */
export class ChangedTree {
  readonly files: readonly FileVersions[];
  readonly before: ReadonlySet<string>;
  readonly after: ReadonlySet<string>;
  /** The commands that judge the change. */
  readonly commands: readonly string[];
  readonly #unchanged: ReadonlyMap<string, string>;
  readonly #versions: ReadonlyMap<string, FileVersions>;
  readonly #original: ReadonlyMap<string, FileVersions>;

  constructor(
    files: readonly FileVersions[],
    baseFiles: readonly string[],
    texts: readonly BaseText[],
    commands: readonly string[] = [],
  ) {
    this.files = files;
    this.commands = commands;
    this.before = new Set(baseFiles);
    this.#versions = new Map(files.map((one) => [one.path, one]));
    this.#original = new Map(files.map((one) => [one.previousPath ?? one.path, one]));
    this.#unchanged = new Map(
      texts.flatMap(({ path, text }) => (this.#original.has(path) ? [] : [[path, text] as const])),
    );
    const after = new Set(baseFiles);
    for (const { path, previousPath, after: text } of files) {
      if (previousPath !== undefined) after.delete(previousPath);
      if (text === undefined) after.delete(path);
      else after.add(path);
    }
    this.after = after;
  }

  /** Whether the change adds a file. A renamed file is not new. */
  isNew(path: string): boolean {
    return this.#versions.get(path)?.before === undefined && this.after.has(path) && !this.before.has(path);
  }

  textBefore(path: string): string | undefined {
    return this.#unchanged.get(path) ?? this.#original.get(path)?.before;
  }

  textAfter(path: string): string | undefined {
    const changed = this.#versions.get(path);
    return changed === undefined ? this.#unchanged.get(path) : changed.after;
  }

  /** The files that the change leaves as they are, and whose texts are known. */
  get unchanged(): ReadonlyMap<string, string> {
    return this.#unchanged;
  }

  /** The tests that exist before the change and after it, by their names and folders. */
  listTests(folder = '', extension = /./): readonly string[] {
    const start = folder === '' ? '' : `${folder}/`;
    return [...this.before].filter(
      (path) =>
        path.startsWith(start) &&
        extension.test(path) &&
        this.after.has(path) &&
        testLanguageOf(path)?.isTestPath(path) === true,
    );
  }
}

/** A file that a runner or an interpreter loads, and that can decide about the results of existing tests. */
export function createLoaded(
  subject: string,
  place: Pick<ProtectedChange, 'file' | 'line' | 'originalFile'>,
  actual: string,
  direction: ProtectedChange['direction'] = 'less',
): ProtectedChange {
  const expected = 'Existing tests run with the tools of the base';
  return {
    area: 'tooling',
    kind: 'loaded',
    direction,
    subject,
    ...place,
    expected,
    actual,
  };
}

/** An import of an unchanged test that leads to another file than before. */
export function createRedirected(
  subject: string,
  place: Pick<ProtectedChange, 'file' | 'line' | 'originalFile'>,
  { expected, actual }: Pick<ProtectedChange, 'expected' | 'actual'>,
): ProtectedChange {
  return { area: 'tooling', kind: 'redirected', direction: 'less', subject, ...place, expected, actual };
}

export function placeOf(file: string, line = 1): Pick<ProtectedChange, 'file' | 'line' | 'originalFile'> {
  return { file, line, originalFile: file };
}
