import { html, nothing, svg, type TemplateResult } from 'lit';
import type { ImpactView } from '../protocol/impact-view.ts';
import { nextNode } from './graph-keys.ts';
import { layoutGraph, NODE, type GraphLayout, type GraphNode, type GraphRest } from './graph-layout.ts';
import type { ImpactActions } from './impact-actions.ts';
import { counted, endOf, kindWords, nameAndFolder } from './impact-words.ts';

export interface GraphInput {
  readonly view: Pick<ImpactView, 'file' | 'dependents'>;
  /** The files that are drawn. */
  readonly kept: ReadonlySet<string>;
  /** The places in each file that use what is shown, the first of them first. */
  readonly placesIn: ReadonlyMap<string, readonly { readonly line: number; readonly column: number }[]>;
  /** The node that the Tab key reaches; the arrow keys move it. */
  readonly focused: string | undefined;
  readonly focus: (file: string) => void;
  readonly actions: ImpactActions;
}

/** Who depends on the file, level by level; each file opens where it uses what is shown. */
export function graphSection(input: GraphInput): TemplateResult {
  const { file, dependents } = input.view;
  const layout = layoutGraph(file, dependents, input.kept);
  const reached = input.kept.size;
  return html`<section aria-labelledby="graph">
    <h2 id="graph">
      Dependents
      <span class="muted">${reached === 0 ? 'none' : counted(reached, 'file')}${more(dependents.omitted)}</span>
    </h2>
    ${
      reached === 0
        ? html`<p class="muted">No other file depends on it.</p>`
        : html`${drawing(layout, input)}
            <p class="muted legend">
              A file imports what stands to its left.
              <span class="key reexport">passes on</span><span class="key import">imports</span
              ><span class="key type">types only</span><span class="key dynamic">import()</span>
            </p>`
    }
  </section>`;
}

function more(omitted: number): string {
  return omitted === 0 ? '' : `, and ${omitted.toLocaleString('en')} more`;
}

function drawing(layout: GraphLayout, input: GraphInput): TemplateResult {
  const { width, height, lines, nodes, rests } = layout;
  const tabbed = nodes.some(({ file }) => file === input.focused) ? input.focused : nodes[0]?.file;
  return html`<div class="scroll graph">
    <svg
      width=${width}
      height=${height}
      viewBox="0 0 ${width} ${height}"
      role="group"
      aria-label="Files that depend on ${input.view.file}, by level. Arrow keys move between them, Enter opens one."
      @keydown=${(event: KeyboardEvent) => move(event, layout, input)}
    >
      ${lines.map((line) => svg`<path class="line ${line.kind}" d=${line.path}></path>`)}
      ${nodes.map((node) => drawnNode(node, node.file === tabbed, input))} ${rests.map(drawnRest)}
    </svg>
  </div>`;
}

function drawnNode(node: GraphNode, tabbed: boolean, input: GraphInput): TemplateResult {
  const { file, level, x, y } = node;
  const places = input.placesIn.get(file) ?? [];
  const { name, folder } = nameAndFolder(file);
  const room = places.length > 0 ? 13 : 16;
  const open = (): void => {
    input.focus(file);
    const { line, column } = places[0] ?? { line: 1, column: 1 };
    input.actions.openPlace({ file, line, column });
  };
  return svg`<g
    class="node ${level === 0 ? 'root' : ''} ${places.length > 0 ? 'user' : ''}"
    role="button"
    tabindex=${tabbed ? '0' : '-1'}
    data-file=${file}
    aria-label=${spoken(node, places.length, input)}
    @click=${open}
    @focus=${() => input.focus(file)}
  >
    <title>${file}</title>
    <rect x=${x} y=${y} width=${NODE.width} height=${NODE.height} rx="4"></rect>
    <text class="name" x=${x + 10} y=${y + 18}>${endOf(name, room)}</text>
    <text class="folder" x=${x + 10} y=${y + 33}>${endOf(folder, 19)}</text>
    ${
      places.length === 0
        ? nothing
        : svg`<text class="count" x=${x + NODE.width - 10} y=${y + 18} text-anchor="end">${places.length}×</text>`
    }
  </g>`;
}

function drawnRest({ x, y, count }: GraphRest): TemplateResult {
  return svg`<text class="rest" x=${x + 10} y=${y + 24}>and ${count} more</text>`;
}

function spoken({ file, level }: GraphNode, uses: number, { view }: GraphInput): string {
  const used = uses === 0 ? '' : `, ${counted(uses, 'use')}`;
  if (level === 0) return `${file}, the file itself${used}`;
  const imports = view.dependents.edges
    .filter(({ from }) => from === file)
    .map(({ to, kind }) => `${kindWords(kind)} ${to}`);
  return `${file}, level ${level}${used}, ${imports.join(', ')}`;
}

function move(event: KeyboardEvent, layout: GraphLayout, input: GraphInput): void {
  const svgElement = event.currentTarget;
  const node = event.target instanceof Element ? event.target.closest<SVGGElement>('[data-file]') : null;
  if (!(svgElement instanceof SVGElement) || !node) return;
  if (event.key === 'Enter' || event.key === ' ') {
    event.preventDefault();
    node.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    return;
  }
  const next = nextNode(layout.nodes, node.dataset['file'] ?? '', event.key);
  if (next === undefined) return;
  event.preventDefault();
  input.focus(next);
  svgElement.querySelector<SVGGElement>(`[data-file="${CSS.escape(next)}"]`)?.focus();
}
