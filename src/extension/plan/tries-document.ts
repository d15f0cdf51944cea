import * as vscode from 'vscode';
import * as z from 'zod';
import type { PlanCompilationSummary } from '../../engine.ts';
import type { WorkspaceEngines } from '../engines/workspace-engines.ts';
import { TRIES_SCHEME } from './tries-scheme.ts';
import { triesText } from './tries-words.ts';

/** As many as anybody looks back. */
export const KEPT_COMPILATIONS = 100;

const querySchema = z.object({ folder: z.string(), createdAt: z.string() });

/** The address of the read-only document that holds the tries of a compilation. */
export function triesUri(folder: string, { specification, createdAt }: PlanCompilationSummary): vscode.Uri {
  const name = specification.slice(specification.lastIndexOf('/') + 1).replace(/\.[^.]+$/, '');
  const query = JSON.stringify({ folder, createdAt });
  return vscode.Uri.from({ scheme: TRIES_SCHEME, path: `/Tries of ${name}.md`, query });
}

/** The text of such a document. */
export async function triesDocument(engines: Pick<WorkspaceEngines, 'of'>, uri: vscode.Uri): Promise<string> {
  const { folder, createdAt } = querySchema.parse(JSON.parse(uri.query));
  const compilations = await (await engines.of(folder)).planCompilations(KEPT_COMPILATIONS);
  const found = compilations.find((one) => one.createdAt === createdAt);
  return found ? triesText(found) : 'These tries are not recorded any more.\n';
}
