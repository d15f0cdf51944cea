import { svg, type TemplateResult } from 'lit';
import type { PlanView } from '../protocol/plan-panel-data.ts';
import type { StatusView } from '../protocol/status-view.ts';
import { CHUNK, type PlanLayout } from './plan-layout.ts';

const TONES: readonly StatusView['tone'][] = ['quiet', 'good', 'busy', 'attention', 'bad'];

/**
 * The drawing without text, for the minimap and for a scale at which nothing can be read. The number of elements does
 * not depend on the number of chunks: one path for all lines, and one for the chunks of each color.
 */
export function drawingOverview(view: PlanView, { chunks, edges }: PlanLayout, hasLines: boolean): TemplateResult {
  const rectangles = new Map<StatusView['tone'], string[]>();
  for (const { position, x, y } of chunks) {
    const tone = worstTone(view.chunks[position]);
    const ofTone = rectangles.get(tone) ?? [];
    ofTone.push(`M${Math.round(x)},${Math.round(y)}h${CHUNK.width}v${CHUNK.height}h-${CHUNK.width}z`);
    rectangles.set(tone, ofTone);
  }
  return svg`<g aria-hidden="true">
    ${hasLines ? svg`<path class="line" d=${edges.map(({ path }) => path).join('')}></path>` : ''}
    ${TONES.map((tone) => svg`<path class="block ${tone}-block" d=${(rectangles.get(tone) ?? []).join('')}></path>`)}
  </g>`;
}

/** A chunk with an error in the plan is red, in any status. */
function worstTone(chunk: PlanView['chunks'][number] | undefined): StatusView['tone'] {
  if (!chunk) return 'quiet';
  return chunk.findings.some(({ severity }) => severity === 'error') ? 'bad' : chunk.status.tone;
}
