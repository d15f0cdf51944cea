import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { PlanCompilationSummary } from '../../engine.ts';
import type { WorkspaceEngines } from '../engines/workspace-engines.ts';
import { formatTries } from './plan-tries.ts';

/** The URI scheme of the read-only documents that list the tries of a plan compilation. */
const SCHEME = 'holdfast-plan-tries';

/** The number of recent compilations that can be shown. */
export const MAX_COMPILATIONS = 100;

/** Provides the documents, including documents in tabs that VS Code restored after a reload. */
export function registerCompilationTries(engines: Pick<WorkspaceEngines, 'get'>): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
    async provideTextDocumentContent(uri) {
      const { folder, createdAt } = JSON.parse(uri.query) as Readonly<Record<string, unknown>>;
      const compilations = await (await engines.get(String(folder))).plans.listCompilations(MAX_COMPILATIONS);
      const found = compilations.find((compilation) => compilation.createdAt === createdAt);
      return found ? formatTries(found) : l10n.t('This plan compilation is no longer in the history.\n');
    },
  });
}

export function createPlanTriesUri(folder: string, { specification, createdAt }: PlanCompilationSummary): vscode.Uri {
  const name = specification.slice(specification.lastIndexOf('/') + 1).replace(/\.[^.]+$/, '');
  const query = JSON.stringify({ folder, createdAt });
  return vscode.Uri.from({ scheme: SCHEME, path: `/${l10n.t('Tries of {0}', name)}.md`, query });
}
