import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import * as z from 'zod';
import type { HunkReview, RecordedSession, ReviewSubject } from '../../engine.ts';
import type { ExtensionServices } from '../services/extension-services.ts';
import type { SessionReference } from '../state/target.ts';
import { pickTargetFolder } from '../targets/folder-target.ts';
import type { SessionTarget } from './session-reviews.ts';

type Services = Pick<ExtensionServices, 'engines' | 'paths' | 'resultComments' | 'sessionReviews'>;

/** A session in the argument of a command, as the tree passes it. */
const sessionReferenceSchema: z.ZodType<SessionReference> = z.object({ folder: z.string(), session: z.string() });

interface SubjectItem extends vscode.QuickPickItem {
  readonly subject: ReviewSubject;
}

/** [SESSION-1] Opens the change of a session, of uncommitted work or of a branch, hunk by hunk. */
export async function reviewSession(services: Services, argument: unknown): Promise<HunkReview | undefined> {
  const named = sessionReferenceSchema.safeParse(argument).data;
  if (named !== undefined) return openNamed(services, named);
  const folder = await pickTargetFolder(services, argument, l10n.t('Select a folder to review'));
  if (folder === undefined) return undefined;
  const engine = await services.engines.get(folder);
  const sessions = (await engine.sessions.list()).filter(({ isHere }) => isHere);
  const item = await vscode.window.showQuickPick(listSubjects(sessions), {
    title: l10n.t('Review Session'),
    placeHolder: l10n.t('Select what to review'),
  });
  if (item === undefined) return undefined;
  return open(services, { folder, subject: item.subject, title: item.label });
}

/** [SESSION-1] Opens the review of a session that is listed, also of another worktree. */
async function openNamed(services: Services, { folder, session }: SessionReference): Promise<HunkReview> {
  const found = await (await services.engines.get(folder)).sessions.find(session);
  const { isHere, folder: path } = found;
  return open(services, {
    folder: isHere ? folder : vscode.Uri.file(path).toString(),
    listedIn: folder,
    subject: { kind: 'session', session: found.session },
    title: describeSession(found),
  });
}

async function open(services: Services, target: SessionTarget): Promise<HunkReview> {
  const review = await (await services.sessionReviews()).open(target);
  showVerdict(review);
  return review;
}

function describeSession({ session }: Pick<RecordedSession, 'session'>): string {
  return l10n.t('Session {0}', session.slice(0, 8));
}

export async function toggleReviewed(services: Services, thread: unknown): Promise<void> {
  showVerdict(await (await services.sessionReviews()).toggleReviewed(thread));
}

export async function takeHunkBack(services: Services, thread: unknown): Promise<void> {
  showVerdict(await (await services.sessionReviews()).takeBack(thread));
}

export async function makeRule(services: Services, thread: unknown): Promise<void> {
  const review = await (await services.sessionReviews()).makeRule(thread);
  if (review !== undefined) showVerdict(review);
}

/** @param reply what the editor passes: the thread and the text that the person wrote */
export async function commentOnHunk(services: Services, reply: unknown): Promise<void> {
  const { thread, text } = reply as Partial<vscode.CommentReply>;
  if (text === undefined || text.trim() === '') return;
  const results = await services.resultComments();
  if (results.has(thread)) {
    await results.add(thread, text.trim());
    vscode.window.setStatusBarMessage(l10n.t('Holdfast: the next run receives your comment'), 5_000);
    return;
  }
  await (await services.sessionReviews()).comment(thread, text.trim());
  vscode.window.setStatusBarMessage(l10n.t('Holdfast: the agent must answer your comment before it may end'), 5_000);
}

export async function resolveComment(services: Services, thread: unknown): Promise<void> {
  const results = await services.resultComments();
  if (results.has(thread)) await results.resolve(thread);
  else showVerdict(await (await services.sessionReviews()).resolve(thread));
}

function listSubjects(sessions: readonly RecordedSession[]): readonly SubjectItem[] {
  return [
    ...sessions.map(({ session, client, startedAt }) => ({
      label: describeSession({ session }),
      description: [client, new Date(startedAt).toLocaleString()].filter((part) => part !== undefined).join(', '),
      subject: { kind: 'session' as const, session },
    })),
    { label: l10n.t('Uncommitted changes'), subject: { kind: 'uncommitted' } },
    { label: l10n.t('The change of this branch'), subject: { kind: 'since' } },
  ];
}

/** The verdict of what is in the files now, and how much of it is reviewed. */
function showVerdict({ judgement, reviewedCount, hunkCount }: HunkReview): void {
  if (judgement.ok) {
    const message = l10n.t('Holdfast: OK, {0} of {1} hunks reviewed', reviewedCount, hunkCount);
    vscode.window.setStatusBarMessage(message, 10_000);
    return;
  }
  const first = judgement.findings.find(({ severity }) => severity === 'error') ?? judgement.findings[0];
  const place = first?.file === undefined ? '' : ` (${first.file}:${first.line ?? 1})`;
  const reason = first === undefined ? '' : `${first.message}${place}`;
  void vscode.window.showWarningMessage(
    l10n.t('Holdfast: not OK, {0} of {1} hunks reviewed. {2}', reviewedCount, hunkCount, reason),
  );
}
