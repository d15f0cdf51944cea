import assert from 'node:assert/strict';
import type { Fact, FolderReview, PassReport, ReviewFinding, ReviewReport } from '../../../src/engine.ts';
import {
  createFactDiagnostics,
  createReviewDiagnostics,
} from '../../../src/extension/diagnostics/review-diagnostics.ts';
import {
  createReviewView,
  describeReview,
  formatReview,
  restoreReviewView,
} from '../../../src/extension/change-review/review-view.ts';
import { messageToReviewPanelSchema } from '../../../src/webview/protocol/review-messages.ts';

const blocking: ReviewFinding = {
  pass: 'quality',
  file: 'src/a.ts',
  line: 3,
  severity: 'blocking',
  category: 'wrong-result',
  explanation: 'It returns the wrong sum.',
  suggestion: 'Add both values.',
};
const note: ReviewFinding = {
  pass: 'architecture',
  file: 'src/b.ts',
  severity: 'informational',
  category: 'naming',
  explanation: 'The name is unclear.',
};

const fact: Fact = {
  rule: 'expected-value',
  file: 'test/a.test.ts',
  line: 5,
  message: 'An expected value changed',
  before: '3',
  after: '4',
  places: 1,
};

function pass(name: PassReport['pass'], more: Partial<PassReport> = {}): PassReport {
  return { pass: name, status: 'completed', dropped: 0, calls: 1, costUsd: 0.01, ...more };
}

function createReview(more: Partial<ReviewReport> = {}): FolderReview {
  return {
    base: { commit: '0123456789abcdef', source: 'merge base with main' },
    head: 'fedcba',
    changedFiles: ['src/a.ts', 'src/b.ts'],
    facts: [],
    report: {
      decision: 'remediate',
      findings: [blocking, note],
      constraints: [],
      passes: [pass('quality', { dropped: 2 }), pass('security', { status: 'broken', reason: 'No valid answer.' })],
      warnings: ['The service firmware is not available.'],
      costUsd: 0.02,
      ...more,
    },
  };
}

const folder = { folderName: 'repo', trusted: true };

describe('The review panel', () => {
  it('[ASSERT-REVIEW-001] [ASSERT-REVIEW-003] shows the verdict, every pass and every finding', () => {
    const view = createReviewView({ result: createReview() }, folder);
    assert.equal(view.status.label, '1 blocking finding, 1 pass broken');
    assert.equal(view.subject, '2 changed files since 01234567 (merge base with main)');
    assert.deepEqual(
      view.facts.map(({ name, value }) => `${name} ${value}`),
      ['Blocking 1', 'Warnings 0', 'Informational 1', 'Dropped 2', 'Cost $0.0200'],
    );
    assert.deepEqual(
      view.findings.map(({ place, pass: name }) => [place, name]),
      [
        ['src/a.ts:3', 'Quality'],
        ['src/b.ts', 'Architecture'],
      ],
    );
    assert.deepEqual(
      view.passes.map(({ name, status, reason }) => [name, status.label, reason]),
      [
        ['Quality', 'Blocking', undefined],
        ['Security', 'BROKEN', 'No valid answer.'],
      ],
    );
    assert.deepEqual(view.warnings, ['The service firmware is not available.']);
    assert.deepEqual(view.actions, ['review', 'copy', 'clear']);
    assert.ok(messageToReviewPanelSchema.safeParse({ type: 'show', memory: { folder: 'file:///repo' }, view }).success);
  });

  it('[ASSERT-REVIEW-003] is never green with a broken pass, and says if nothing changed', () => {
    const broken = createReview({ decision: 'broken', findings: [] });
    assert.deepEqual(describeReview(broken).tone, 'attention');
    const clean = createReview({ decision: 'proceed', findings: [], passes: [pass('quality')] });
    assert.equal(describeReview(clean).tone, 'good');
    assert.equal(describeReview({ ...clean, report: undefined }).label, 'Nothing to review');
    assert.equal(describeReview(undefined).label, 'Not reviewed');
  });

  it('offers only what is possible: cancel while it runs, nothing that runs in an untrusted workspace', () => {
    const running = createReviewView({ progress: 'reviewing: Quality', result: createReview() }, folder);
    assert.deepEqual(running.actions, ['cancel']);
    assert.equal(running.findings.length, 2, 'the last review stays');
    assert.deepEqual(createReviewView({}, { ...folder, trusted: false }).actions, []);
    const restored = restoreReviewView(running, true);
    assert.equal(restored.progress, undefined, 'the review ended with its window');
    assert.deepEqual(restored.actions, ['review']);
  });

  it('can be copied as text', () => {
    assert.equal(
      formatReview(createReview()),
      `1 blocking finding, 1 pass broken: 2 changed files since 01234567 (merge base with main)
blocking: src/a.ts:3 [Quality, wrong-result]
  It returns the wrong sum.
  Suggestion: Add both values.
informational: src/b.ts [Architecture, naming]
  The name is unclear.
BROKEN: Security: No valid answer.
warning: The service firmware is not available.
Cost: $0.0200
`,
    );
  });
});

describe('The diagnostics of a review', () => {
  it('[ASSERT-REVIEW-001] [ASSERT-REVIEW-002] have the severity, the category and the place of the finding', () => {
    const [first, second] = createReviewDiagnostics({ findings: [blocking, note] });
    assert.equal(first?.severity, 'error');
    assert.equal(first.source, 'holdfast review');
    assert.equal(first.code, 'wrong-result');
    assert.equal(first.range.start.line, 2);
    assert.equal(first.message, 'It returns the wrong sum.\nAdd both values.');
    assert.equal(second?.severity, 'information');
    assert.equal(second.range.start.line, 0, 'a finding about the whole file is at its first line');
  });

  it('[PROOF-4] have the severity information for a fact, which the page and the text show after the findings', () => {
    const [diagnostic] = createFactDiagnostics([fact]);
    assert.equal(diagnostic?.severity, 'information');
    assert.equal(diagnostic.message, 'An expected value changed: 3 → 4');
    assert.equal(diagnostic.range.start.line, 4);
    const review = { ...createReview(), facts: [fact] };
    const view = createReviewView({ result: review }, folder);
    assert.deepEqual(
      view.findings.map(({ severity, place }) => [severity, place]),
      [
        ['blocking', 'src/a.ts:3'],
        ['informational', 'src/b.ts'],
        ['fact', 'test/a.test.ts:5'],
      ],
    );
    assert.equal(view.status.label, '1 blocking finding, 1 pass broken');
    assert.match(
      formatReview(review),
      /to look at: test\/a\.test\.ts:5 \[expected-value\]\n {2}An expected value changed/,
    );
  });
});
