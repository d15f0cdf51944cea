import * as vscode from 'vscode';
import type { ExtensionServices } from '../services/extension-services.ts';
import { createCoverageViews, type FileCoverageView } from './export-coverage.ts';

/** The coverage of a file, with what its details are made of. */
class ExportFileCoverage extends vscode.FileCoverage {
  readonly view: FileCoverageView;

  constructor(uri: vscode.Uri, view: FileCoverageView) {
    const count = new vscode.TestCoverageCount(view.covered, view.total);
    super(uri, count, undefined, new vscode.TestCoverageCount(view.covered, view.total));
    this.view = view;
  }
}

/** [EDIT-5] Which exports of the files of a folder a contract names. */
export async function collectCoverage(
  { engines, unsaved }: Pick<ExtensionServices, 'engines' | 'unsaved'>,
  folder: string,
  token: vscode.CancellationToken,
): Promise<readonly vscode.FileCoverage[]> {
  const cancellation = new AbortController();
  const subscription = token.onCancellationRequested(() => cancellation.abort());
  try {
    const engine = await engines.get(folder);
    unsaved.flush(folder, engine);
    const files = await engine.exports.coverage({ signal: cancellation.signal });
    return createCoverageViews(files).map(
      (view) => new ExportFileCoverage(vscode.Uri.joinPath(vscode.Uri.parse(folder), view.file), view),
    );
  } finally {
    subscription.dispose();
  }
}

/** The exports of a file: each is a declaration, and its line is marked. */
export function toDetails(file: vscode.FileCoverage): vscode.FileCoverageDetail[] {
  if (!(file instanceof ExportFileCoverage)) return [];
  return file.view.exports.flatMap(({ name, line, contracts }) => {
    const range = new vscode.Range(line, 0, line, Number.MAX_SAFE_INTEGER);
    return [new vscode.DeclarationCoverage(name, contracts, range), new vscode.StatementCoverage(contracts, range)];
  });
}
