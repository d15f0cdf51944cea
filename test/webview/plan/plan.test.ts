import assert from 'node:assert/strict';
import {
  messageFromPlanPanelSchema,
  planMemorySchema,
  messageToPlanPanelSchema,
} from '../../../src/webview/protocol/plan-messages.ts';
import type { PlanChunkView, PlanEdgeView, PlanView } from '../../../src/webview/protocol/plan-panel-data.ts';
import { findNextChunk } from '../../../src/webview/plan/plan-keys.ts';
import { CHUNK, layoutPlan } from '../../../src/webview/plan/plan-layout.ts';
import {
  findingCount,
  flowLabel,
  flowDescription,
  chunkAriaLabel,
} from '../../../src/webview/plan/plan-page-labels.ts';

const createEdge = (from: number, to: number, over: Partial<PlanEdgeView> = {}): PlanEdgeView => ({
  from,
  to,
  declared: true,
  exports: [],
  files: [],
  ...over,
});

/** 1 and 2 depend on 0, and 3 depends on both. 4 is independent. */
const diamond = [createEdge(0, 1, { exports: ['A'] }), createEdge(0, 2), createEdge(1, 3), createEdge(2, 3)];

describe('the layout of a plan', () => {
  it('[COMP-EDITOR] has layers by dependency, without overlapping chunks', () => {
    const { chunks, width, height } = layoutPlan(5, diamond);
    const rowOf = (position: number) => chunks.find((chunk) => chunk.position === position)?.row ?? -1;
    for (const { from, to } of diamond) assert.ok(rowOf(from) < rowOf(to), `${from} above ${to}`);
    assert.equal(rowOf(1), rowOf(2));
    for (const one of chunks) {
      assert.ok(one.x >= 0 && one.y >= 0 && one.x + CHUNK.width <= width && one.y + CHUNK.height <= height);
      for (const other of chunks) {
        if (one === other) continue;
        const isSeparate = Math.abs(one.x - other.x) >= CHUNK.width || Math.abs(one.y - other.y) >= CHUNK.height;
        assert.ok(isSeparate, `${one.position} and ${other.position}`);
      }
    }
  });

  it('[COMP-EDITOR] labels the edges, and accepts dependency cycles', () => {
    const { edges } = layoutPlan(5, diamond);
    assert.deepEqual(
      edges.map(({ label }) => label?.text),
      ['A', undefined, undefined, undefined],
    );
    for (const { path } of edges) assert.match(path, /^M[\d.]+,[\d.]+ [CQL]/);
    assert.equal(layoutPlan(2, [createEdge(0, 1), createEdge(1, 0)]).chunks.length, 2);
    assert.deepEqual(layoutPlan(1, []).chunks, [{ position: 0, row: 0, x: 12, y: 12 }]);
  });

  it('[COMP-EDITOR] arrow keys move between layers and within a layer, and stop at its ends', () => {
    const { chunks } = layoutPlan(4, diamond);
    const [left, right] = chunks.filter(({ row }) => row === 1).map(({ position }) => position);
    assert.ok(left !== undefined && right !== undefined);
    assert.ok([left, right].includes(findNextChunk(chunks, 0, 'ArrowDown') ?? -1));
    assert.equal(findNextChunk(chunks, left, 'ArrowRight'), right);
    assert.equal(findNextChunk(chunks, right, 'ArrowRight'), undefined);
    assert.equal(findNextChunk(chunks, right, 'ArrowLeft'), left);
    assert.equal(findNextChunk(chunks, left, 'ArrowUp'), 0);
    assert.equal(findNextChunk(chunks, 0, 'ArrowUp'), undefined);
    assert.equal(findNextChunk(chunks, 0, 'End'), 3);
    assert.equal(findNextChunk(chunks, 3, 'Home'), 0);
    assert.equal(findNextChunk(chunks, 3, 'a'), undefined);
  });
});

describe('the labels of a plan', () => {
  it('[COMP-EDITOR] an edge label shows the first name and the number of others, and its description lists all', () => {
    const both = createEdge(0, 1, { exports: ['Report'], files: ['src/reports/model.ts'] });
    assert.equal(flowLabel(both), 'Report +1');
    assert.equal(flowDescription(both), 'Report, src/reports/model.ts');
    assert.equal(flowLabel(createEdge(0, 1, { files: ['src/reports/model.ts'] })), 'model.ts');
    assert.equal(flowLabel(createEdge(0, 1)), '');
    assert.equal(flowDescription(createEdge(0, 1)), 'dependsOn');
    assert.ok(flowLabel(createEdge(0, 1, { exports: ['x'.repeat(80), 'y'] })).length <= 26);
  });

  it('[COMP-EDITOR] screen readers announce the status and the dependencies of a chunk', () => {
    const location = { file: 'p.contract.yaml', line: 1, column: 1 };
    const chunk = (title: string, over: Partial<PlanChunkView> = {}): PlanChunkView => ({
      id: title,
      title,
      location,
      status: { tone: 'good', icon: 'pass', label: 'met 1/1' },
      verifyExempt: false,
      findings: [],
      ...over,
    });
    const finding = { rule: 'R4', severity: 'error' as const, message: 'm', location };
    const view: PlanView = {
      title: 'Plan',
      chunks: [chunk('First', { verifyExempt: true }), chunk('Second', { findings: [finding, finding] })],
      edges: [createEdge(0, 1, { exports: ['A'] })],
      findings: [],
      stale: false,
    };
    const [first, second] = view.chunks.map((each, position) => chunkAriaLabel(each, position, view));
    assert.equal(first, 'First; met 1/1; verify-exempt');
    assert.equal(second, 'Second; met 1/1; 2 errors; after First, uses A');
    assert.equal(findingCount([finding, { ...finding, severity: 'warning' }]), '1 error, 1 warning');
  });

  it('messages of an unknown form are rejected in both directions', () => {
    assert.equal(messageFromPlanPanelSchema.safeParse({ type: 'run' }).success, false);
    assert.equal(messageToPlanPanelSchema.safeParse({ type: 'show', memory: {}, view: {} }).success, false);
    assert.equal(planMemorySchema.safeParse(undefined).success, false);
    assert.equal(planMemorySchema.safeParse({ folder: 'file:///w', contract: 'a.contract.yaml' }).success, true);
  });
});
