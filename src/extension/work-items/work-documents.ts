import * as vscode from 'vscode';
import * as z from 'zod';
import type { ChangedFile, StageAnswer, WorkItemDetails, WorkSubItem } from '../../engine.ts';
import { HoldfastError } from '../../shared/errors.ts';
import type { WorkspaceEngines } from '../engines/workspace-engines.ts';
import { nameDocument, type WorkItemTarget } from '../state/work-items.ts';
import { createWorkDocumentUri, WORK_ITEM_SCHEME, type WorkDocument } from './work-document-uri.ts';

type Engines = Pick<WorkspaceEngines, 'get'>;

const documentSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('answer'),
    folder: z.string(),
    item: z.string(),
    stage: z.string(),
    hash: z.string(),
  }),
  z.object({ kind: z.literal('pull-request'), folder: z.string(), number: z.int() }),
  z.object({
    kind: z.literal('file'),
    folder: z.string(),
    base: z.string(),
    result: z.string(),
    side: z.enum(['before', 'after']),
  }),
]) satisfies z.ZodType<WorkDocument>;

const EXTENSIONS: Readonly<Record<StageAnswer['language'], string>> = {
  markdown: 'md',
  yaml: 'yaml',
  typescript: 'ts',
};

/** Provides the documents, including those in tabs that VS Code restored after a reload. */
export function registerWorkDocuments(engines: Engines): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(WORK_ITEM_SCHEME, {
    async provideTextDocumentContent(uri) {
      const document = documentSchema.parse(JSON.parse(uri.query));
      return readWorkDocument(engines, document, uri.path.replace(/^\//, ''));
    },
  });
}

async function readWorkDocument(engines: Engines, document: WorkDocument, path: string): Promise<string> {
  const engine = await engines.get(document.folder);
  switch (document.kind) {
    case 'answer': {
      const { answers } = await (await engine.pipeline()).item(document.item);
      const answer = answers.find(({ stage, hash }) => stage === document.stage && hash === document.hash);
      return answer?.text ?? 'This version was replaced. Open the current one from the view Work Items.\n';
    }
    case 'pull-request':
      return (await (await engine.pipeline()).pullRequest(document.number)).diff;
    case 'file': {
      const changes = await engine.changesBetween(document.base, document.result);
      const change = changes.find((one) =>
        document.side === 'before' ? (one.previousPath ?? one.path) === path : one.path === path,
      );
      return change?.[document.side] ?? '';
    }
  }
}

/** Opens what a target names: the change of a sub-item, a pull request, or the document of a stage. */
export async function openWorkDocument(
  engines: Engines,
  details: WorkItemDetails,
  target: WorkItemTarget,
): Promise<void> {
  const subItem = details.subItems.find(({ id }) => id === target.subItem);
  if (subItem) {
    await openChange(engines, details, subItem, target.folder);
  } else if (target.pullRequest !== undefined) {
    const document = { kind: 'pull-request', folder: target.folder, number: target.pullRequest } as const;
    await openDocument(createWorkDocumentUri(document, `pull-request-${target.pullRequest}.diff`), 'diff');
  } else {
    const answer = details.answers.find(({ stage }) => stage === target.stage) ?? details.answers.at(-1);
    if (!answer)
      throw new HoldfastError('not-found', `Work item #${details.id} has no document yet.`, {
        hint: 'Run it: each stage adds one.',
      });
    await openAnswer(details, answer, target.folder);
  }
}

async function openAnswer({ id: item }: WorkItemDetails, answer: StageAnswer, folder: string): Promise<void> {
  const { stage, hash, language } = answer;
  const name = `#${item} ${nameDocument(stage)}.${EXTENSIONS[language]}`;
  await openDocument(createWorkDocumentUri({ kind: 'answer', folder, item, stage, hash }, name), language);
}

async function openDocument(parts: ReturnType<typeof createWorkDocumentUri>, language: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.from(parts));
  if (document.languageId !== language && (await vscode.languages.getLanguages()).includes(language))
    await vscode.languages.setTextDocumentLanguage(document, language);
  await vscode.window.showTextDocument(document, { preview: true });
}

/** Opens the files of a change in the editor's multi-file diff. */
async function openChange(
  engines: Engines,
  details: WorkItemDetails,
  { title, baseCommit: base, commit: result }: WorkSubItem,
  folder: string,
): Promise<void> {
  if (base === undefined || result === undefined)
    throw new HoldfastError('not-found', `"${title}" has no change yet.`, {
      hint: 'Run the work item: a change exists as soon as an attempt has passed.',
    });
  const changes = await (await engines.get(folder)).changesBetween(base, result);
  const label = `#${details.id} ${title}`;
  const resources = changes
    .filter(({ before, after }) => before !== undefined || after !== undefined)
    .map((change) => toDiffResource(change, { folder, base, result }));
  await vscode.commands.executeCommand('vscode.changes', label, resources);
}

/** A row of the multi-file diff. A side without a file is `undefined`. */
function toDiffResource(
  { path, previousPath, before, after }: ChangedFile,
  commits: { readonly folder: string; readonly base: string; readonly result: string },
): [vscode.Uri, vscode.Uri | undefined, vscode.Uri | undefined] {
  const uri = (side: 'before' | 'after', file: string): vscode.Uri =>
    vscode.Uri.from(createWorkDocumentUri({ kind: 'file', ...commits, side }, file));
  return [
    vscode.Uri.joinPath(vscode.Uri.parse(commits.folder), path),
    before === undefined ? undefined : uri('before', previousPath ?? path),
    after === undefined ? undefined : uri('after', path),
  ];
}
