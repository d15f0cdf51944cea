import type { AgentClientId } from '../clients/agent-client.ts';
import { configureAgents } from '../configuration/configure-agents.ts';
import { findUsedClients } from '../configuration/used-clients.ts';
import type { ActiveChunk, SessionRecord } from '../sessions/session-record.ts';
import { readStartable } from '../../run/change/active-plans.ts';
import { findChunk } from '../chunks/find-chunk.ts';
import type { HookDecision } from '../protocol/hook-answer.ts';
import {
  decideIncomplete,
  type IncompleteDecision,
  type IncompleteJudgement,
} from '../protocol/incomplete-decision.ts';
import { formatStopReason, formatViolations, type StopViolation } from '../protocol/stop-reason.ts';
import { countBlocks, countKeyOf } from '../sessions/count-blocks.ts';
import { SessionStore } from '../sessions/session-store.ts';
import type { ContractDocument } from '../../contract/document.ts';
import { listTermPaths } from '../../run/terms/find-terms.ts';
import { listTermGlobs } from '../../run/terms/term-globs.ts';
import { HoldfastError, messageOf } from '../../foundation/errors.ts';
import { formatCount } from '../../foundation/format-count.ts';
import type { Base } from '../../workspace/git/snapshot.ts';
import { findSandbox } from '../../workspace/confinement/find-sandbox.ts';
import type {
  AgentBaseOptions,
  AgentConfigurationOptions,
  AgentFileChange,
  AgentHooks,
  AgentPlace,
  HookSessionOptions,
  AgentStopOptions,
  AgentTask,
} from '../agent-types.ts';
import type { Changes } from '../../run/change/folder-changes.ts';
import { keyOf } from '../../run/change/decided-so-far.ts';
import { hasContracts } from '../../run/change/has-contracts.ts';
import type { AgentServices } from './agent-services.ts';
import { createAgentTask } from './agent-task.ts';
import { judgeBase, judgeSession, type JudgedSession } from './judge-session.ts';
import { listCommentViolations } from '../comments/comment-violations.ts';
import type { Comments } from '../comments/comment-types.ts';
import { toJudgementProgress, toReference } from './stop-progress.ts';

/** The snapshot of a base is kept for this long, so a record is worth nothing afterwards. */
const KEPT_MS = 14 * 24 * 60 * 60 * 1000;

const ALLOW: HookDecision = { kind: 'allow', notes: [] };

/** The judgement of changes. */
export type ChangeJudge = Pick<Changes, 'judge'>;

/** The hooks of one folder. The verdict is the judgement of the change since the start of the session. */
export class FolderAgents implements AgentHooks {
  readonly #services: AgentServices;
  readonly #judge: ChangeJudge;
  readonly #comments: Pick<Comments, 'list'>;
  readonly #now: () => Date;

  constructor(
    services: AgentServices,
    judge: ChangeJudge,
    { comments, now }: { readonly comments: Pick<Comments, 'list'>; readonly now: () => Date },
  ) {
    this.#services = services;
    this.#judge = judge;
    this.#comments = comments;
    this.#now = now;
  }

