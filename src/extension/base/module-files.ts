import type * as vscode from 'vscode';

/** The files whose exports are read, by extension. */
export const MODULE_FILE = /\.(?:[cm]?[jt]sx?|vue|svelte|astro|py|go)$/;

/** The files whose exports are read, for a search. */
export const MODULE_GLOB = '**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs,vue,svelte,astro,py,go}';

/**
 * The documents whose modified exports are shown. Python and Go are selected by extension too, so that they need no
 * extension of these languages.
 */
export const MODULE_DOCUMENTS: vscode.DocumentSelector = [
  ...['typescript', 'typescriptreact', 'javascript', 'javascriptreact', 'python', 'go'].map((language) => ({
    language,
    scheme: 'file',
  })),
  { pattern: '**/*.{py,go}', scheme: 'file' },
];
