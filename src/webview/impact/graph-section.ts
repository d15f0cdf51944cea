import * as l10n from '../shared/l10n.ts';
import { html, nothing, svg, type TemplateResult } from 'lit';
import { formatCount } from '../../foundation/format-count.ts';
import type { ImpactView } from '../protocol/impact-panel-data.ts';
import { findNextNode } from './graph-keys.ts';
import { layoutGraph, NODE, type GraphLayout, type GraphNode, type HiddenFiles } from './graph-layout.ts';
import type { ImpactActions } from './impact-actions.ts';
import { edgeKindLabel, splitPath, truncateStart } from './impact-page-labels.ts';

export interface GraphInput {
  readonly view: Pick<ImpactView, 'file' | 'dependents'>;
  /** The files to draw. */
  readonly visible: ReadonlySet<string>;
  /** The uses of the selected exports, by file and in file order. */
  readonly usesByFile: ReadonlyMap<string, readonly { readonly line: number; readonly column: number }[]>;
  /** The file that the Tab key focuses. The arrow keys change it. */
  readonly focused: string | undefined;
  readonly focus: (file: string) => void;
  readonly actions: ImpactActions;
}

/** The graph of the dependents by level. A click on a file opens its first use. */
export function graphSection(input: GraphInput): TemplateResult {
  const { file, dependents } = input.view;
  const layout = layoutGraph(file, dependents, input.visible);
  const count = input.visible.size;
  return html`<section aria-labelledby="graph">
    <h2 id="graph">
      ${l10n.t('Dependents')}
      <span class="muted"
        >${count === 0 ? l10n.t('none') : formatCount(count, l10n.t('file'), l10n.t('files'))}${omittedLabel(dependents.omitted)}</span
      >
    </h2>
    ${
      count === 0
        ? html`<p class="muted">${l10n.t('No dependents found.')}</p>`
        : html`${graphDrawing(layout, input)}
            <p class="muted legend">
              ${l10n.t('A file imports the files to its left.')}
              <span class="key reexport">${l10n.t('re-exports')}</span
              ><span class="key import">${l10n.t('imports')}</span><span class="key type">${l10n.t('types only')}</span
              ><span class="key dynamic">import()</span>
            </p>`
    }
  </section>`;
}

function omittedLabel(omitted: number): string {
  return omitted === 0 ? '' : l10n.t(', and {0} more', omitted.toLocaleString('en'));
}

function graphDrawing(layout: GraphLayout, input: GraphInput): TemplateResult {
  const { width, height, lines, nodes, hidden } = layout;
  const tabStop = nodes.some(({ file }) => file === input.focused) ? input.focused : nodes[0]?.file;
  return html`<div class="scroll graph">
    <svg
      width=${width}
      height=${height}
      viewBox="0 0 ${width} ${height}"
      role="group"
      aria-label="${l10n.t('Files that depend on {0}, by level. Arrow keys move between them, Enter opens one.', input.view.file)}"
      @keydown=${(event: KeyboardEvent) => onKeydown(event, layout, input)}
    >
      ${lines.map((line) => svg`<path class="line ${line.kind}" d=${line.path}></path>`)}
      ${nodes.map((node) => nodeTemplate(node, node.file === tabStop, input))} ${hidden.map(hiddenTemplate)}
    </svg>
  </div>`;
}

function nodeTemplate(node: GraphNode, isTabStop: boolean, input: GraphInput): TemplateResult {
  const { file, level, x, y } = node;
  const uses = input.usesByFile.get(file) ?? [];
  const { name, folder } = splitPath(file);
  const shownName = truncateStart(name, uses.length > 0 ? 13 : 16);
  const shownFolder = truncateStart(folder, 19);
  const shownCount = uses.length === 0 ? '' : `${uses.length}×`;
  const open = (): void => {
    input.focus(file);
    const { line, column } = uses[0] ?? { line: 1, column: 1 };
    input.actions.openLocation({ file, line, column });
  };
  return svg`<g
    class="node ${level === 0 ? 'root' : ''} ${uses.length > 0 ? 'user' : ''}"
    role="button"
    tabindex=${isTabStop ? '0' : '-1'}
    data-file=${file}
    aria-label=${[shownName, shownFolder, shownCount].filter((text) => text !== '').join(' ')}
    aria-description=${describeNode(node, uses.length, input)}
    @click=${open}
    @focus=${() => input.focus(file)}
  >
    <title>${file}</title>
    <rect x=${x} y=${y} width=${NODE.width} height=${NODE.height} rx="4"></rect>
    <text class="name" x=${x + 10} y=${y + 18}>${shownName}</text>
    <text class="folder" x=${x + 10} y=${y + 33}>${shownFolder}</text>
    ${
      shownCount === ''
        ? nothing
        : svg`<text class="count" x=${x + NODE.width - 10} y=${y + 18} text-anchor="end">${shownCount}</text>`
    }
  </g>`;
}

function hiddenTemplate({ x, y, count }: HiddenFiles): TemplateResult {
  return svg`<text class="rest" x=${x + 10} y=${y + 24}>${l10n.t('and {0} more', count)}</text>`;
}

/** The full path and the role of a file in the graph. The accessible name of a node is its visible text. */
function describeNode({ file, level }: GraphNode, useCount: number, { view }: GraphInput): string {
  const used = useCount === 0 ? '' : `, ${formatCount(useCount, l10n.t('use'), l10n.t('uses'))}`;
  if (level === 0) return l10n.t('{0}, this file{1}', file, used);
  const imports = view.dependents.edges
    .filter(({ from }) => from === file)
    .map(({ to, kind }) => `${edgeKindLabel(kind)} ${to}`);
  return l10n.t('{0}, level {1}{2}, {3}', file, level, used, imports.join(', '));
}

function onKeydown(event: KeyboardEvent, layout: GraphLayout, input: GraphInput): void {
  const svgElement = event.currentTarget;
  const node = event.target instanceof Element ? event.target.closest<SVGGElement>('[data-file]') : null;
  if (!(svgElement instanceof SVGElement) || !node) return;
  if (event.key === 'Enter' || event.key === ' ') {
    event.preventDefault();
    node.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    return;
  }
  const next = findNextNode(layout.nodes, node.dataset['file'] ?? '', event.key);
  if (next === undefined) return;
  event.preventDefault();
  input.focus(next);
  svgElement.querySelector<SVGGElement>(`[data-file="${CSS.escape(next)}"]`)?.focus();
}
