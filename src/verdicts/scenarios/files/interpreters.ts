const INTERPRETERS: Readonly<Record<string, string>> = {
  js: 'node',
  mjs: 'node',
  cjs: 'node',
  ts: 'node',
  mts: 'node',
  cts: 'node',
  py: 'python3',
  sh: 'sh',
  bash: 'bash',
};

/** The program that runs a script, by its extension; `undefined` if it is not known. */
export function interpreterOf(script: string): string | undefined {
  const extension = /\.([^./\\]+)$/.exec(script)?.[1]?.toLowerCase();
  return extension === undefined ? undefined : INTERPRETERS[extension];
}
