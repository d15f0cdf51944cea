import * as l10n from '../shared/l10n.ts';
import { html, nothing, svg, type TemplateResult } from 'lit';
import type { AnalyticsChart, AnalyticsTable, BarView, TimelineChartView } from '../protocol/analytics-panel-data.ts';

/** The coordinates of the drawings, which are stretched to the page. Text is never part of a drawing. */
const WIDTH = 100;
const HEIGHT = 100;

/** A chart with its title, what it says in one sentence, and the same numbers as a table. */
export function chartSection(chart: AnalyticsChart): TemplateResult {
  const { id, title, summary, bars, timeline, table } = chart;
  return html`<section aria-labelledby="chart-${id}">
    <h2 id="chart-${id}">${title}</h2>
    <p class="muted summary">${summary}</p>
    ${bars === undefined ? nothing : barChart(bars)}
    ${timeline === undefined ? nothing : timelineChart(timeline, summary)} ${tableOf(title, table)}
  </section>`;
}

/** One bar for each row, in proportion to the longest. The texts are next to the bars. */
function barChart(bars: readonly BarView[]): TemplateResult {
  const longest = Math.max(...bars.map(({ value }) => value), 0);
  return html`<ul class="bars">
    ${bars.map(
      ({ label, detail, value, text }) =>
        html`<li>
          <span class="label"
            >${label}${detail === undefined ? nothing : html`<span class="muted"> · ${detail}</span>`}</span
          >
          <svg class="bar" viewBox="0 0 ${WIDTH} 10" preserveAspectRatio="none" aria-hidden="true">
            <rect class="track" width=${WIDTH} height="10"></rect>
            <rect class="series-0" width=${longest === 0 ? 0 : (value / longest) * WIDTH} height="10"></rect>
          </svg>
          <span class="value">${text}</span>
        </li>`,
    )}
  </ul>`;
}

/** One column for each period, with the series stacked in it. Each series has its own pattern, not only its own color. */
function timelineChart({ periods, series, max, maxText }: TimelineChartView, summary: string): TemplateResult {
  const slot = WIDTH / Math.max(periods.length, 1);
  const gap = slot * 0.2;
  return html`<div class="timeline">
      <span class="axis muted" aria-hidden="true">${maxText}</span>
      <svg class="columns" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label=${summary}>
        <line class="grid" x1="0" y1="0" x2=${WIDTH} y2="0"></line>
        <line class="grid" x1="0" y1=${HEIGHT / 2} x2=${WIDTH} y2=${HEIGHT / 2}></line>
        ${periods.map(({ label, values, texts }, column) => {
          let top = HEIGHT;
          return values.map((value, index) => {
            const height = max === 0 ? 0 : (value / max) * HEIGHT;
            top -= height;
            if (height === 0) return nothing;
            const x = column * slot + gap / 2;
            const title = [label, ...(series.length > 1 ? [series[index]] : []), texts[index]].join(' · ');
            return svg`<rect class="series-${index}" x=${x} y=${top} width=${slot - gap} height=${height}><title>${title}</title></rect>`;
          });
        })}
        <line class="base" x1="0" y1=${HEIGHT} x2=${WIDTH} y2=${HEIGHT}></line>
      </svg>
      <div class="ends muted" aria-hidden="true">
        <span>${periods[0]?.label ?? ''}</span>
        <span>${periods.length > 1 ? periods.at(-1)?.label : ''}</span>
      </div>
    </div>
    ${series.length < 2 ? nothing : legend(series)}`;
}

function legend(series: readonly string[]): TemplateResult {
  return html`<ul class="legend">
    ${series.map(
      (name, index) =>
        html`<li>
          <svg class="swatch" viewBox="0 0 10 10" aria-hidden="true">
            <rect class="series-${index}" width="10" height="10"></rect>
          </svg>
          ${name}
        </li>`,
    )}
  </ul>`;
}

function tableOf(title: string, { columns, rows }: AnalyticsTable): TemplateResult {
  return html`<details>
    <summary>
      <span class="grow">${l10n.t('Show as a table')} <span class="muted">${rows.length}</span></span>
    </summary>
    <div class="scroll" tabindex="0" role="group" aria-label=${title}>
      <table class="parts">
        <caption class="visually-hidden">
          ${title}
        </caption>
        <thead>
          <tr>
            ${columns.map(({ label, isNumber }) => html`<th scope="col" class=${isNumber ? 'number' : ''}>${label}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            ([heading = '', ...cells]) =>
              html`<tr>
                <th scope="row">${heading}</th>
                ${cells.map((cell, index) => html`<td class=${columns[index + 1]?.isNumber === true ? 'number' : ''}>${cell}</td>`)}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </details>`;
}
