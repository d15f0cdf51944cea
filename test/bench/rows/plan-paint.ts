import { Graph, layout as layoutWithDagre } from '@dagrejs/dagre';
import { CHUNK, layoutPlan } from '../../../src/webview/plan/plan-layout.ts';
import type { PlanView } from '../../../src/webview/protocol/plan-panel-data.ts';
import { startPageBrowser, type PageBrowser } from '../../webview/browser/open-pages.ts';
import { createDeepPlan, createWidePlan } from '../../webview/browser/plans.ts';
import { median, type BenchMeasurement, type BenchRow } from '../row.ts';
import { limitOfMachine } from '../../scripts/machine-speed.ts';

const chunks = 1_000;
const limitMs = 1_000;
const repeats = 5;

/** From opening the page until the graph is painted, in a browser, and the layout alone compared with dagre's of the same graph. */
export const planPaint: BenchMeasurement = {
  title: `opening the plan of ${chunks} chunks`,
  async measure(say) {
    await using browser = await startPageBrowser();
    const rows: BenchRow[] = [];
    const wide = createWidePlan(chunks);
    for (const [name, view] of [
      ['wide', wide],
      ['deep', createDeepPlan(chunks)],
    ] as const) {
      const paint = await repeat(() => measurePaint(browser, view));
      say(`${name}: ${paint.toFixed(0)} ms`);
      rows.push({ id: `plan-paint-${name}/machine`, ours: paint, peer: limitOfMachine(limitMs), unit: 'ms' });
    }
    // dagre needs minutes for the deep plan.
    const ours = await repeat(() => measure(() => layoutPlan(wide.chunks.length, wide.edges)));
    const dagre = measure(() => layoutWithDagre(toDagre(wide)));
    say(`layout: ${ours.toFixed(0)} ms, dagre ${dagre.toFixed(0)} ms`);
    rows.push({ id: 'plan-layout/dagre', ours, peer: dagre, unit: 'ms' });
    return rows;
  },
};

async function repeat(once: () => number | Promise<number>): Promise<number> {
  const figures: number[] = [];
  while (figures.length < repeats) figures.push(await once());
  return median(figures);
}

function measure(work: () => void): number {
  const started = performance.now();
  work();
  return performance.now() - started;
}

async function measurePaint(browser: PageBrowser, view: PlanView): Promise<number> {
  const memory = { folder: 'file:///reports', contract: 'reports.contract.yaml' };
  const started = performance.now();
  const open = await browser.open('plan', { width: 900, height: 800 });
  await open.receive({ type: 'show', memory, view });
  await open.page.locator('holdfast-plan-graph .chunk').first().waitFor();
  const took = performance.now() - started;
  await open.page.context().close();
  return took;
}

function toDagre({ chunks: nodes, edges }: PlanView): Graph {
  const graph = new Graph();
  graph.setGraph({});
  graph.setDefaultEdgeLabel(() => ({}));
  for (const index of nodes.keys()) graph.setNode(String(index), { ...CHUNK });
  for (const { from, to } of edges) graph.setEdge(String(from), String(to));
  return graph;
}
