import * as l10n from './l10n.ts';
import { html, nothing, type TemplateResult } from 'lit';
import { formatCount } from '../../foundation/format-count.ts';
import type { DiffLine } from '../protocol/amendment-panel-data.ts';
import { parseDiff, type DiffFile } from './diff-lines.ts';

const SIGNS: Readonly<Record<DiffLine['kind'], string>> = {
  added: '+',
  removed: '-',
  context: ' ',
  hunk: '',
  note: '',
};

/** The changes of an attempt, by file. Each is folded. */
export function diffSection(diff: string): TemplateResult | typeof nothing {
  const files = parseDiff(diff);
  if (files.length === 0) return nothing;
  return html`<section aria-label="${l10n.t('Changes')}">
    <h2>
      ${l10n.t('Changes')} <span class="muted">${formatCount(files.length, l10n.t('file'), l10n.t('files'))}</span>
    </h2>
    ${files.map((file) => fileDetails(file))}
  </section>`;
}

function fileDetails(file: DiffFile): TemplateResult {
  return html`<details>
    <summary>
      <span class="grow mono">${file.path}</span>
      <span class="muted">${file.kind}</span>
      <span class="good" role="img" aria-label=${l10n.t('{0} lines added', file.added)}>+${file.added}</span>
      <span class="bad" role="img" aria-label=${l10n.t('{0} lines removed', file.removed)}>−${file.removed}</span>
    </summary>
    <div class="output" tabindex="0" role="group" aria-label=${file.path}>
      ${diffTable(file.lines, l10n.t('Changes in {0}', file.path))}
    </div>
  </details>`;
}

/** A table of the lines of a diff, with line numbers. */
export function diffTable(lines: readonly DiffLine[], label: string): TemplateResult {
  return html`<table class="diff" aria-label=${label}>
    <thead>
      <tr class="visually-hidden">
        <th scope="col">${l10n.t('Line before')}</th>
        <th scope="col">${l10n.t('Line after')}</th>
        <th scope="col">${l10n.t('Change')}</th>
        <th scope="col">${l10n.t('Text')}</th>
      </tr>
    </thead>
    <tbody>
      ${lines.map(
        (line) =>
          html`<tr class=${line.kind}>
            <td class="number">${line.before ?? ''}</td>
            <td class="number">${line.after ?? ''}</td>
            <td class="sign">${SIGNS[line.kind]}</td>
            <td>${line.text}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}
