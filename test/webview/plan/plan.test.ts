import assert from 'node:assert/strict';
import {
  fromPlanPanelSchema,
  planMemorySchema,
  toPlanPanelSchema,
} from '../../../src/webview/protocol/plan-messages.ts';
import type { PlanChunkView, PlanEdgeView, PlanView } from '../../../src/webview/protocol/plan-view.ts';
import { nextChunk } from '../../../src/webview/plan/plan-keys.ts';
import { CHUNK, layoutPlan } from '../../../src/webview/plan/plan-layout.ts';
import { findingCount, flowLabel, flowWords, spokenChunk } from '../../../src/webview/plan/plan-words.ts';

const edge = (from: number, to: number, over: Partial<PlanEdgeView> = {}): PlanEdgeView => ({
  from,
  to,
  declared: true,
  exports: [],
  files: [],
  ...over,
});

/** 0 gives to 1 and 2, both give to 3; 4 stands alone. */
const diamond = [edge(0, 1, { exports: ['A'] }), edge(0, 2), edge(1, 3), edge(2, 3)];

describe('the drawing of a plan', () => {
  it('[COMP-EDITOR] stands in layers of dependency, and no chunk covers another', () => {
    const { chunks, width, height } = layoutPlan(5, diamond);
    const layerOf = (position: number) => chunks.find((chunk) => chunk.position === position)?.layer ?? -1;
    for (const { from, to } of diamond) assert.ok(layerOf(from) < layerOf(to), `${from} above ${to}`);
    assert.equal(layerOf(1), layerOf(2));
    for (const one of chunks) {
      assert.ok(one.x >= 0 && one.y >= 0 && one.x + CHUNK.width <= width && one.y + CHUNK.height <= height);
      for (const other of chunks) {
        if (one === other) continue;
        const apart = Math.abs(one.x - other.x) >= CHUNK.width || Math.abs(one.y - other.y) >= CHUNK.height;
        assert.ok(apart, `${one.position} and ${other.position}`);
      }
    }
  });

  it('[COMP-EDITOR] names what flows along an edge, and draws circles of a plan that is wrong', () => {
    const { edges } = layoutPlan(5, diamond);
    assert.deepEqual(
      edges.map(({ label }) => label?.text),
      ['A', undefined, undefined, undefined],
    );
    for (const { path } of edges) assert.match(path, /^M[\d.]+,[\d.]+ [QL]/);
    assert.equal(layoutPlan(2, [edge(0, 1), edge(1, 0)]).chunks.length, 2);
    assert.deepEqual(layoutPlan(1, []).chunks, [{ position: 0, layer: 0, x: 12, y: 12 }]);
  });

  it('[COMP-EDITOR] arrow keys go from layer to layer and along a layer, and stop at its ends', () => {
    const { chunks } = layoutPlan(4, diamond);
    const [left, right] = chunks.filter(({ layer }) => layer === 1).map(({ position }) => position);
    assert.ok(left !== undefined && right !== undefined);
    assert.ok([left, right].includes(nextChunk(chunks, 0, 'ArrowDown') ?? -1));
    assert.equal(nextChunk(chunks, left, 'ArrowRight'), right);
    assert.equal(nextChunk(chunks, right, 'ArrowRight'), undefined);
    assert.equal(nextChunk(chunks, right, 'ArrowLeft'), left);
    assert.equal(nextChunk(chunks, left, 'ArrowUp'), 0);
    assert.equal(nextChunk(chunks, 0, 'ArrowUp'), undefined);
    assert.equal(nextChunk(chunks, 0, 'End'), 3);
    assert.equal(nextChunk(chunks, 3, 'Home'), 0);
    assert.equal(nextChunk(chunks, 3, 'a'), undefined);
  });
});

describe('the words of a plan', () => {
  it('[COMP-EDITOR] an edge shows the first of what flows and how much more, and tells everything', () => {
    const both = edge(0, 1, { exports: ['Report'], files: ['src/reports/model.ts'] });
    assert.equal(flowLabel(both), 'Report +1');
    assert.equal(flowWords(both), 'Report, src/reports/model.ts');
    assert.equal(flowLabel(edge(0, 1, { files: ['src/reports/model.ts'] })), 'model.ts');
    assert.equal(flowLabel(edge(0, 1)), '');
    assert.equal(flowWords(edge(0, 1)), 'dependsOn');
    assert.ok(flowLabel(edge(0, 1, { exports: ['x'.repeat(80), 'y'] })).length <= 26);
  });

  it('[COMP-EDITOR] a screen reader hears how a chunk stands and what it takes from whom', () => {
    const place = { file: 'p.contract.yaml', line: 1, column: 1 };
    const chunk = (title: string, over: Partial<PlanChunkView> = {}): PlanChunkView => ({
      id: title,
      title,
      place,
      status: { tone: 'good', icon: 'pass', words: 'holds 1/1' },
      verifyExempt: false,
      findings: [],
      ...over,
    });
    const finding = { rule: 'R4', severity: 'error' as const, message: 'm', place };
    const view: PlanView = {
      title: 'Plan',
      chunks: [chunk('First', { verifyExempt: true }), chunk('Second', { findings: [finding, finding] })],
      edges: [edge(0, 1, { exports: ['A'] })],
      findings: [],
      stale: false,
    };
    const [first, second] = view.chunks.map((each, position) => spokenChunk(each, position, view));
    assert.equal(first, 'First; holds 1/1; verify-exempt');
    assert.equal(second, 'Second; holds 1/1; 2 errors; after First, from which it takes A');
    assert.equal(findingCount([finding, { ...finding, severity: 'warning' }]), '1 error, 1 warning');
  });

  it('messages of either side are refused where they are not what they should be', () => {
    assert.equal(fromPlanPanelSchema.safeParse({ type: 'run' }).success, false);
    assert.equal(toPlanPanelSchema.safeParse({ type: 'show', memory: {}, view: {} }).success, false);
    assert.equal(planMemorySchema.safeParse(undefined).success, false);
    assert.equal(planMemorySchema.safeParse({ folder: 'file:///w', contract: 'a.contract.yaml' }).success, true);
  });
});
