import type { AgentClientId } from '../clients/agent-client.ts';
import { configureAgents } from '../configuration/configure-agents.ts';
import { findUsedClients } from '../configuration/used-clients.ts';
import type { ActiveChunk } from '../sessions/session-record.ts';
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
import { HoldfastError, messageOf } from '../../foundation/errors.ts';
import { formatCount } from '../../foundation/format-count.ts';
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
import { startSession, type DescribeChunk } from '../starts/start-session.ts';
import type { AgentServices } from './agent-services.ts';
import { createAgentTask } from './agent-task.ts';
import { judgeBase, judgeSession, type JudgedSession } from './judge-session.ts';
import { listCommentViolations } from '../comments/comment-violations.ts';
import type { Comments } from '../comments/comment-types.ts';
import { toJudgementProgress, toReference } from './stop-progress.ts';

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

  start(options: HookSessionOptions): Promise<HookDecision> {
    const describe: DescribeChunk = async (subject) => (await createAgentTask(this.#services, subject)).text;
    return startSession(this.#services, { ...options, now: this.#now, describe });
  }

  async stop(options: AgentStopOptions): Promise<HookDecision | IncompleteDecision> {
    const { session, chunk, maxBlocks, signal, progress } = options;
    const store = this.#store();
    const record = session === undefined ? undefined : await store.read(session);
    // A record can show that there are contracts. Listing the files again takes time.
    const isJudged = record?.hasContracts === true || (await hasContracts(this.#services, signal));
    const answering = session === undefined ? undefined : { id: session, startedAt: record?.startedAt };
    const comments = await listCommentViolations(this.#comments, answering);
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

  /** Without a sandbox, no command runs: an agent in a sandbox must not leave it through a hook. */
  async #depth({
    runCommands,
  }: Pick<AgentStopOptions, 'runCommands'>): Promise<{ depth: 'files' | 'full'; notes: readonly string[] }> {
    if (!runCommands) return { depth: 'files', notes: [] };
    const sandbox = await findSandbox();
    if (!('reason' in sandbox)) return { depth: 'full', notes: [] };
    return { depth: 'files', notes: [`The commands of the contract did not run: ${sandbox.reason}.`, sandbox.hint] };
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
}
