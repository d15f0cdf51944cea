import type { SignatureQuestion, TypeAnswer, TypeTier } from '../../code/types/type-tier.ts';
import { HoldfastError } from '../../shared/errors.ts';
import { withTimeLimit } from './time-limit.ts';

export type TypeQuestionKind = 'signatures' | 'types';

/** The first question of a large workspace may take half a minute; this is far beyond. */
const LIMIT_MS = 300_000;

interface Asked {
  readonly kind: TypeQuestionKind;
  readonly question: SignatureQuestion;
  readonly resolve: (answer: TypeAnswer) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Collects the questions for the type checker, so that one validation loads it once and asks it once. Every assertion
 * that may ask is announced first; the batch is sent when each of them has asked or has said that it will not.
 */
export class TypeBatch {
  readonly #types: () => Promise<TypeTier>;
  readonly #signal: AbortSignal;
  #undecided: number;
  #asked: Asked[] = [];

  /** @param announced how many assertions may ask */
  constructor(types: () => Promise<TypeTier>, announced: number, signal: AbortSignal) {
    this.#types = types;
    this.#undecided = announced;
    this.#signal = signal;
  }

  /** A seat for one announced assertion. */
  seat(): TypeSeat {
    let decided = false;
    const decide = (): void => {
      if (decided) return;
      decided = true;
      this.#undecided--;
    };
    return {
      ask: (kind, question) =>
        new Promise<TypeAnswer>((resolve, reject) => {
          this.#asked.push({ kind, question, resolve, reject });
          decide();
          this.#sendWhenComplete();
        }),
      leave: () => {
        decide();
        this.#sendWhenComplete();
      },
    };
  }

  #sendWhenComplete(): void {
    if (this.#undecided > 0 || this.#asked.length === 0) return;
    const asked = this.#asked;
    this.#asked = [];
    void this.#send(asked);
  }

  async #send(asked: readonly Asked[]): Promise<void> {
    try {
      await withTimeLimit((signal) => this.#ask(asked, signal), LIMIT_MS, 'the type checker', this.#signal);
    } catch (error) {
      for (const one of asked) one.reject(error);
    }
  }

  async #ask(asked: readonly Asked[], signal: AbortSignal): Promise<void> {
    const tier = await this.#types();
    for (const kind of ['signatures', 'types'] as const) {
      const ofKind = asked.filter((one) => one.kind === kind);
      if (ofKind.length === 0) continue;
      const answers = await tier[kind](
        ofKind.map((one) => one.question),
        signal,
      );
      ofKind.forEach((one, i) => {
        const answer = answers[i];
        if (answer) one.resolve(answer);
        else one.reject(new HoldfastError('internal', `Failed to check ${one.question.name}: no answer came`));
      });
    }
  }
}

/** One assertion's place in the batch. */
export interface TypeSeat {
  ask(kind: TypeQuestionKind, question: SignatureQuestion): Promise<TypeAnswer>;
  /** Says that the assertion will not ask any more. */
  leave(): void;
}
