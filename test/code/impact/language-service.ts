import ts from 'typescript';

/** Finds references in files in memory with TypeScript's language service. */
export class LanguageServiceReferences {
  readonly #service: ts.LanguageService;
  readonly #root = '/memory/';

  constructor(files: Readonly<Record<string, string>>) {
    const texts = new Map(Object.entries(files).map(([file, text]) => [this.#root + file, text]));
    const configuration = JSON.parse(files['tsconfig.json'] ?? '{}') as { compilerOptions?: object };
    const { options } = ts.convertCompilerOptionsFromJson(configuration.compilerOptions ?? {}, this.#root);
    const readFile = (file: string): string | undefined => texts.get(file) ?? ts.sys.readFile(file);
    const host: ts.LanguageServiceHost = {
      getCompilationSettings: () => ({ ...options, pathsBasePath: this.#root, noEmit: true }),
      getCurrentDirectory: () => this.#root,
      getDefaultLibFileName: (options) => ts.getDefaultLibFilePath(options),
      getScriptFileNames: () => [...texts.keys()].filter((file) => !file.endsWith('.json')),
      getScriptVersion: () => '1',
      getScriptSnapshot: (file) => {
        const text = readFile(file);
        return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
      },
      fileExists: (file) => texts.has(file) || ts.sys.fileExists(file),
      readFile,
      directoryExists: (folder) =>
        [...texts.keys()].some((file) => file.startsWith(`${folder.replace(/\/$/, '')}/`)) ||
        ts.sys.directoryExists(folder),
    };
    this.#service = ts.createLanguageService(host);
  }

  /** Finds the references to the declaration at a position, without the declaration. Returns them as `file:line`. */
  findReferences(file: string, line: number, column: number): ReadonlySet<string> {
    const program = this.#service.getProgram();
    const position = program?.getSourceFile(this.#root + file)?.getPositionOfLineAndCharacter(line - 1, column - 1);
    const found = new Set<string>();
    const all = this.#service.findReferences(this.#root + file, position ?? 0) ?? [];
    for (const { fileName, textSpan, isDefinition } of all.flatMap(({ references }) => references)) {
      const source = program?.getSourceFile(fileName);
      if (source === undefined || !fileName.startsWith(this.#root)) continue;
      const path = fileName.slice(this.#root.length);
      if (isDefinition && path === file) continue;
      found.add(`${path}:${source.getLineAndCharacterOfPosition(textSpan.start).line + 1}`);
    }
    return found;
  }

  [Symbol.dispose](): void {
    this.#service.dispose();
  }
}
