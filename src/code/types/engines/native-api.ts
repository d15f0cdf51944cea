// The part of the TypeScript 7 API (`typescript/unstable/sync`) that Holdfast uses. The package belongs to the workspace,
// so its type declarations are not available when Holdfast is built.

export interface NativeType {
  readonly flags: number;
  readonly value?: unknown;
  isErrorType(): boolean;
}

export interface NativeSymbol {
  readonly name: string;
  readonly flags: number;
  readonly checkFlags: number;
}

export interface NativeIndexInfo {
  readonly keyType: NativeType;
  readonly valueType: NativeType;
  readonly isReadonly: boolean;
}

export interface NativeChecker {
  getTypeAtPosition(file: string, positions: readonly number[]): readonly (NativeType | undefined)[];
  getSymbolAtPosition(file: string, positions: readonly number[]): readonly (NativeSymbol | undefined)[];
  getAliasedSymbol(symbol: NativeSymbol): NativeSymbol;
  isUnknownSymbol(symbol: NativeSymbol): boolean;
  getPropertiesOfType(type: NativeType): readonly NativeSymbol[];
  getTypeOfSymbol(symbol: NativeSymbol): NativeType | undefined;
  getIndexInfosOfType(type: NativeType): readonly NativeIndexInfo[];
  typeToString(type: NativeType, enclosing: undefined, flags: number): string;
}

export interface NativeProgram {
  getSourceFile(file: string): { readonly text: string } | undefined;
  getSourceFileNames(): readonly string[];
}

export interface NativeProject {
  readonly checker: NativeChecker;
  readonly program: NativeProgram;
}

export interface NativeSnapshot {
  getProject(configuration: string): NativeProject | undefined;
  dispose(): void;
}

export interface NativeFileChanges {
  readonly changed?: readonly string[];
  readonly created?: readonly string[];
  readonly deleted?: readonly string[];
}

export interface NativeApi {
  parseConfigFile(file: string): { readonly fileNames: readonly string[] };
  updateSnapshot(update: {
    readonly openProjects?: readonly string[];
    readonly closeProjects?: readonly string[];
    readonly fileChanges?: NativeFileChanges | { readonly invalidateAll: true };
  }): NativeSnapshot;
  close(): void;
}

export interface NativeModule {
  readonly API: new (options: {
    readonly cwd: string;
    readonly fs: { readonly readFile: (file: string) => string | null | undefined };
  }) => NativeApi;
}