  async start({ session, chunk, client, signal }: HookSessionOptions): Promise<HookDecision> {
    const store = this.#store();
    const [repository, recorded] = await Promise.all([this.#services.repository(), store.read(session)]);
    // The client waits, so git writes the base while the contracts are read.
    const early = repository.kind === 'git' && recorded === undefined ? repository.createBase({ signal }) : undefined;
    early?.catch(() => undefined);
    const documents = await readStartable(this.#services);
    // Hooks of a user's own configuration run in every folder. Without git, it may be a whole home folder.
    if (documents.length === 0 && repository.kind === 'shadow') return ALLOW;
    const record =
      recorded ??
      (await this.#record({ session, client }, documents, await (early ?? repository.createBase({ signal }))));
    if (recorded === undefined) await store.write(record);
    if (documents.length === 0) return { kind: 'allow', notes: await this.#removeOld(store) };
    // Even if the chunk does not exist, the work of the session is judged from here.
    const named = chunk === undefined ? undefined : findChunk(documents, chunk);
    if (named !== undefined) await store.write({ ...record, active: named });
    const active = named ?? (await store.readActiveChunk(record));
    return { kind: 'allow', notes: await this.#removeOld(store), context: await this.#describeTask(documents, active) };
  }

  async stop(options: AgentStopOptions): Promise<HookDecision | IncompleteDecision> {
    const { session, chunk, maxBlocks, signal, progress } = options;
    const store = this.#store();
    const record = session === undefined ? undefined : await store.read(session);
    // A record can show that there are contracts. Listing the files again takes time.
    const isJudged = record?.hasContracts === true || (await hasContracts(this.#services, signal));
    const comments = await listCommentViolations(this.#comments, session);
    if (!isJudged && comments.violations.length === 0) return { kind: 'allow', notes: comments.notes };
    const { depth, notes: depthNotes } = await this.#depth(options);
    const [services, judge] = [this.#services, this.#judge];
    const blocks = session === undefined ? {} : await store.readBlocks(session);
    const toFile = session === undefined ? undefined : await store.prepareBlocks(session);
    const withComments = (violations: readonly StopViolation[]): readonly StopViolation[] => [
      ...comments.violations,
      ...violations,
    ];
    const decide = (judgement: IncompleteJudgement): IncompleteDecision =>
      decideIncomplete(
        { ...judgement, violations: withComments(judgement.violations) },
        { blocks, maxBlocks, toFile },
        progress?.seconds ?? 0,
      );
    progress?.onIncomplete(decide({ violations: [], unjudged: [], changedFiles: undefined }));
    const judged: JudgedSession = isJudged
      ? await judgeSession({
          ...{ services, judge, store, record, chunk, depth, signal },
          progress: progress && toJudgementProgress(progress, (judgement) => progress.onIncomplete(decide(judgement))),
        })
      : { violations: [], notes: [] };
    if (judged.unjudged !== undefined && judged.unjudged.length > 0) {
      const { violations: decided, unjudged, changedFiles } = judged;
      return decide({ violations: decided, unjudged: unjudged.map(keyOf), changedFiles });
    }
    const notes = [...depthNotes, ...comments.notes, ...judged.notes];
    const violations = withComments(judged.violations);
    const review = session === undefined ? [] : [`Review what it changed: holdfast review-session ${session}`];
    const allow = (reason: string): HookDecision => ({
      kind: 'allow',
      notes: [
        ...notes,
        `${reason} The agent may end now, although its work is not done:`,
        ...formatViolations(violations),
        ...review,
      ],
    });
    if (session === undefined) {
      return violations.length === 0 ? { kind: 'allow', notes } : allow('The client gives its session no id.');
    }
    if (violations.length === 0) {
      // Without a note, the person is not interrupted.
      const more = notes.length === 0 ? [] : review;
      return { kind: 'allow', notes: [...notes, ...more, ...(await this.#resetBlocks(store, session, blocks))] };
    }
    const failing = violations.map(countKeyOf);
    const counted = countBlocks(failing, blocks, maxBlocks);
    if (counted === undefined) return allow(`The end was refused ${formatCount(maxBlocks, 'time')}.`);
    try {
      await store.writeBlocks(session, counted.blocks);
    } catch (thrown) {
      // Without the count, the refusals would not end.
      return allow(`${messageOf(thrown)}.`);
    }
    const open = violations.filter((violation) => counted.open.has(countKeyOf(violation)));
    return { kind: 'refuse', reason: formatStopReason(open, { refusal: counted.refusal, maxBlocks }) };
  }

  async judgeBase({ session, chunk, chunks, signal, ...options }: AgentBaseOptions): Promise<void> {
    const store = this.#store();
    const record = session === undefined ? undefined : await store.read(session);
    const { depth } = await this.#depth(options);
    const [services, judge] = [this.#services, this.#judge];
    const work = { services, judge, store, record, chunk, depth, signal };
    await judgeBase(work, chunks?.map(toReference) ?? 'all');
  }

  async chooseChunk(name: string): Promise<ActiveChunk> {
    const active = findChunk(await readStartable(this.#services), name);
    await this.#store().writeChosenChunk(active, this.#now().toISOString());
    return active;
  }

  async findChunk(name: string): Promise<ActiveChunk> {
    return findChunk(await readStartable(this.#services), name);
  }

  async task(name: string): Promise<AgentTask> {
    const documents = await readStartable(this.#services);
    const found = findChunk(documents, name);
    const { contract } = documents.find(({ file }) => file === found.contract) ?? {};
    const chunk = contract?.chunks.find(({ id }) => id === found.chunk);
    if (contract === undefined || chunk === undefined) {
      throw new HoldfastError('internal', `The chunk "${name}" was found, and is in no contract`);
    }
    return createAgentTask(this.#services, { contract, chunk });
  }

  listUsedClients({ scope, home }: AgentPlace): Promise<readonly AgentClientId[]> {
    return Promise.resolve(findUsedClients(scope === 'user' ? home : this.#services.tree.root, scope));
  }

  async configure(options: AgentConfigurationOptions): Promise<readonly AgentFileChange[]> {
    const { scope = 'project' } = options;
    if (scope === 'project' && options.runCommands === true) {
      throw new HoldfastError('configuration', 'Failed to write the hooks: --run-commands is only for your own files', {
        hint: 'A repository must not decide that its commands run outside of the sandbox of an agent. Add --user.',
      });
    }
    const { tree, storage } = this.#services;
    return configureAgents({ root: scope === 'user' ? options.home : tree.root, scope, storage }, options);
  }

  #store(): SessionStore {
    return new SessionStore(this.#services.tree.root);
  }

  async #record(
    { session, client }: Pick<HookSessionOptions, 'session' | 'client'>,
    documents: readonly ContractDocument[],
    base: Base,
  ): Promise<SessionRecord> {
    const { contracts, tree } = this.#services;
    const repository = await this.#services.repository();
    const readable = await Promise.all(
      documents.flatMap((document) => {
        const { contract } = document;
        return contract === undefined
          ? []
          : [contracts.readSharedGates(document).then((sharedGates) => ({ document, contract, sharedGates }))];
      }),
    );
    return this.#store().createRecord({
      session,
      client,
      hasContracts: documents.length > 0,
      base: base.commit,
      objects: repository.objectsDirectory,
      leftOut: [...base.leftOut],
      startedAt: this.#now().toISOString(),
      contractGlobs: [...(await this.#services.configuration()).contracts],
      termGlobs: [...listTermGlobs(await this.#services.configuration())],
      // What a new contract adds is protected by the globs. Without one, nothing else is.
      termPaths:
        documents.length === 0
          ? []
          : await listTermPaths({ contracts: readable, chunks: [], tree, services: { repository } }),
    });
  }

  /** Without a sandbox, no command runs: an agent in a sandbox must not leave it through a hook. */
  async #depth({
    runCommands,
  }: Pick<AgentStopOptions, 'runCommands'>): Promise<{ depth: 'files' | 'full'; notes: readonly string[] }> {
    if (!runCommands) return { depth: 'files', notes: [] };
    const sandbox = await findSandbox();
    if (!('reason' in sandbox)) return { depth: 'full', notes: [] };
    return { depth: 'files', notes: [`The commands of the contract did not run: ${sandbox.reason}.`, sandbox.hint] };
  }

  async #describeTask(documents: readonly ContractDocument[], active: ActiveChunk | undefined): Promise<string> {
    const document = documents.find(({ file }) => file === active?.contract);
    const chunk = document?.contract?.chunks.find(({ id }) => id === active?.chunk);
    const { contract } = document ?? {};
    if (contract !== undefined && chunk !== undefined) {
      return (await createAgentTask(this.#services, { contract, chunk })).text;
    }
    return [
      'Contracts apply to parts of this repository. Before you finish, Holdfast judges what you changed by them:',
      ...documents.map(
        ({ file, contract: content }) => `- ${file}${content === undefined ? '' : `: ${content.spec.title}`}`,
      ),
      'Read a contract before you change files that it names. Do not change contracts, gates, validators or hooks.',
    ].join('\n');
  }

  /** The agent ends, so its next turn starts without refusals. */
  async #resetBlocks(
    store: SessionStore,
    session: string,
    blocks: Readonly<Record<string, number>>,
  ): Promise<readonly string[]> {
    if (Object.keys(blocks).length === 0) return [];
    try {
      await store.writeBlocks(session, {});
      return [];
    } catch (thrown) {
      return [messageOf(thrown)];
    }
  }

  /** An old file takes space and nothing else. */
  async #removeOld(store: SessionStore): Promise<readonly string[]> {
    try {
      await store.removeOlderThan(this.#now().getTime() - KEPT_MS);
      return [];
    } catch (thrown) {
      return [`Failed to remove the records of old sessions: ${messageOf(thrown)}`];
    }
  }
}
