/** Made by the bundler (test/vscode/bundle.ts): every *.test.ts of this folder. */
declare module 'virtual:vscode-tests' {
  export function loadTests(): Promise<void>;
}
