import assert from 'node:assert/strict';
import type { HunkReview, HunkReviewFile, RecordedSession, ReviewSubject } from '../../../src/engine.ts';
import { presentNode } from '../../../src/extension/tree/node-presentation.ts';
import { findPath, listChildNodes, listRootNodes, type TreeNode } from '../../../src/extension/tree/tree-nodes.ts';
import { reduceWorkspace, type WorkspaceState } from '../../../src/extension/state/workspace-state.ts';
import { sampleFolder } from '../support/samples.ts';

const here: RecordedSession = {
  session: 'one-session',
  client: 'codex',
  folder: '/repo',
  isHere: true,
  startedAt: '2026-11-30T10:00:00.000Z',
};
const elsewhere: RecordedSession = {
  ...here,
  session: 'two-session',
  client: undefined,
  folder: '/tree',
  isHere: false,
};

function createFile(path: string, more: Partial<HunkReviewFile> = {}): HunkReviewFile {
  const hunk = {
    ...{ id: path, kind: 'lines' as const, beforeStart: 3, afterStart: 3, removed: [], added: ['x'] },
    ...{ key: path, declaration: '', isReviewed: path === 'a.ts' },
  };
  return {
    ...{ path, kind: 'modified', binary: false, modeBefore: '100644', modeAfter: '100644', hunks: [hunk] },
    ...{ content: '', chunks: [], isOutside: true, findings: [] },
    ...more,
  };
}

function createReview(files: readonly HunkReviewFile[], more: Partial<HunkReview['judgement']> = {}): HunkReview {
  return {
    judgement: {
      ...{ ok: true, base: 'b', head: 'h', changedFiles: [], chunks: [], findings: [], facts: [], notes: [] },
      ...more,
    },
    files,
    reviewedCount: 1,
    hunkCount: 3,
    notes: [],
  };
}

const empty: WorkspaceState = {
  trusted: true,
  folders: [
    {
      ...{ folder: sampleFolder, name: 'repo', status: 'ready' },
      ...{ contracts: [], pendingResults: [], choices: [], amendments: [] },
    },
  ],
};
const listed = reduceWorkspace(empty, {
  type: 'sessions-listed',
  folder: sampleFolder,
  sessions: [here, elsewhere],
});

function reviewed(review: HunkReview, session = here.session): WorkspaceState {
  return withReview(listed, { kind: 'session', session }, review);
}

function withReview(state: WorkspaceState, subject: ReviewSubject, review: HunkReview): WorkspaceState {
  const openReview = { subject, review, judgedAt: 0, changeCount: 0, openedAt: 1 };
  return reduceWorkspace(state, { type: 'session-reviewed', folder: sampleFolder, openReview });
}

/** The labels of the whole tree, with two spaces for each level. */
function outline(state: WorkspaceState): readonly string[] {
  const lines = (nodes: readonly TreeNode[], indentation: string): readonly string[] =>
    nodes.flatMap((node) => [
      indentation + presentNode(node).label,
      ...lines(listChildNodes(node, state), `${indentation}  `),
    ]);
  return lines(listRootNodes(state), '');
}

function sessionsOf(state: WorkspaceState): readonly TreeNode[] {
  const [group] = listRootNodes(state);
  assert.ok(group);
  return listChildNodes(group, state);
}

describe('The sessions in the tree', () => {
  it('[SESSION-1] [EDIT-6] are hidden until there is one, and are rows of all worktrees then', () => {
    assert.deepEqual(outline(empty), []);
    assert.deepEqual(outline(listed), ['Sessions', '  codex one-sess', '  Agent two-sess']);
    const [one, other] = sessionsOf(listed).map(presentNode);
    assert.deepEqual(one?.opens, {
      kind: 'command',
      command: 'holdfast.reviewSession',
      argument: { folder: sampleFolder, subject: { kind: 'session', session: 'one-session' } },
    });
    assert.match(other?.description ?? '', / · tree$/);
  });

  it('[SESSION-1] have the verdict, what is wrong, the files outside of every contract, and those of each chunk', () => {
    const finding = {
      ...{
        kind: 'broken-import' as const,
        severity: 'error' as const,
        message: 'Restore price',
        file: 'b.ts',
        line: 4,
      },
    };
    const chunk = { contract: 'c.contract.yaml', chunk: 'types' };
    const state = reviewed(
      createReview(
        [
          createFile('b.ts', { findings: [finding], chunks: [chunk], isOutside: false }),
          createFile('a.ts'),
          createFile('c.ts', { chunks: [chunk], isOutside: false }),
        ],
        { ok: false, findings: [finding] },
      ),
    );
    assert.deepEqual(outline(state), [
      'Sessions',
      '  codex one-sess',
      '    Restore price',
      '    Outside of every contract',
      '      a.ts',
      '    types',
      '      b.ts',
      '      c.ts',
      '  Agent two-sess',
    ]);
    const [session] = sessionsOf(state).map(presentNode);
    assert.match(session?.description ?? '', /^Not OK, 1 of 3 hunks reviewed$/);
    assert.deepEqual([session?.icon, session?.color], ['error', 'testing.iconFailed']);
  });

  it('[SESSION-1] have a row for the open review of a range too, also without a session and a contract', () => {
    const review = createReview([createFile('a.ts', { isOutside: false })]);
    const state = withReview(empty, { kind: 'uncommitted' }, review);
    assert.deepEqual(outline(state), ['Sessions', '  Uncommitted changes', '    a.ts']);
    const [row] = sessionsOf(state).map(presentNode);
    assert.deepEqual([row?.description, row?.icon], ['OK, 1 of 3 hunks reviewed', 'pass']);
    assert.deepEqual(outline(withReview(listed, { kind: 'since', revision: 'v1' }, review)).slice(0, 4), [
      'Sessions',
      '  The change since v1',
      '    a.ts',
      '  codex one-sess',
    ]);
  });

  it('[SESSION-1] are found with the nodes above them, to be revealed', () => {
    const state = reviewed(createReview([createFile('a.ts')]));
    const labels = findPath(state, (node) => 'open' in node && node.open !== undefined).map(
      (node) => presentNode(node).label,
    );
    assert.deepEqual(labels, ['Sessions', 'codex one-sess']);
    assert.deepEqual(
      findPath(state, () => false),
      [],
    );
  });

  it('[SESSION-1] have no groups without a contract', () => {
    const state = reviewed(createReview([createFile('a.ts', { isOutside: false })]));
    assert.deepEqual(outline(state).slice(1, 3), ['  codex one-sess', '    a.ts']);
  });

  it('[SESSION-1] are not green after a change of the files, and never for files of another worktree', () => {
    const state = reviewed(createReview([createFile('a.ts')]));
    assert.equal(presentNode(sessionsOf(state)[0] as TreeNode).icon, 'pass');
    const changed = reduceWorkspace(state, { type: 'full-checks-outdated', folder: sampleFolder });
    const [row] = sessionsOf(changed).map(presentNode);
    assert.deepEqual([row?.icon, row?.color], ['hubot', 'testing.iconUnset']);
    assert.match(row?.description ?? '', /^OK, 1 of 3 hunks reviewed before the last change/);
    const [, other] = sessionsOf(reviewed(createReview([]), elsewhere.session)).map(presentNode);
    assert.deepEqual([other?.icon, other?.expands], ['hubot', 'no']);
    assert.match(other?.description ?? '', /^OK, 1 of 3 hunks reviewed at /);
  });
});
