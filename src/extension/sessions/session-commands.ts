import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import * as z from 'zod';
import { listChangeViolations, type HunkReview, type RecordedSession, type ReviewSubject } from '../../engine.ts';
import { RESULT_SCHEME } from '../results/result-uri.ts';
import type { ExtensionServices } from '../services/extension-services.ts';
import type { ReviewReference } from '../state/target.ts';
import { pickTargetFolder } from '../targets/folder-target.ts';
import { describeSubject } from './describe-subject.ts';
import type { SessionTarget } from './session-threads.ts';

type Services = Pick<ExtensionServices, 'engines' | 'paths' | 'resultComments' | 'sessionReviews'>;

/** What is reviewed in the argument of a command, as the tree passes it. */
const reviewReferenceSchema: z.ZodType<ReviewReference> = z.object({
  folder: z.string(),
  subject: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('session'), session: z.string() }),
    z.object({ kind: z.literal('uncommitted') }),
    z.object({ kind: z.literal('since'), revision: z.string().optional() }),
  ]),
});

interface SubjectItem extends vscode.QuickPickItem {
  /** `undefined` for a range that the person names. */
  readonly subject: ReviewSubject | undefined;
}

/** [SESSION-1] Opens the change of a session, of uncommitted work or of a branch, hunk by hunk. */
export async function reviewSession(services: Services, argument: unknown): Promise<HunkReview | undefined> {
  const named = reviewReferenceSchema.safeParse(argument).data;
  if (named !== undefined) return openNamed(services, named);
  const folder = await pickTargetFolder(services, argument, l10n.t('Select a folder to review'));
  if (folder === undefined) return undefined;
  const engine = await services.engines.get(folder);
  const sessions = (await engine.sessions.list()).filter(({ isHere }) => isHere);
  const item = await vscode.window.showQuickPick(listSubjects(sessions), {
    title: l10n.t('Review Session'),
    placeHolder: l10n.t('Select what to review'),
  });
  const subject = item && (item.subject ?? (await askForRange()));
  return subject && open(services, { folder, subject });
}

async function askForRange(): Promise<ReviewSubject | undefined> {
  const revision = await vscode.window.showInputBox({
    title: l10n.t('Review Session'),
    prompt: l10n.t('The commit, tag or branch that the change starts from'),
    placeHolder: 'HEAD~3',
  });
  return revision === undefined || revision.trim() === '' ? undefined : { kind: 'since', revision: revision.trim() };
}

/** [SESSION-1] Opens the review of what is listed, also of a session in another worktree. */
async function openNamed(services: Services, { folder, subject }: ReviewReference): Promise<HunkReview> {
  if (subject.kind !== 'session') return open(services, { folder, subject });
  const found = await (await services.engines.get(folder)).sessions.find(subject.session);
  const { isHere, folder: path } = found;
  return open(services, {
    folder: isHere ? folder : vscode.Uri.file(path).toString(),
    listedIn: folder,
    subject: { kind: 'session', session: found.session },
  });
}

async function open(services: Services, target: SessionTarget): Promise<HunkReview> {
  const review = await (await services.sessionReviews()).open(target);
  showVerdict(review);
  return review;
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
  if (thread === undefined || text === undefined || text.trim() === '') return;
  if (isOfResult(thread)) {
    await (await services.resultComments()).add(thread, text.trim());
    vscode.window.setStatusBarMessage(l10n.t('Holdfast: the next run receives your comment'), 5_000);
    return;
  }
  await (await services.sessionReviews()).comment(thread, text.trim());
  vscode.window.setStatusBarMessage(l10n.t('Holdfast: the agent must answer your comment before it may end'), 5_000);
}

export async function resolveComment(services: Services, thread: unknown): Promise<void> {
  if (isOfResult(thread)) await (await services.resultComments()).resolve(thread);
  else showVerdict(await (await services.sessionReviews()).resolve(thread));
}

function isOfResult(thread: unknown): thread is vscode.CommentThread {
  const uri = typeof thread === 'object' && thread !== null && 'uri' in thread ? thread.uri : undefined;
  return uri instanceof vscode.Uri && uri.scheme === RESULT_SCHEME;
}

function listSubjects(sessions: readonly RecordedSession[]): readonly SubjectItem[] {
  const toItem = (subject: ReviewSubject): SubjectItem => ({ label: describeSubject(subject), subject });
  return [
    ...sessions.map(({ session, client, startedAt }) => ({
      ...toItem({ kind: 'session', session }),
      description: [client, new Date(startedAt).toLocaleString()].filter((part) => part !== undefined).join(', '),
    })),
    toItem({ kind: 'uncommitted' }),
    toItem({ kind: 'since' }),
    { label: l10n.t('The change since a commit…'), subject: undefined },
  ];
}

/** The verdict of what is in the files now, and how much of it is reviewed. */
function showVerdict({ judgement, reviewedCount, hunkCount }: HunkReview): void {
  if (judgement.ok) {
    const message = l10n.t('Holdfast: OK, {0} of {1} hunks reviewed', reviewedCount, hunkCount);
    vscode.window.setStatusBarMessage(message, 10_000);
    return;
  }
  const first = listChangeViolations(judgement)[0] ?? judgement.findings[0];
  const place = first?.file === undefined ? '' : ` (${first.file}:${first.line ?? 1})`;
  const reason = first === undefined ? '' : `${first.message}${place}`;
  void vscode.window.showWarningMessage(
    l10n.t('Holdfast: not OK, {0} of {1} hunks reviewed. {2}', reviewedCount, hunkCount, reason),
  );
}
