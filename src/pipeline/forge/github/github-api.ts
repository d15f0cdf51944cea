import { Octokit } from '@octokit/core';
import { paginateRest } from '@octokit/plugin-paginate-rest';
import { retry } from '@octokit/plugin-retry';
import { throttling } from '@octokit/plugin-throttling';
import { systemClock, wait, type Clock } from '../../../foundation/clock.ts';
import { ExchangeLimitError, wholeFetch, type ExchangeLimits } from '../../../foundation/bounded-fetch.ts';
import { CancelledError, throwIfCancelled } from '../../../foundation/errors.ts';
import { ForgeError } from '../forge-error.ts';
import { createRateLimitError, readHttpError, readRetryTime, toForgeError } from './http-error.ts';

export interface GithubApiOptions {
  /** The base URL of the REST API, for example `https://api.github.com` or `https://github.example.org/api/v3`. */
  readonly apiUrl: string;
  readonly token: string;
  /** Rate limits that end within this time are waited for. Default: 60 seconds. */
  readonly longestWaitMs?: number | undefined;
  /** Whether writes are sent with the pauses that GitHub recommends. Default: true. */
  readonly isPaced?: boolean | undefined;
  /** The unit of the pauses between repeated reads, in milliseconds. Default: 1000. */
  readonly retryPauseMs?: number | undefined;
  readonly clock?: Clock | undefined;
  /** The limits of one request. Default: 60 seconds and 64 MiB. */
  readonly limits?: ExchangeLimits | undefined;
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
}

const Client = Octokit.plugin(paginateRest, retry, throttling);

/** The client that sends the requests. */
export type GithubClient = InstanceType<typeof Client>;

/** Options that each request has to carry. */
interface RequestOptions {
  readonly signal: AbortSignal;
  /** The plug-in repeats a request with this option after every failure, so only 0 is used. */
  readonly retries?: 0;
}

type Send<Result> = (client: GithubClient, request: RequestOptions) => Promise<Result>;

const DEFAULT_LONGEST_WAIT_MS = 60_000;
const DEFAULT_LIMITS: ExchangeLimits = { milliseconds: 60_000, bytes: 64 * 1024 * 1024 };
/** A list that is longer has no end. */
const MAX_PAGES = 1_000;
/** Answers that a repetition does not change, and rate limits, for which `GithubApi` waits itself. */
const NOT_REPEATED = [400, 401, 403, 404, 409, 410, 422, 429, 451];
const READ_RETRIES = 3;
/** The largest page that GitHub sends. */
export const PAGE = 100;
const silent = (): void => undefined;

/**
 * Sends requests to the REST API of GitHub and converts every failure to a ForgeError. Rate limits that end soon are waited
 * for [PIPE-7].
 */
export class GithubApi {
  readonly #client: GithubClient;
  readonly #longestWaitMs: number;
  readonly #clock: Clock;
  readonly #now: () => number;

  constructor(options: GithubApiOptions) {
    this.#longestWaitMs = options.longestWaitMs ?? DEFAULT_LONGEST_WAIT_MS;
    this.#clock = options.clock ?? systemClock;
    this.#now = options.now ?? Date.now;
    this.#client = new Client({
      baseUrl: options.apiUrl,
      auth: options.token,
      userAgent: 'holdfast',
      // Octokit takes a body that breaks off for an empty one.
      request: { fetch: unrepeated(wholeFetch((input, init) => fetch(input, init), options.limits ?? DEFAULT_LIMITS)) },
      // Failures are thrown. The defaults print to the console.
      log: { debug: silent, info: silent, warn: silent, error: silent },
      retry: { doNotRetry: NOT_REPEATED, retries: READ_RETRIES, retryAfterBaseValue: options.retryPauseMs ?? 1000 },
      throttle: {
        enabled: options.isPaced ?? true,
        // The plug-in only sets the pace. A wait in it could not be cancelled.
        onRateLimit: silent,
        onSecondaryRateLimit: silent,
      },
    });
  }

  /**
   * Reads something. A read is repeated if the server fails or cannot be reached.
   *
   * @param action completes the message "Failed to …"
   */
  read<Result>(action: string, signal: AbortSignal, send: Send<Result>): Promise<Result> {
    return this.#send(action, { signal }, send);
  }

  /**
   * Reads all pages of a list.
   *
   * @param route for example `GET /repos/{owner}/{repo}/issues`; the parameters replace its placeholders
   */
  list<Item>(
    action: string,
    signal: AbortSignal,
    route: string,
    parameters: Readonly<Record<string, string | number | undefined>>,
  ): Promise<readonly Item[]> {
    return this.read(action, signal, async (client, request) => {
      const items: Item[] = [];
      let pages = 0;
      for await (const { data } of client.paginate.iterator<Item>(route, { ...parameters, per_page: PAGE, request })) {
        if (++pages > MAX_PAGES) {
          throw new ForgeError('unavailable', `Failed to ${action}: the list has more than ${MAX_PAGES} pages`, {
            hint: 'Check the address of the forge.',
          });
        }
        items.push(...data);
      }
      return items;
    });
  }

  /** Changes something. Not repeated if the server fails or the answer is lost: the change may have happened. */
  write<Result>(action: string, signal: AbortSignal, send: Send<Result>): Promise<Result> {
    return this.#send(action, { signal, retries: 0 }, send);
  }

  /** Like `read`, with `undefined` if the object does not exist. */
  async find<Result>(action: string, signal: AbortSignal, send: Send<Result>): Promise<Result | undefined> {
    return this.#send(action, { signal }, async (client, request) => {
      try {
        return await send(client, request);
      } catch (thrown) {
        const status = readHttpError(thrown)?.status;
        if (status === 404 || status === 410) return undefined;
        throw thrown;
      }
    });
  }

  async #send<Result>(action: string, request: RequestOptions, send: Send<Result>): Promise<Result> {
    const { signal } = request;
    const deadline = this.#now() + this.#longestWaitMs;
    for (;;) {
      throwIfCancelled(signal, action);
      let retryAt: number | undefined;
      try {
        return await abortable(send(this.#client, request), signal, action);
      } catch (thrown) {
        throwIfCancelled(signal, action);
        const error = readHttpError(thrown);
        // A request that a rate limit refuses has no effect, so it may be repeated.
        retryAt = error && readRetryTime(error, this.#now());
        if (retryAt === undefined) throw toForgeError(action, thrown);
        if (retryAt > deadline) throw createRateLimitError(action, retryAt, thrown);
      }
      await wait(this.#clock, Math.max(retryAt - this.#now(), 0), signal, action);
    }
  }
}

/** Octokit repeats every failure of `fetch` except an aborted one. A repetition does not change what exceeds a limit. */
function unrepeated(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    try {
      return await send(input, init);
    } catch (thrown) {
      if (!(thrown instanceof ExchangeLimitError)) throw thrown;
      throw Object.assign(new Error(thrown.message, { cause: thrown }), { name: 'AbortError' });
    }
  };
}

/** Rejects as soon as the signal aborts. The plug-ins of Octokit wait without looking at it. */
function abortable<Result>(work: Promise<Result>, signal: AbortSignal, action: string): Promise<Result> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      reject(new CancelledError(action));
    };
    signal.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', onAbort);
    });
  });
}
