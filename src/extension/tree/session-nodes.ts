import {
  listChangeViolations,
  type ChangeViolation,
  type ChunkReference,
  type HunkReviewFile,
  type RecordedSession,
} from '../../engine.ts';
import type { ReviewReference } from '../state/target.ts';
import { countChanges, type FolderState, type OpenReview } from '../state/workspace-state.ts';

/** A node of the tree about the work of agents. */
export type SessionNode =
  | { readonly kind: 'sessions'; readonly id: string; readonly folder: FolderState }
  | {
      readonly kind: 'session';
      readonly id: string;
      readonly session: RecordedSession;
      /** Its review, if that is open in this window. */
      readonly open: OpenReview | undefined;
      /** Whether files changed since it was judged. */
      readonly isOutdated: boolean;
      readonly target: ReviewReference;
    }
  | {
      /** The open review of a range. */
      readonly kind: 'session-range';
      readonly id: string;
      readonly open: OpenReview;
      readonly isOutdated: boolean;
      readonly target: ReviewReference;
    }
  | {
      readonly kind: 'session-violation';
      readonly id: string;
      readonly folder: string;
      readonly violation: ChangeViolation;
    }
  | {
      readonly kind: 'session-group';
      readonly id: string;
      /** The chunk whose files these are; `undefined` for files outside of every contract. */
      readonly chunk: ChunkReference | undefined;
      readonly fails: boolean;
      readonly files: readonly HunkReviewFile[];
      readonly target: ReviewReference;
    }
  | {
      readonly kind: 'session-file';
      readonly id: string;
      readonly file: HunkReviewFile;
      readonly target: ReviewReference;
    };

type NodeOf<Kind extends SessionNode['kind']> = Extract<SessionNode, { kind: Kind }>;

/** The group of the sessions of a folder; none without a session and an open review. */
export function listSessionRoots(folder: FolderState): readonly SessionNode[] {
  if (!hasSessions(folder)) return [];
  return [{ kind: 'sessions', id: `${folder.folder}\nsessions`, folder }];
}

/** Whether there is a session, or a review is open. */
export function hasSessions({ sessions = [], openReview }: FolderState): boolean {
  return sessions.length > 0 || openReview !== undefined;
}

export function listSessionChildren(
  node: NodeOf<'sessions' | 'session' | 'session-range' | 'session-group'>,
): readonly SessionNode[] {
  switch (node.kind) {
    case 'sessions':
      return listSessions(node.folder);
    case 'session':
      // The files of another worktree are not in this window.
      return node.open === undefined || !node.session.isHere ? [] : listReview({ ...node, open: node.open });
    case 'session-range':
      return listReview(node);
    case 'session-group':
      return listFiles(node, node.files);
  }
}

function listSessions(state: FolderState): readonly SessionNode[] {
  const { folder, sessions = [], openReview } = state;
  const isOutdated = openReview?.changeCount !== countChanges(state);
  const ofSessions = sessions.map((session): SessionNode => {
    const open = isOf(openReview, session) ? openReview : undefined;
    return {
      kind: 'session',
      // The editor expands an item that has children from its first appearance, and not one that gets them later.
      id: [folder, open === undefined ? 'session' : 'reviewed session', session.folder, session.session].join('\n'),
      session,
      open,
      isOutdated,
      target: { folder, subject: { kind: 'session', session: session.session } },
    };
  });
  if (openReview === undefined || openReview.subject.kind === 'session') return ofSessions;
  const { subject } = openReview;
  const id = [folder, 'reviewed range', JSON.stringify(subject)].join('\n');
  return [{ kind: 'session-range', id, open: openReview, isOutdated, target: { folder, subject } }, ...ofSessions];
}

function isOf(open: OpenReview | undefined, { session }: RecordedSession): boolean {
  return open?.subject.kind === 'session' && open.subject.session === session;
}

/** What is wrong first, then the files outside of every contract, then those of each chunk. */
function listReview({
  id,
  open,
  target,
}: Pick<NodeOf<'session-range'>, 'id' | 'open' | 'target'>): readonly SessionNode[] {
  const { judgement, files } = open.review;
  const violations = listChangeViolations(judgement).map((violation, index): SessionNode => ({
    kind: 'session-violation',
    id: `${id}\nviolation\n${index}`,
    folder: target.folder,
    violation,
  }));
  const isGrouped = files.some(({ isOutside, chunks }) => isOutside || chunks.length > 0);
  if (!isGrouped) return [...violations, ...listFiles({ id, target }, files)];
  const outside = files.filter(({ chunks }) => chunks.length === 0);
  const groups = new Map<string, { readonly chunk: ChunkReference; readonly files: HunkReviewFile[] }>();
  for (const file of files) {
    const [chunk] = file.chunks;
    if (chunk === undefined) continue;
    const name = `${chunk.contract}#${chunk.chunk}`;
    groups.set(name, { chunk, files: [...(groups.get(name)?.files ?? []), file] });
  }
  return [
    ...violations,
    ...(outside.length === 0 ? [] : [createGroup({ id, target }, undefined, { files: outside, fails: false })]),
    ...[...groups.values()].map(({ chunk, files: ofChunk }) => {
      const judged = judgement.chunks.find((one) => one.contract === chunk.contract && one.chunk === chunk.chunk);
      return createGroup({ id, target }, chunk, { files: ofChunk, fails: judged?.fails === true });
    }),
  ];
}

type Parent = Pick<NodeOf<'session-range'>, 'id' | 'target'>;

function createGroup(
  { id, target }: Parent,
  chunk: ChunkReference | undefined,
  content: Pick<NodeOf<'session-group'>, 'files' | 'fails'>,
): SessionNode {
  const name = chunk === undefined ? '' : `${chunk.contract}#${chunk.chunk}`;
  return { kind: 'session-group', id: `${id}\ngroup\n${name}`, chunk, target, ...content };
}

function listFiles({ id, target }: Parent, files: readonly HunkReviewFile[]): readonly SessionNode[] {
  return files.map((file) => ({ kind: 'session-file', id: `${id}\nfile\n${file.path}`, file, target }));
}
