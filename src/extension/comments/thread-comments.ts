import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { SessionComment } from '../../engine.ts';

/** The comment of the person, and what the agent answered. */
export function toThreadComments({ author, text, wanted, answer, status }: SessionComment): readonly vscode.Comment[] {
  const mode = vscode.CommentMode.Preview;
  const body = [text, wanted].filter((part) => part !== undefined).join(': ');
  const question = { author: { name: author ?? l10n.t('You') }, body, mode };
  if (answer === undefined) return [{ ...question, label: l10n.t('Not answered') }];
  const label = status === 'blocked' ? l10n.t('Blocked') : l10n.t('Addressed');
  const name = answer.by === 'lines' ? l10n.t('Changed lines') : l10n.t('Agent');
  return [question, { author: { name }, body: answer.text, mode, label }];
}
