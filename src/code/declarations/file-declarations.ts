/** What a file declares, exported or not. */
export interface FileDeclarations {
  /**
   * The names at top level, the names of its `export` statements, the members of classes, types and namespaces, and the
   * functions of objects, each as `name` or `Outer.name`.
   */
  readonly names: readonly string[];
  /** The functions of `names` whose bodies do nothing. */
  readonly empty: readonly string[];
  /** The names that the file has from other modules: imports, and exports of `names`. */
  readonly imported: readonly string[];
  /** The number of modules all of whose exports are names of this file, too. */
  readonly starCount: number;
}
