import type * as vscode from 'vscode';

/** The documents that can be contracts: files, and drafts that are not saved. */
export const CONTRACT_DOCUMENTS: vscode.DocumentSelector = ['file', 'untitled'].flatMap((scheme) =>
  ['yaml', 'json', 'jsonc'].map((language) => ({ language, scheme })),
);

/** The documents that can be plans of other tools. */
export const PLAN_DOCUMENTS: vscode.DocumentSelector = { scheme: 'file', pattern: '**/*.{md,markdown}' };
