/** A VS Code that the suites run in. */
export interface RuntimeVersion {
  readonly vscode: string;
  /** The version of the npm package that contains VS Code's prebuilt workbench and server. */
  readonly codeServer: string;
  /** The Node version of that VS Code, as a version of the npm package `node`. */
  readonly node: string;
  /** The ripgrep version to install if VS Code would download one. `workspace.findFiles` fails without it. */
  readonly ripgrep?: string;
}

/** `lowest` is the minimum version in `engines.vscode` of package.json. */
export const runtimeVersions = {
  lowest: { vscode: '1.105.1', codeServer: '4.105.1', node: '22.20.0', ripgrep: '1.18.0' },
  newest: { vscode: '1.139.1', codeServer: '4.139.1', node: '24.21.0' },
} as const satisfies Record<string, RuntimeVersion>;

export type RuntimeName = keyof typeof runtimeVersions;
