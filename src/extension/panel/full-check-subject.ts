import * as l10n from '@vscode/l10n';
import type { PanelAction } from '../../webview/protocol/results-panel-data.ts';
import { hasUnjudgedGate } from '../run-session/full-check-view.ts';
import type { FullCheckSession } from '../run-session/full-check-session.ts';
import type { WorkspaceStore } from '../state/store.ts';
import { findContract } from '../state/workspace-state.ts';
import type { PanelSubject } from './panel-subject.ts';

const outdatedNote = () =>
  ({ level: 'warning', message: l10n.t('Files have changed since this check. Validate again.') }) as const;

/** Creates the subject for a full check, active or ended. A restored panel shows the check of the files instead. */
export function createFullCheckSubject(session: FullCheckSession, store: WorkspaceStore): PanelSubject {
  const { folder, contract, chunk } = session.subject;
  return {
    memory: { folder, contract, chunk },
    createView() {
      const { header, chunks } = session.view;
      const isOutdated =
        session.check !== undefined && findContract(store.state, session.subject)?.fullCheck !== session.check;
      const notes = isOutdated ? [outdatedNote(), ...header.notes] : header.notes;
      return { header: { ...header, notes, actions: getActions(session) }, chunks };
    },
    transcripts: undefined,
    subscribe(listener) {
      const subscriptions = [session.subscribe(listener), store.subscribe(listener)];
      return { dispose: () => subscriptions.forEach((subscription) => subscription.dispose()) };
    },
  };
}

function getActions(session: FullCheckSession): PanelAction[] {
  if (session.running) return ['cancel'];
  const judge: PanelAction[] = hasUnjudgedGate(session.view.chunks) ? ['judge-gates'] : [];
  return [...judge, 'validate-fully', 'validate', 'run'];
}
