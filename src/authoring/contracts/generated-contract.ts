import { CHECKS } from '../../verdicts/checks/definitions/check-table.ts';
import type { ContractDocument, DataPath } from '../../contract/document.ts';
import type { Chunk, Contract } from '../../contract/model.ts';
import { readContract } from '../../contract/read/read-contract.ts';
import { renderPlan } from '../../verdicts/plan/compile/render-plan.ts';
import { checkChunk } from '../../run/validation/check-chunk.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import { DiskTree } from '../../workspace/files/disk-tree.ts';
import type { GeneratedContract } from './authoring-types.ts';
import type { StatedTree } from './state-exports.ts';

/** A chunk of a generated contract. */
export type GeneratedChunk = Pick<Chunk, 'id' | 'title' | 'description'> &
  Partial<
    Pick<Chunk, 'dependsOn' | 'creates' | 'functions' | 'types' | 'assertions' | 'postconditions' | 'forbidden'>
  > &
  Pick<Chunk, 'allowedFiles'> & {
    /** What the chunk does not state, each with its reason. */
    readonly notes: readonly string[];
  };

/** A verify command that is proposed for a contract. */
export interface ProposedVerify {
  readonly command: string;
  /** What the command leaves out of the test script of the repository, and why, as a sentence for a comment. */
  readonly remark?: string | undefined;
}

/** The parts of a generated contract. */
export interface ContractParts extends Pick<Contract, 'spec' | 'plan'> {
  readonly file: string;
  /** Where the contract comes from, for its first comment. */
  readonly source: string;
  readonly verify: ProposedVerify | undefined;
  readonly chunks: readonly GeneratedChunk[];
}

/** The lists of a chunk whose items can be removed. */
const LISTS = ['assertions', 'creates', 'functions', 'types', 'postconditions'] as const;

/**
 * [ENF-FUTURE-5] The text of a contract that the tree satisfies. Each requirement is checked; one that does not hold is
 * left out and named in a comment.
 *
 * @throws HoldfastError `internal` if no such contract can be generated
 */
export async function renderSatisfied(parts: ContractParts, tree: StatedTree): Promise<GeneratedContract> {
  // A removed requirement can change another one, for example the chunk that a name belongs to.
  for (let remaining = parts, round = 0; round < 5; round++) {
    const text = render(remaining);
    const document = readContract({ file: parts.file, text, checks: CHECKS });
    const { contract } = document;
    const problem = document.problems.find(({ severity }) => severity === 'error');
    if (contract === undefined || problem !== undefined)
      throw generationError(parts, problem?.message ?? 'it is not valid');
    const failures = await findFailures(document, contract, tree);
    if (failures.length === 0) {
      return {
        file: parts.file,
        text,
        chunks: contract.chunks.length,
        requirements: contract.chunks.reduce((sum, chunk) => sum + countRequirements(chunk), 0),
        notes: remaining.chunks.flatMap(({ notes }) => notes),
      };
    }
    remaining = {
      ...remaining,
      chunks: remaining.chunks.map((chunk, index) => withoutFailures(chunk, index, failures)),
    };
  }
  throw generationError(parts, 'the code does not satisfy it');
}

interface Failure {
  readonly origin: DataPath;
  readonly message: string;
  readonly reason: string;
}

async function findFailures(
  document: ContractDocument,
  contract: Contract,
  { analysis, root, trusted, signal }: StatedTree,
): Promise<readonly Failure[]> {
  const failures: Failure[] = [];
  for (const [index, chunk] of contract.chunks.entries()) {
    const checked = await checkChunk({
      document,
      contract,
      chunk,
      analysis,
      tree: new DiskTree(root),
      trusted,
      commandTimeoutMs: 0,
      commandRules: { passedVariables: [] },
      signal,
    });
    // Without a top-level function or type, the results have the order of the lists of the chunk.
    const items = (['assertions', 'creates', 'functions', 'types'] as const).flatMap((list) =>
      chunk[list].map((_, position): DataPath => ['chunks', index, list, position]),
    );
    const conditions = chunk.postconditions.map((_, position): DataPath => [
      'chunks',
      index,
      'postconditions',
      position,
    ]);
    const pairs = [
      ...checked.assertResults.map((result, at) => ({ result, origin: items[at] })),
      ...checked.postconditionResults.map((result, at) => ({ result, origin: conditions[at] })),
    ];
    for (const { result, origin } of pairs) {
      if (result.passed || origin === undefined) continue;
      const reason = result.error ?? `the code has ${result.actual ?? 'something else'}`;
      failures.push({ origin, message: result.assertion.message, reason });
    }
  }
  return failures;
}

function withoutFailures(chunk: GeneratedChunk, index: number, failures: readonly Failure[]): GeneratedChunk {
  const own = failures.filter(({ origin }) => origin[1] === index);
  if (own.length === 0) return chunk;
  const isKept = (list: string) => (_: unknown, position: number) =>
    !own.some(({ origin }) => origin[2] === list && origin[3] === position);
  const lists = Object.fromEntries(
    LISTS.map((list) => [list, (chunk[list] as readonly unknown[] | undefined)?.filter(isKept(list))]),
  );
  return { ...chunk, ...lists, notes: [...chunk.notes, ...own.map(({ message, reason }) => `${message}: ${reason}`)] };
}

function render({ spec, plan, verify, chunks, source }: ContractParts): string {
  const reasons = Object.fromEntries(
    chunks.flatMap(({ id, notes }) => (notes.length === 0 ? [] : [[id, `Not stated here: ${notes.join('; ')}.`]])),
  );
  const contract = {
    spec: { ...spec, description: textOrNull(spec.description) },
    plan: plan ?? null,
    verify: verify === undefined ? null : { command: verify.command },
    chunks: chunks.map((chunk) => ({ ...chunk, description: textOrNull(chunk.description), notes: null })),
  };
  return renderPlan(contract, reasons, source, { compact: true, remark: verify?.remark });
}

/** The renderer leaves out null. */
function textOrNull(text: string): string | null {
  return text === '' ? null : text;
}

function countRequirements({ assertions, creates, functions, types, postconditions }: Chunk): number {
  return assertions.length + creates.length + functions.length + types.length + postconditions.length;
}

function generationError({ source }: ContractParts, cause: string): HoldfastError {
  return new HoldfastError('internal', `Failed to write a contract from ${source}: ${cause}`, {
    hint: 'Report this with the code that it happened with.',
  });
}
