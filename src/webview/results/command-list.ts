import { html, nothing, type TemplateResult } from 'lit';
import type { AttemptView, CommandView } from '../protocol/view.ts';
import { durationWords } from './words.ts';

/** The commands of an attempt, or those before the first one, with what they printed; a failed one stands open. */
export function commandList(title: string, commands: readonly CommandView[]): TemplateResult | typeof nothing {
  if (commands.length === 0) return nothing;
  return html`<section aria-label=${title}>
    <h3>${title}</h3>
    ${commands.map(commandItem)}
  </section>`;
}

function commandItem(command: CommandView): TemplateResult {
  const outcome = command.passed
    ? 'passed'
    : (command.error ?? `failed with exit code ${command.exitCode ?? 'unknown'}`);
  return html`<details ?open=${!command.passed}>
    <summary>
      <vscode-icon class=${command.passed ? 'good' : 'bad'} name=${command.passed ? 'pass' : 'error'}></vscode-icon>
      <span class="grow"><span class="muted">${command.stage}</span> <code>${command.command}</code></span>
      <span class="muted">${outcome}, ${durationWords(command.durationMs)}</span>
    </summary>
    <div class="output"><pre>${command.output === '' ? 'It printed nothing.' : command.output}</pre></div>
  </details>`;
}

/** What else went wrong, and which writes were refused, with the reason. */
export function problemList(attempt: AttemptView): TemplateResult | typeof nothing {
  const { problems, refusedWrites } = attempt;
  if (problems.length === 0 && refusedWrites.length === 0) return nothing;
  return html`<section aria-label="Problems">
    <h3>Problems</h3>
    <ul>
      ${problems.map(
        (problem) =>
          html`<li class="callout bad">
            <vscode-icon name="error"></vscode-icon>
            <div><span class="muted">${problem.stage}</span> ${problem.message}</div>
          </li>`,
      )}
      ${refusedWrites.map(
        (write) =>
          html`<li class="callout attention">
            <vscode-icon name="lock"></vscode-icon>
            <div>Refused to write <code>${write.path}</code>: ${write.reason}</div>
          </li>`,
      )}
    </ul>
  </section>`;
}
