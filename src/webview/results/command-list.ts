import * as l10n from '../shared/l10n.ts';
import { html, nothing, type TemplateResult } from 'lit';
import type { AttemptView, CommandView } from '../protocol/results-panel-data.ts';
import { durationLabel } from './results-labels.ts';

/** Commands with their output. Commands that prove nothing come first and are expanded. */
export function commandList(title: string, commands: readonly CommandView[]): TemplateResult | typeof nothing {
  if (commands.length === 0) return nothing;
  return html`<section aria-label=${title}>
    <h2>${title}</h2>
    ${[...commands].sort((one, other) => Number(provesSomething(one)) - Number(provesSomething(other))).map(commandItem)}
  </section>`;
}

/** [BITE-1] Whether a command passed, and could have failed: it fails without the change, and reports a planted failure. */
export function provesSomething({ passed, redFirst, canary }: CommandView): boolean {
  return passed && redFirst?.outcome !== 'green' && canary?.seen !== false;
}

function commandItem(command: CommandView): TemplateResult {
  const isGood = provesSomething(command);
  const outcome = command.passed
    ? command.redFirst?.outcome === 'green'
      ? l10n.t('passed, also without the change')
      : l10n.t('passed')
    : (command.error ?? l10n.t('failed with exit code {0}', command.exitCode ?? l10n.t('unknown')));
  return html`<details ?open=${!isGood}>
    <summary>
      <vscode-icon class=${isGood ? 'good' : 'bad'} name=${isGood ? 'pass' : 'error'}></vscode-icon>
      <span class="grow"><span class="muted">${command.stage}</span> <code>${command.command}</code></span>
      <span class="muted">${outcome}${describeCircumstance(command)}, ${durationLabel(command.durationMs)}</span>
    </summary>
    ${redFirst(command)}${plantedFailure(command)}
    <div class="output" tabindex="0" role="group" aria-label=${l10n.t('Output of {0}', command.command)}>
      <pre>${command.output === '' ? l10n.t('(no output)') : command.output}</pre>
    </div>
  </details>`;
}

/** What the command said about a failure that was planted in a copy of the tree. */
function plantedFailure({ canary }: CommandView): TemplateResult | typeof nothing {
  if (canary === undefined) return nothing;
  const duration = durationLabel(canary.durationMs);
  const text = canary.seen
    ? l10n.t('It reports a planted failure in {0} ({1}).', canary.file, duration)
    : l10n.t('It does not report a planted failure in {0} ({1}).', canary.file, duration);
  return html`<p class="muted">${text} ${canary.reason ?? ''}</p>`;
}

/** [BITE-1] How the command ended without the change. */
function redFirst({ redFirst: report }: CommandView): TemplateResult | typeof nothing {
  if (report === undefined) return nothing;
  return html`<p class=${report.outcome === 'green' ? '' : 'muted'}>${describeRedFirst(report)}</p>`;
}

function describeRedFirst({ outcome, by, tests, missing, reason }: NonNullable<CommandView['redFirst']>): string {
  if (outcome === 'not-judged') return l10n.t('Whether it fails without the change is not judged. {0}', reason ?? '');
  const names = ((by === 'missing-code' ? missing : tests) ?? []).slice(0, 5).join(', ');
  if (outcome === 'green') {
    return names === ''
      ? l10n.t('It passes without the change, so it says nothing about it.')
      : l10n.t('These tests pass without the change, so they say nothing about it: {0}', names);
  }
  if (by === 'missing-code') return l10n.t('Without the change it fails (red), because this is missing: {0}', names);
  return names === ''
    ? l10n.t('Without the change it fails (red); with it, it passes.')
    : l10n.t('Without the change these tests fail (red), and with it they pass: {0}', names);
}

function describeCircumstance({ afterFailedBuild, failsOnBase }: CommandView): string {
  if (afterFailedBuild === true) return l10n.t(' after the failed build');
  return failsOnBase === true ? l10n.t(', as without the change') : '';
}

/**
 * The problems of an attempt or a full check other than failed requirements, and its refused writes. A problem of an
 * attempt that passed, such as an answer that had nothing to change, is a fact and no error.
 */
export function problemList({
  problems,
  refusedWrites,
  state,
}: Pick<AttemptView, 'problems' | 'refusedWrites' | 'state'>): TemplateResult | typeof nothing {
  if (problems.length === 0 && refusedWrites.length === 0) return nothing;
  const [tone, icon] = state === 'failed' ? ['bad', 'error'] : ['attention', 'info'];
  return html`<section aria-label="${l10n.t('Problems')}">
    <h2>${l10n.t('Problems')}</h2>
    <ul>
      ${problems.map(
        (problem) =>
          html`<li class="callout ${tone}">
            <vscode-icon name=${icon}></vscode-icon>
            <div><span class="muted">${problem.stage}</span> <span class="lines">${problem.message}</span></div>
          </li>`,
      )}
      ${refusedWrites.map(
        (write) =>
          html`<li class="callout attention">
            <vscode-icon name="lock"></vscode-icon>
            <div>${l10n.t('Refused write to')} <code>${write.path}</code>: ${write.reason}</div>
          </li>`,
      )}
    </ul>
  </section>`;
}
