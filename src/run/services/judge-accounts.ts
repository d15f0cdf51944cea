import { randomUUID } from 'node:crypto';
import type { Judge } from '../../verdicts/checks/interfaces/judge.ts';
import { memoizeUntilFailure } from '../../foundation/retryable-cache.ts';

/**
 * The accounts that pay for the judges of checks. Checks run in the analysis, which may be in another thread, so a check
 * names its account by an id, and the judge of that account makes the calls.
 */
export class JudgeAccounts {
  readonly #judges = new Map<string, () => Promise<Judge | undefined>>();

  /** Opens an account until it is disposed. */
  open(createJudge: () => Promise<Judge | undefined>): Disposable & { readonly id: string } {
    const id = randomUUID();
    this.#judges.set(id, memoizeUntilFailure(createJudge));
    return { id, [Symbol.dispose]: () => void this.#judges.delete(id) };
  }

  /** The judge of an account; undefined if no model is configured, or if the account is closed. */
  async judgeOf(id: string): Promise<Judge | undefined> {
    return this.#judges.get(id)?.();
  }
}
