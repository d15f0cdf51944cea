import { html, nothing, type TemplateResult } from 'lit';
import { diffFiles, type DiffFile, type DiffLine } from './diff-lines.ts';

const SIGNS: Readonly<Record<DiffLine['kind'], string>> = {
  added: '+',
  removed: '-',
  context: ' ',
  hunk: '',
  note: '',
};

/** The change that an attempt wrote, file by file. */
export function diffSection(diff: string, open: boolean): TemplateResult | typeof nothing {
  const files = diffFiles(diff);
  if (files.length === 0) return nothing;
  return html`<section aria-label="Changes">
    <h3>Changes <span class="muted">${files.length} ${files.length === 1 ? 'file' : 'files'}</span></h3>
    ${files.map((file) => fileDetails(file, open))}
  </section>`;
}

function fileDetails(file: DiffFile, open: boolean): TemplateResult {
  return html`<details ?open=${open}>
    <summary>
      <span class="grow mono">${file.path}</span>
      <span class="muted">${file.kind}</span>
      <span class="good" aria-label="${file.added} lines added">+${file.added}</span>
      <span class="bad" aria-label="${file.removed} lines removed">-${file.removed}</span>
    </summary>
    <div class="output">${diffTable(file.lines, `Changes of ${file.path}`)}</div>
  </details>`;
}

/** Lines of a difference, with their numbers on either side. */
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
