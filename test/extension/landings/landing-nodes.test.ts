import assert from 'node:assert/strict';
import type { PastLanding } from '../../../src/engine.ts';
import { formatShortTime } from '../../../src/extension/base/short-time.ts';
import { presentLandingNode, toFileNodes, toLandingNodes } from '../../../src/extension/landings/landing-nodes.ts';
import { createLandingUriParts, parseLandingUri } from '../../../src/extension/landings/landing-uri.ts';

const NOW = new Date('2026-11-25T12:00:00');

const LANDING: PastLanding = {
  id: '1a2b3c4d',
  title: 'chunk: Say hello',
  contract: 'greetings.contract.yaml',
  chunks: [{ specId: 'greetings', id: 'hello', title: 'Say hello', runId: 'r1' }],
  author: 'A User',
  landedAt: '2026-11-25T09:30:00',
  branch: 'main',
  commit: '0123456789abcdef',
  files: ['src/hello.ts', 'README.md'],
  state: 'landed',
  attempts: 2,
  costUsd: 0.5,
  models: ['test:small'],
};

describe('The view of landings', () => {
  it('[EDIT-4] shows chunks, time, attempts and cost, and offers the undo only for what is part of the files', () => {
    const [node] = toLandingNodes('file:///repo', [LANDING]);
    assert.ok(node?.kind === 'landing');
    const shown = presentLandingNode(node, NOW);
    assert.equal(shown.label, 'Say hello');
    assert.match(shown.description ?? '', /9:30.* · 2 attempts · \$0\.5000$/);
    assert.equal(shown.contextValue, 'landing.landed');
    assert.match(shown.accessibleLabel, /^Say hello, landed, /);
    for (const fact of ['A User', 'greetings.contract.yaml', 'hello', '0123456789', 'main', 'test:small'])
      assert.ok(shown.tooltip?.includes(fact), fact);
    const [undone] = toLandingNodes('file:///repo', [
      { ...LANDING, state: 'undone', undoneCommit: 'fedcba9876543210' },
    ]);
    assert.ok(undone !== undefined);
    const { contextValue, description, tooltip } = presentLandingNode(undone, NOW);
    assert.equal(contextValue, 'landing.undone');
    assert.match(description ?? '', /^undone · /);
    assert.match(tooltip ?? '', /Reverted in: fedcba9876/);
  });

  it('[EDIT-4] lists the files, which open in the diff editor', () => {
    const [node] = toLandingNodes('file:///repo', [LANDING]);
    assert.ok(node?.kind === 'landing');
    const [hello, readme] = toFileNodes(node).map((file) => presentLandingNode(file, NOW));
    assert.deepEqual([hello?.label, hello?.description, readme?.description], ['hello.ts', 'src', '']);
    assert.deepEqual(hello?.opens, {
      kind: 'command',
      command: 'holdfast.showLanding',
      argument: { target: { folder: 'file:///repo', landing: '1a2b3c4d', file: 'src/hello.ts' } },
    });
  });

  it('[EDIT-4] addresses each side of a file', () => {
    const file = { folder: 'file:///repo', landing: '1a2b3c4d', side: 'before', path: 'src/a b#.ts' } as const;
    assert.deepEqual(parseLandingUri(createLandingUriParts(file)), file);
    assert.equal(parseLandingUri({ path: '/x', query: 'landing=1' }), undefined);
  });
});

describe('A short time', () => {
  it('is the time of day today, otherwise the day, with the year if it is another one', () => {
    assert.match(formatShortTime('2026-11-25T09:30:00', NOW), /9:30/);
    assert.match(formatShortTime('2026-11-24T09:30:00', NOW), /24/);
    assert.doesNotMatch(formatShortTime('2026-11-24T09:30:00', NOW), /2026|9:30/);
    assert.match(formatShortTime('2025-11-24T09:30:00', NOW), /2025/);
  });
});
