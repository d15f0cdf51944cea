import type { TypeQuery, TypeAnswer, TypeChecker } from '../../code/types/queries/type-checker.ts';
import { HoldfastError } from '../../shared/errors.ts';
import { withTimeLimit } from './time-limit.ts';

export type TypeQueryKind = 'signatures' | 'types';

/** The first query of a large workspace can take half a minute, so this limit only ends a type checker that hangs. */
const LIMIT_MS = 300_000;

interface PendingQuery {
  readonly kind: TypeQueryKind;
  readonly query: TypeQuery;
  readonly resolve: (answer: TypeAnswer) => void;
  readonly reject: (reason: unknown) => void;
}

/** One assertion's slot in the batch. */
export interface BatchSlot {
  query(kind: TypeQueryKind, query: TypeQuery): Promise<TypeAnswer>;
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
  #pending: PendingQuery[] = [];

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
        new Promise<TypeAnswer>((resolve, reject) => {
          this.#pending.push({ kind, query, resolve, reject });
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
    if (this.#undecidedSlots > 0 || this.#pending.length === 0) return;
    const queries = this.#pending;
    this.#pending = [];
    void this.#send(queries);
  }

  /** Settles every query and never rejects. */
  async #send(queries: readonly PendingQuery[]): Promise<void> {
    try {
      await withTimeLimit((signal) => this.#answer(queries, signal), LIMIT_MS, 'the type checker', this.#signal);
    } catch (error) {
      for (const { reject } of queries) reject(error);
    }
  }

  async #answer(queries: readonly PendingQuery[], signal: AbortSignal): Promise<void> {
    const checker = await this.#loadTypeChecker();
    for (const kind of ['signatures', 'types'] as const) {
      const pendingOfKind = queries.filter((one) => one.kind === kind);
      if (pendingOfKind.length === 0) continue;
      const queriesOfKind = pendingOfKind.map(({ query }) => query);
      const answers =
        kind === 'signatures'
          ? await checker.checkSignatures(queriesOfKind, signal)
          : await checker.checkTypes(queriesOfKind, signal);
      pendingOfKind.forEach(({ query, resolve, reject }, index) => {
        const answer = answers[index];
        if (answer) resolve(answer);
        else reject(new HoldfastError('internal', `Failed to check ${query.name}: the type checker gave no answer`));
      });
    }
  }
}
