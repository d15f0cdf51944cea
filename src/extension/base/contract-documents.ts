import type * as vscode from 'vscode';

/** The documents that can be contracts: files, and drafts that are not saved. */
export const CONTRACT_DOCUMENTS: vscode.DocumentSelector = ['file', 'untitled'].flatMap((scheme) =>
  ['yaml', 'json', 'jsonc'].map((language) => ({ language, scheme })),
);
