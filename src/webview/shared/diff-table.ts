import { html, nothing, type TemplateResult } from 'lit';
import { formatCount } from '../../shared/format-count.ts';
import { parseDiff, type DiffFile, type DiffLine } from './diff-lines.ts';

const SIGNS: Readonly<Record<DiffLine['kind'], string>> = {
  added: '+',
  removed: '-',
  context: ' ',
  hunk: '',
  note: '',
};

/** The changes of an attempt, by file. */
export function diffSection(diff: string, isOpen: boolean): TemplateResult | typeof nothing {
  const files = parseDiff(diff);
  if (files.length === 0) return nothing;
  return html`<section aria-label="Changes">
    <h3>Changes <span class="muted">${formatCount(files.length, 'file')}</span></h3>
    ${files.map((file) => fileDetails(file, isOpen))}
  </section>`;
}

function fileDetails(file: DiffFile, isOpen: boolean): TemplateResult {
  return html`<details ?open=${isOpen}>
    <summary>
      <span class="grow mono">${file.path}</span>
      <span class="muted">${file.kind}</span>
      <span class="good" aria-label="${file.added} lines added">+${file.added}</span>
      <span class="bad" aria-label="${file.removed} lines removed">-${file.removed}</span>
    </summary>
    <div class="output">${diffTable(file.lines, `Changes in ${file.path}`)}</div>
  </details>`;
}

/** A table of the lines of a diff, with line numbers. */
export function diffTable(lines: readonly DiffLine[], label: string): TemplateResult {
  return html`<table class="diff" aria-label=${label}>
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
