/** One value of a settings file. */
export interface Setting {
  readonly path: readonly string[];
  /** A canonical text: equal for values with the same meaning. */
  readonly value: string;
  readonly line: number;
  /** The canonical texts of the elements, if the value is a list. */
  readonly elements?: readonly string[] | undefined;
}

/** The settings of a file, by key: the path with dots, such as `compilerOptions.strict`. */
export type FileSettings = ReadonlyMap<string, Setting>;

export function keyOf(path: readonly string[]): string {
  return path.join('.');
}
