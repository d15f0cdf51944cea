import * as l10n from '@vscode/l10n';
import type { ReviewSubject } from '../../engine.ts';

/** The name of a session or a range for people. */
export function describeSubject(subject: ReviewSubject): string {
  switch (subject.kind) {
    case 'session':
      return l10n.t('Session {0}', subject.session.slice(0, 8));
    case 'uncommitted':
      return l10n.t('Uncommitted changes');
    case 'since':
      return subject.revision === undefined
        ? l10n.t('The change of this branch')
        : l10n.t('The change since {0}', subject.revision);
  }
}
