import * as l10n from '../shared/l10n.ts';
import { html, nothing, type TemplateResult } from 'lit';
import type { ChunkView, GateChoiceView, PendingChoiceView } from '../protocol/results-panel-data.ts';
import { formatLocalTime } from '../shared/local-time.ts';
import type { PageActions } from './page-actions.ts';

const CHOICE_LABELS: Readonly<Record<GateChoiceView, string>> = {
  retry: l10n.t('You chose to retry.'),
  skip: l10n.t('You accepted the result despite a failed gate.'),
  abort: l10n.t('You chose to abort the run.'),
  pass: l10n.t('You judged that the gates pass.'),
  fail: l10n.t('You judged that the gates fail.'),
};

const STATUS_LABELS: Readonly<Record<PendingChoiceView['history'][number]['status'], string>> = {
  pass: l10n.t('PASS'),
  fail: l10n.t('FAIL'),
  broken: l10n.t('BROKEN'),
  undecided: l10n.t('UNDECIDED'),
  reset: l10n.t('Count reset'),
  skip: l10n.t('Accepted'),
  abort: l10n.t('Aborted'),
};

/** The pending choice for a chunk whose gates have used all attempts, or the last choice (GATE-6). */
export function choiceSection(chunk: ChunkView, actions: PageActions): TemplateResult | typeof nothing {
  if (chunk.pendingChoice) return pendingSection(chunk.pendingChoice, actions);
  if (chunk.choice === undefined || chunk.status === 'running') return nothing;
  return html`<div class="callout busy" role="note">
    <vscode-icon name="person"></vscode-icon>
    <div>${CHOICE_LABELS[chunk.choice]}</div>
  </div>`;
}

function pendingSection(choice: PendingChoiceView, actions: PageActions): TemplateResult {
  const choose = (answer: GateChoiceView, instruction?: string): void =>
    actions.choose(choice.runId, answer, instruction);
  const words = (): string | undefined => (actions.instruction.trim() === '' ? undefined : actions.instruction);
  const isPersonNeeded = choice.gates.some(({ mode, verdict }) => mode === 'blocking' && verdict === 'UNDECIDED');
  const onInput = ({ target }: Event): void => {
    if (target instanceof HTMLTextAreaElement) actions.setInstruction(target.value);
  };
  return html`<section class="choice-needed" aria-labelledby="choose">
    <h2 id="choose">
      <vscode-icon class="attention" name="question"></vscode-icon>
      ${isPersonNeeded ? l10n.t('Waiting for your verdict') : l10n.t('Waiting for your choice')}
    </h2>
    <p>${choice.reason}</p>
    ${isPersonNeeded ? questionList(choice) : nothing} ${hintList(choice.hints)}
    <form @submit=${(event: Event) => event.preventDefault()}>
      <label for="instruction"
        >${l10n.t('{0} for the next attempt', isPersonNeeded ? l10n.t('The reason for your verdict, or instructions') : l10n.t('Instructions'))}
        <span class="muted">${l10n.t('(optional)')}</span></label
      >
      <textarea id="instruction" rows="3" .value=${actions.instruction} @input=${onInput}></textarea>
      <div class="actions">
        ${isPersonNeeded ? verdictButtons((verdict) => choose(verdict, words())) : nothing}
        <vscode-button ?secondary=${isPersonNeeded} icon="debug-restart" @click=${() => choose('retry', words())}
          >${l10n.t('Retry')}</vscode-button
        >
        <vscode-button
          secondary
          icon="warning"
          title=${l10n.t('Land the result with a warning, after a confirmation')}
          @click=${() => choose('skip')}
          >${l10n.t('Accept Despite Failed Gate')}</vscode-button
        >
        <vscode-button
          secondary
          icon="debug-stop"
          title="${l10n.t('End the run without landing a result')}"
          @click=${() => choose('abort')}
          >${l10n.t('Abort')}</vscode-button
        >
      </div>
    </form>
    ${historyTable(choice.history)}
  </section>`;
}

/** What the person has to judge, for each gate. */
function questionList({ gates }: PendingChoiceView): TemplateResult {
  const waiting = gates.filter(({ verdict }) => verdict === 'UNDECIDED');
  return html`<ul class="hints">
    ${waiting.map(({ name, reasoning }) => html`<li><strong>${name}</strong>: ${reasoning}</li>`)}
  </ul>`;
}

function verdictButtons(judge: (verdict: 'pass' | 'fail') => void): TemplateResult {
  return html`<vscode-button
      icon="pass"
      title="${l10n.t('The gates pass: the run continues')}"
      @click=${() => judge('pass')}
      >${l10n.t('Pass')}</vscode-button
    ><vscode-button
      secondary
      icon="error"
      title="${l10n.t('The gates fail: the next attempt receives your reason')}"
      @click=${() => judge('fail')}
      >${l10n.t('Fail')}</vscode-button
    >`;
}

function hintList(hints: readonly string[]): TemplateResult | typeof nothing {
  if (hints.length === 0) return nothing;
  return html`<h3>${l10n.t('Hints')}</h3>
    <ul class="hints">
      ${hints.map((hint) => html`<li>${hint}</li>`)}
    </ul>`;
}

function historyTable(history: PendingChoiceView['history']): TemplateResult | typeof nothing {
  if (history.length === 0) return nothing;
  return html`<h3 id="verdicts">${l10n.t('Verdicts')}</h3>
    <div class="scroll" tabindex="0" role="group" aria-labelledby="verdicts">
      <table class="comparison history" aria-labelledby="verdicts">
        <thead>
          <tr>
            <th scope="col">${l10n.t('Time')}</th>
            <th scope="col">${l10n.t('Attempt')}</th>
            <th scope="col">${l10n.t('Gate')}</th>
            <th scope="col">${l10n.t('Verdict')}</th>
          </tr>
        </thead>
        <tbody>
          ${history.map(
            ({ at, attempt, gate, status, reasoning }) =>
              html`<tr>
                  <td><time datetime=${at} title=${new Date(at).toLocaleString()}>${formatLocalTime(at)}</time></td>
                  <td>${attempt}</td>
                  <td>${gate ?? ''}</td>
                  <td>${STATUS_LABELS[status]}</td>
                </tr>
                <tr>
                  <td class="as-written muted" colspan="4">${reasoning}</td>
                </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
}
