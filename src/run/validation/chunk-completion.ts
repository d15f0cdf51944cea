import type { ChunkVerdict } from '../../verdicts/checks/interfaces/result.ts';
import type { Chunk, Contract } from '../../contract/model.ts';
import { redFirstCommandsOf } from '../../contract/acceptance-commands.ts';
import { isAnsweredByFiles } from '../../contract/fingerprint.ts';
import { isSuperseded, requirementsOf } from '../../contract/requirements.ts';
import { selectGates } from '../../verdicts/gates/select-gates.ts';
import type { SourceTree } from '../../workspace/files/source-tree.ts';
import { fingerprintChunk } from '../records/chunk-fingerprint.ts';
import { findRecord, type ChunkRecord } from '../records/find-record.ts';
import type { RunnableContract } from '../services/chunk-run-input.ts';
import { commandRulesOf } from '../services/command-rules.ts';
import type { RunServices } from '../services/run-services.ts';
import { checkChunk } from './check-chunk.ts';
import { NOTHING_VISIBLE } from '../../workspace/confinement/confinement-rules.ts';

/**
 * [BITE-1] Whether a chunk says that its commands pass before its work, too (`redFirst: false`), and names nothing that it
 * creates. Its requirements then protect what exists, so that they say nothing about whether the work is done.
 */
function isRefactoring({ version }: Contract, chunk: Chunk): boolean {
  return (
    version >= 3 &&
    chunk.acceptanceCommands.length > 0 &&
    redFirstCommandsOf(chunk).length === 0 &&
    chunk.creates.length + chunk.functions.length + chunk.types.length === 0 &&
    chunk.postconditions.every(({ kind }) => kind !== 'file_exists')
  );
}

export interface CompletionInput extends RunnableContract {
  readonly services: Pick<
    RunServices,
    'repository' | 'history' | 'analysis' | 'configuration' | 'signal' | 'termsFolder'
  >;
  /** The tree to judge. */
  readonly tree: SourceTree;
}

/** What the tree and the records say about a chunk (DONE-1, DONE-2). Each answer is computed once, when it is needed. */
export class ChunkCompletion {
  readonly chunk: Chunk;
  readonly #input: CompletionInput;
  #verdict: Promise<ChunkVerdict> | undefined;
  #record: Promise<ChunkRecord | undefined> | undefined;

  constructor(input: CompletionInput, chunk: Chunk) {
    this.#input = input;
    this.chunk = chunk;
  }

  /** The verdict on the asserts and postconditions that the files of the tree answer. Records answer the others. */
  verdict(): Promise<ChunkVerdict> {
    return (this.#verdict ??= this.#judge());
  }

  /** Whether the tree satisfies the chunk, no assert needs a model or a command, and the chunk is no refactoring. */
  async isSatisfied(): Promise<boolean> {
    const { contract } = this.#input;
    if (isRefactoring(contract, this.chunk)) return false;
    const isAnswered = requirementsOf(contract, this.chunk)
      .filter(({ assertion }) => assertion.type === 'assert')
      .every(({ assertion }) => isAnsweredByFiles(contract, assertion));
    return isAnswered && (await this.verdict()) === 'satisfied';
  }

  /** Whether a run checks anything for the chunk: an assert, a postcondition, an acceptance command or a gate. */
  get hasChecks(): boolean {
    const { contract, sharedGates } = this.#input;
    const { postconditions, acceptanceCommands } = this.chunk;
    return (
      postconditions.length + acceptanceCommands.length > 0 ||
      requirementsOf(contract, this.chunk).some(({ assertion }) => assertion.type === 'assert') ||
      selectGates(contract, this.chunk, sharedGates).length > 0
    );
  }

  /** The record that the chunk passed; undefined if there is none. */
  record(): Promise<ChunkRecord | undefined> {
    return (this.#record ??= this.#findRecord());
  }

  /** Whether nothing of the chunk is unsatisfied and a record says that it passed. A superseded chunk needs the record alone. */
  async isDone(): Promise<boolean> {
    if ((await this.record()) === undefined) return false;
    return isSuperseded(this.#input.contract, this.chunk) || (await this.verdict()) !== 'unsatisfied';
  }

  async #judge(): Promise<ChunkVerdict> {
    const { document, contract, services, tree } = this.#input;
    const { verdict } = await checkChunk({
      document,
      contract,
      chunk: this.chunk,
      tree,
      analysis: services.analysis,
      validatorsFrom: services.termsFolder ?? services.repository.folder,
      trusted: true,
      filesOnly: true,
      commandTimeoutMs: services.configuration.limits.commandTimeoutSeconds * 1000,
      commandRules: commandRulesOf({
        contract,
        configuration: services.configuration,
        tree: tree.root,
        view: NOTHING_VISIBLE,
      }),
      signal: services.signal,
    });
    return verdict;
  }

  async #findRecord(): Promise<ChunkRecord | undefined> {
    const { contract, services, tree } = this.#input;
    const fingerprint = await fingerprintChunk(this.#input, this.chunk, tree);
    return findRecord(services, { specId: contract.spec.id, chunkId: this.chunk.id, fingerprint });
  }
}
