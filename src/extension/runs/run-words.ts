import type { PanelView } from '../../webview/protocol/view.ts';
import type { RunEvent } from '../../run/events.ts';
import type { RunStatus, Stage } from '../../run/result.ts';
import type { RunState } from '../state/workspace-state.ts';

const STAGES: Readonly<Record<Stage, string>> = {
  preflight: 'checking what must hold before',
  write: 'the model is writing',
  build: 'building',
  verify: 'verifying',
  acceptance: 'running acceptance commands',
  assertions: 'checking the contract',
  gates: 'judging the gates',
  landing: 'landing',
};

const OUTCOMES: Readonly<Record<RunStatus, string>> = {
  pass: 'passed',
  fail: 'failed',
  blocked: 'is blocked',
  conflict: 'is in conflict',
  cancelled: 'was cancelled',
  aborted: 'was aborted',
  undecided: 'waits for your choice',
};

/**
 * The line under a running notification, or nothing where an event changes none. The chunk is named where the
 * notification's own title does not name it.
 */
export function progressMessage(event: RunEvent, state: RunState, title: string): string | undefined {
  if (state.kind === 'ended') return undefined;
  const chunk = state.title === undefined || state.title === title ? '' : `${state.title}: `;
  switch (event.type) {
    case 'chunk-started':
      return event.title === title ? undefined : event.title;
    case 'attempt-started':
      return `${chunk}attempt ${event.number} of ${event.of}`;
    case 'stage': {
      const attempt = state.attempt === undefined ? '' : `attempt ${state.attempt} of ${state.of ?? '?'}, `;
      return `${chunk}${attempt}${stageWords(event.stage)}`;
    }
    case 'model-retry':
      return `${chunk}waiting for the model: ${event.reason}`;
    default:
      return undefined;
  }
}

export function stageWords(stage: Stage): string {
  return STAGES[stage];
}

/** How a run ended, in one sentence for a notification. */
export function outcomeMessage(view: PanelView, status: RunStatus | 'review'): string {
  const { title } = view.header;
  const [only] = view.chunks;
  const single = view.chunks.length === 1 ? only : undefined;
  const passed = view.chunks.filter((chunk) => chunk.status === 'pass').length;
  const count = single ? '' : ` (${passed} of ${view.chunks.length} chunks)`;
  const attempts = single?.attempts.at(-1);
  switch (status) {
    case 'review':
      return single
        ? `"${title}" passed${attemptsWords(attempts)}. The change waits for your review.`
        : `"${title}": ${passed} of ${view.chunks.length} chunks passed. Their change waits for your review.`;
    case 'pass':
      return `"${title}" passed${count || attemptsWords(attempts)}.`;
    default: {
      const reason = view.chunks.find((chunk) => chunk.reason !== undefined)?.reason;
      return `"${title}" ${OUTCOMES[status]}${count}${reason ? `: ${reason}` : '.'}`;
    }
  }
}

function attemptsWords(last: { readonly number: number; readonly of: number } | undefined): string {
  return last ? ` at attempt ${last.number} of ${last.of}` : '';
}
