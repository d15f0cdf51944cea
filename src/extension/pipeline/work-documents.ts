import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ChangedFile } from '../../engine.ts';
import type { StageAnswer, WorkItemDetails, WorkSubItem } from '../../pipeline.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import type { SourceLocation } from '../../webview/protocol/source-location.ts';
import { locationToTextRange } from '../base/text-range.ts';
import type { DocumentServices } from './read-work-document.ts';
import { nameDocument, type WorkItemTarget } from './work-items.ts';
import { createWorkDocumentUri } from './work-document-uri.ts';

type Engines = DocumentServices['engines'];

const EXTENSIONS: Readonly<Record<StageAnswer['language'], string>> = {
  markdown: 'md',
  yaml: 'yaml',
  typescript: 'ts',
};

/** Opens what a target names: the change of a sub-item, a pull request, or the document of a stage. */
export async function openWorkDocument(
  services: DocumentServices,
  details: WorkItemDetails,
  target: WorkItemTarget,
): Promise<void> {
  const subItem = details.subItems.find(({ id }) => id === target.subItem);
  if (subItem) {
    await openChange(services.engines, details, subItem, target.folder);
  } else if (target.pullRequest !== undefined) {
    await openPullRequest(services, target.folder, target.pullRequest);
  } else {
    const answer = details.answers.find(({ stage }) => stage === target.stage) ?? details.answers.at(-1);
    if (!answer)
      throw new HoldfastError('not-found', l10n.t('Work item #{0} has no document yet.', details.id), {
        hint: l10n.t('Run it: each stage adds one.'),
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

/** Opens a pull request in the editor's diff; as text if its base branch was deleted. */
async function openPullRequest(
  { engines, pipelines }: DocumentServices,
  folder: string,
  number: number,
): Promise<void> {
  const { title, compared } = await (await pipelines.get(folder)).pullRequest(number);
  if (compared) {
    await openDiff(engines, l10n.t('Pull request #{0}: {1}', number, title), {
      folder,
      base: compared.from,
      result: compared.to,
    });
    return;
  }
  await openDocument(
    createWorkDocumentUri({ kind: 'pull-request', folder, number }, `pull-request-${number}.diff`),
    'diff',
  );
}

/** Opens the change of a sub-item in the editor's diff: the commit that it starts from, and the commit that passed. */
async function openChange(
  engines: Engines,
  details: WorkItemDetails,
  { title, baseCommit: base, commit: result }: WorkSubItem,
  folder: string,
): Promise<void> {
  if (base === undefined || result === undefined)
    throw new HoldfastError('not-found', l10n.t('"{0}" has no change yet.', title), {
      hint: l10n.t('Run the work item: a change exists as soon as an attempt has passed.'),
    });
  await openDiff(engines, `#${details.id} ${title}`, { folder, base, result });
}

/** Opens a file of the change that the review of a sub-item was about, at a location. */
export async function openReviewedFile(
  engines: Engines,
  details: WorkItemDetails,
  {
    folder,
    subItem: id,
    location,
  }: { readonly folder: string; readonly subItem: string; readonly location: SourceLocation },
): Promise<void> {
  const { baseCommit: base, review } = details.subItems.find((subItem) => subItem.id === id) ?? {};
  const changes = base && review ? await (await engines.get(folder)).results.changesBetween(base, review.commit) : [];
  const change = changes.find(({ path }) => path === location.file);
  if (!change || base === undefined || review === undefined)
    throw new HoldfastError('not-found', l10n.t('{0} is no longer part of the change of "{1}".', location.file, id), {
      hint: l10n.t('Refresh the work items, and open the current change of the sub-item.'),
    });
  // A finding about a deleted file is about what was there.
  const side = change.after === undefined ? 'before' : 'after';
  const file = side === 'before' ? (change.previousPath ?? change.path) : change.path;
  const parts = createWorkDocumentUri({ kind: 'file', folder, base, result: review.commit, side }, file);
  const { start, end } = locationToTextRange(location);
  await vscode.window.showTextDocument(vscode.Uri.from(parts), {
    preview: true,
    selection: new vscode.Range(start.line, start.character, end.line, end.character),
  });
}

interface Comparison {
  readonly folder: string;
  readonly base: string;
  readonly result: string;
}

/** Opens the files that differ between two commits in the editor's multi-file diff. */
async function openDiff(engines: Engines, label: string, comparison: Comparison): Promise<void> {
  const { folder, base, result } = comparison;
  const changes = await (await engines.get(folder)).results.changesBetween(base, result);
  const textual = changes.filter(({ before, after }) => before !== undefined || after !== undefined);
  if (textual.length === 0) {
    void vscode.window.showInformationMessage(l10n.t('Holdfast: "{0}" changes no text files.', label));
    return;
  }
  const resources = textual.map((change) => toDiffResource(change, comparison));
  await vscode.commands.executeCommand('vscode.changes', label, resources);
}

/** A row of the multi-file diff. A side without a file is `undefined`. */
function toDiffResource(
  { path, previousPath, before, after }: ChangedFile,
  commits: Comparison,
): [vscode.Uri, vscode.Uri | undefined, vscode.Uri | undefined] {
  const uri = (side: 'before' | 'after', file: string): vscode.Uri =>
    vscode.Uri.from(createWorkDocumentUri({ kind: 'file', ...commits, side }, file));
  return [
    vscode.Uri.joinPath(vscode.Uri.parse(commits.folder), path),
    before === undefined ? undefined : uri('before', previousPath ?? path),
    after === undefined ? undefined : uri('after', path),
  ];
}
