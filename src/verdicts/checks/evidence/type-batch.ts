import type { ImportQuery, ReceivedImport } from '../../../code/types/queries/import-query.ts';
import type { TypeQuery, TypeAnswer, TypeChecker } from '../../../code/types/queries/type-checker.ts';
import { HoldfastError } from '../../../foundation/errors.ts';
import { withTimeLimit } from './time-limit.ts';

export type TypeQueryKind = 'signatures' | 'types';

/** The first query of a large workspace can take half a minute, so this limit only ends a type checker that hangs. */
const LIMIT_MS = 300_000;

/** The queries of each kind, with their answers. */
interface TypeQueries {
  readonly signatures: { readonly query: TypeQuery; readonly answer: TypeAnswer };
  readonly types: { readonly query: TypeQuery; readonly answer: TypeAnswer };
  readonly imports: { readonly query: ImportQuery; readonly answer: ReceivedImport };
}

type QueryKind = keyof TypeQueries;

interface PendingQuery<Kind extends QueryKind> {
  readonly query: TypeQueries[Kind]['query'];
  readonly resolve: (answer: TypeQueries[Kind]['answer']) => void;
  readonly reject: (reason: unknown) => void;
}

type PendingQueries = { readonly [Kind in QueryKind]: PendingQuery<Kind>[] };

/** One assertion's slot in the batch. */
export interface BatchSlot {
  query<Kind extends QueryKind>(kind: Kind, query: TypeQueries[Kind]['query']): Promise<TypeQueries[Kind]['answer']>;
  /** Declares that the assertion sends no query. It has no effect after a query. */
  skip(): void;
}

/**
 * Collects the queries for the type checker, so that one validation loads it once and calls it once. The number of
 * assertions with a slot is known in advance. The batch is sent when each of them has sent a query or skipped.
 */
export class TypeBatch {
  readonly #loadTypeChecker: () => Promise<TypeChecker>;
  readonly #signal: AbortSignal;
  #undecidedSlots: number;
  #pending = noQueries();

  /** @param slotCount the number of assertions that can send a query */
  constructor(loadTypeChecker: () => Promise<TypeChecker>, slotCount: number, signal: AbortSignal) {
    this.#loadTypeChecker = loadTypeChecker;
    this.#undecidedSlots = slotCount;
    this.#signal = signal;
  }

  createSlot(): BatchSlot {
    let decided = false;
    const decide = (): void => {
      if (decided) return;
      decided = true;
      this.#undecidedSlots--;
    };
    return {
      query: (kind, query) =>
        new Promise((resolve, reject) => {
          this.#pending[kind].push({ query, resolve, reject });
          decide();
          this.#sendIfComplete();
        }),
      skip: () => {
        decide();
        this.#sendIfComplete();
      },
    };
  }

  #sendIfComplete(): void {
    const pending = this.#pending;
    if (this.#undecidedSlots > 0 || Object.values(pending).every(({ length }) => length === 0)) return;
    this.#pending = noQueries();
    void this.#send(pending);
  }

  /** Settles every query and never rejects. */
  async #send(pending: PendingQueries): Promise<void> {
    try {
      await withTimeLimit((signal) => this.#answer(pending, signal), LIMIT_MS, 'the type checker', this.#signal);
    } catch (error) {
      for (const queries of Object.values(pending)) for (const { reject } of queries) reject(error);
    }
  }

  async #answer({ signatures, types, imports }: PendingQueries, signal: AbortSignal): Promise<void> {
    const checker = await this.#loadTypeChecker();
    await settle(signatures, (queries) => checker.checkSignatures(queries, signal));
    await settle(types, (queries) => checker.checkTypes(queries, signal));
    await settle(imports, (queries) => checker.receiveImports(queries, signal));
  }
}

function noQueries(): PendingQueries {
  return { signatures: [], types: [], imports: [] };
}

async function settle<Query extends { readonly name: string }, Answer>(
  pending: readonly {
    readonly query: Query;
    readonly resolve: (answer: Answer) => void;
    readonly reject: (reason: unknown) => void;
  }[],
  ask: (queries: readonly Query[]) => Promise<readonly Answer[]>,
): Promise<void> {
  if (pending.length === 0) return;
  const answers = await ask(pending.map(({ query }) => query));
  pending.forEach(({ query, resolve, reject }, index) => {
    const answer = answers[index];
    if (answer) resolve(answer);
    else reject(new HoldfastError('internal', `Failed to check ${query.name}: the type checker gave no answer`));
  });
}
