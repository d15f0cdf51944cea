/** A VS Code that the suites run in. */
export interface RuntimeVersion {
  /** VS Code's own version. */
  readonly vscode: string;
  /** The npm package that ships that VS Code's workbench and server, prebuilt. */
  readonly codeServer: string;
  /** The Node that VS Code ships with in that version, as a version of the npm package `node`. */
  readonly node: string;
  /** The ripgrep to put beside a VS Code that would fetch one at install; without it `workspace.findFiles` fails. */
  readonly ripgrep?: string;
}

/** `lowest` is the floor of package.json's `engines.vscode`. */
export const runtimeVersions = {
  lowest: { vscode: '1.117.0', codeServer: '4.117.0', node: '22.23.3', ripgrep: '1.18.0' },
  newest: { vscode: '1.139.1', codeServer: '4.139.1', node: '24.21.0' },
} as const satisfies Record<string, RuntimeVersion>;

export type RuntimeName = keyof typeof runtimeVersions;
