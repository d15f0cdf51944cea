import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { FolderReview } from '../../engine.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import type { ExtensionServices } from '../services/extension-services.ts';
import { findFolder } from '../state/workspace-state.ts';
import { pickTargetFolder } from '../targets/folder-target.ts';
import { describeReview, formatPass, formatReview } from './review-view.ts';

const pickFolderLabel = () => l10n.t('Select a folder to review');

/** Reviews the changes of a folder since the last commit, and shows the findings. Returns the report. */
export async function reviewChanges(
  services: Pick<ExtensionServices, 'jobs' | 'paths' | 'reviewPanel'>,
  argument: unknown,
): Promise<FolderReview | undefined> {
  const folder = await pickTargetFolder(services, argument, pickFolderLabel());
  if (folder === undefined) return undefined;
  const jobs = await services.jobs();
  (await services.reviewPanel()).show({ folder });
  const review = await jobs.run(folder, 'review', {
    title: l10n.t('Review Changes'),
    purpose: l10n.t('Review'),
    starting: l10n.t('reading the changes'),
    work: (engine, signal, reportProgress) =>
      engine.reviews.review({
        signal,
        onEvent: (event) => {
          if (event.type === 'pass-started') reportProgress(l10n.t('reviewing: {0}', formatPass(event.pass)));
        },
      }),
  });
  const message = l10n.t('Holdfast: {0}', describeReview(review).label);
  if (review.report === undefined || review.report.decision === 'proceed')
    vscode.window.setStatusBarMessage(message, 5_000);
  else void vscode.window.showWarningMessage(message);
  return review;
}

/** Shows the panel of the last review. */
export async function showReview(
  services: Pick<ExtensionServices, 'paths' | 'reviewPanel'>,
  argument: unknown,
): Promise<void> {
  const folder = await pickTargetFolder(services, argument, pickFolderLabel());
  if (folder !== undefined) (await services.reviewPanel()).show({ folder });
}

/** Copies the last review as text. */
export async function copyReview(
  services: Pick<ExtensionServices, 'paths' | 'store'>,
  argument: unknown,
): Promise<void> {
  const folder = await pickTargetFolder(services, argument, pickFolderLabel());
  if (folder === undefined) return;
  const review = findFolder(services.store.state, folder)?.jobs?.review?.result;
  if (!review)
    throw new HoldfastError('not-found', l10n.t('Failed to copy the review: there is none in this window.'), {
      hint: l10n.t('Run "Holdfast: Review Changes" first.'),
    });
  await vscode.env.clipboard.writeText(formatReview(review));
  vscode.window.setStatusBarMessage(l10n.t('Holdfast: the review was copied'), 5_000);
}

/** Removes the findings of the last review from the Problems view and from the panel. */
export async function clearReview(
  services: Pick<ExtensionServices, 'paths' | 'store'>,
  argument: unknown,
): Promise<void> {
  const folder = await pickTargetFolder(services, argument, pickFolderLabel());
  if (folder !== undefined) services.store.dispatch({ type: 'job-changed', folder, job: 'review', state: {} });
}
