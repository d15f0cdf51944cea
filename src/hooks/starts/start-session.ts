import type { ContractDocument } from '../../contract/document.ts';
import type { Chunk, Contract } from '../../contract/model.ts';
import { messageOf } from '../../foundation/errors.ts';
import { readStartable } from '../../run/change/active-plans.ts';
import type { FolderServices } from '../../run/services/folder-services.ts';
import { listTermPaths } from '../../run/terms/find-terms.ts';
import { listTermGlobs } from '../../run/terms/term-globs.ts';
import type { Base } from '../../workspace/git/snapshot.ts';
import type { HookSessionOptions } from '../agent-types.ts';
import { findChunk } from '../chunks/find-chunk.ts';
import type { HookDecision } from '../protocol/hook-answer.ts';
import type { ActiveChunk, SessionRecord } from '../sessions/session-record.ts';
import { SessionStore } from '../sessions/session-store.ts';

/** The snapshot of a base is kept for this long, so a record is worth nothing afterwards. */
const KEPT_MS = 14 * 24 * 60 * 60 * 1000;

const ALLOW: HookDecision = { kind: 'allow', notes: [] };

/** What the start of a session uses. */
export type StartServices = Pick<FolderServices, 'configuration' | 'contracts' | 'repository' | 'tree'>;

/** The task of a chunk, as text for the agent. */
export type DescribeChunk = (subject: { readonly contract: Contract; readonly chunk: Chunk }) => Promise<string>;

export interface SessionStart extends HookSessionOptions {
  readonly now: () => Date;
  /** Default: no chunk is described, only the contracts are listed. */
  readonly describe?: DescribeChunk | undefined;
}

/** Records the tree that a session starts from, and tells the agent what it will be judged by. */
export async function startSession(services: StartServices, start: SessionStart): Promise<HookDecision> {
  const { session, chunk, signal, now, describe } = start;
  const store = new SessionStore(services.tree.root);
  const [repository, recorded] = await Promise.all([services.repository(), store.read(session)]);
  // The client waits, so git writes the base while the contracts are read.
  const early = repository.kind === 'git' && recorded === undefined ? repository.createBase({ signal }) : undefined;
  early?.catch(() => undefined);
  const documents = await readStartable(services);
  // Hooks of a user's own configuration run in every folder. Without git, it may be a whole home folder.
  if (documents.length === 0 && repository.kind === 'shadow') return ALLOW;
  const record =
    recorded ?? (await createRecord(services, start, { documents, base: early ?? repository.createBase({ signal }) }));
  if (recorded === undefined) await store.write(record);
  const notes = await removeOld(store, now().getTime());
  if (documents.length === 0) return { kind: 'allow', notes };
  // Even if the chunk does not exist, the work of the session is judged from here.
  const named = chunk === undefined ? undefined : findChunk(documents, chunk);
  if (named !== undefined) await store.write({ ...record, active: named });
  const active = named ?? (await store.readActiveChunk(record));
  return { kind: 'allow', notes, context: await describeTask(documents, active, describe) };
}

async function createRecord(
  services: StartServices,
  { session, client, now }: SessionStart,
  { documents, base: creating }: { readonly documents: readonly ContractDocument[]; readonly base: Promise<Base> },
): Promise<SessionRecord> {
  const { contracts, tree } = services;
  const [repository, configuration] = await Promise.all([services.repository(), services.configuration()]);
  const readable = await Promise.all(
    documents.flatMap((document) => {
      const { contract } = document;
      return contract === undefined
        ? []
        : [contracts.readSharedGates(document).then((sharedGates) => ({ document, contract, sharedGates }))];
    }),
  );
  // What a new contract adds is protected by the globs. Without one, nothing else is.
  const listing =
    documents.length === 0 ? [] : listTermPaths({ contracts: readable, chunks: [], tree, services: { repository } });
  const [base, termPaths] = await Promise.all([creating, listing]);
  return new SessionStore(tree.root).createRecord({
    session,
    client,
    hasContracts: documents.length > 0,
    base: base.commit,
    objects: repository.objectsDirectory,
    leftOut: [...base.leftOut],
    startedAt: now().toISOString(),
    contractGlobs: [...configuration.contracts],
    termGlobs: [...listTermGlobs(configuration)],
    termPaths,
  });
}

async function describeTask(
  documents: readonly ContractDocument[],
  active: ActiveChunk | undefined,
  describe: DescribeChunk | undefined,
): Promise<string> {
  const document = documents.find(({ file }) => file === active?.contract);
  const chunk = document?.contract?.chunks.find(({ id }) => id === active?.chunk);
  const { contract } = document ?? {};
  if (describe !== undefined && contract !== undefined && chunk !== undefined) return describe({ contract, chunk });
  return [
    'Contracts apply to parts of this repository. Before you finish, Holdfast judges what you changed by them:',
    ...documents.map(
      ({ file, contract: content }) => `- ${file}${content === undefined ? '' : `: ${content.spec.title}`}`,
    ),
    'Read a contract before you change files that it names. Do not change contracts, gates, validators or hooks.',
  ].join('\n');
}

/** An old file takes space and nothing else. */
async function removeOld(store: SessionStore, now: number): Promise<readonly string[]> {
  try {
    await store.removeOlderThan(now - KEPT_MS);
    return [];
  } catch (thrown) {
    return [`Failed to remove the records of old sessions: ${messageOf(thrown)}`];
  }
}
