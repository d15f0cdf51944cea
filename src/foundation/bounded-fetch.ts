import { HoldfastError } from './errors.ts';

/** The limits of one exchange: from the request to the last byte of the body. */
export interface ExchangeLimits {
  readonly milliseconds: number;
  /** The number of bytes of the body. */
  readonly bytes: number;
}

/** An exchange took too long, or its body is too large. Neither changes with a repetition. */
export class ExchangeLimitError extends HoldfastError {
  constructor(reason: string) {
    super('limit', reason, { hint: 'Check that the address belongs to the right server.' });
    this.name = 'ExchangeLimitError';
  }
}

/**
 * A `fetch` whose exchanges have limits [CONF-4]. The limits of a host's own fetch are for pauses: a body that never ends, or
 * that arrives byte by byte, passes them.
 *
 * @param fetch called for each request, so that a host can replace its own one later
 */
export function boundedFetch(
  fetch: typeof globalThis.fetch,
  { milliseconds, bytes }: ExchangeLimits,
): typeof globalThis.fetch {
  return async (input, init) => {
    const late = new AbortController();
    const timer = setTimeout(
      () => late.abort(new ExchangeLimitError(`no complete answer within ${milliseconds / 1000} s`)),
      milliseconds,
    );
    timer.unref();
    const own = init?.signal ?? (input instanceof Request ? input.signal : undefined);
    const signal = own ? AbortSignal.any([own, late.signal]) : late.signal;
    try {
      const response = await fetch(input, { ...init, signal });
      if (response.body === null) {
        clearTimeout(timer);
        return response;
      }
      const body = response.body.pipeThrough(countBytes(bytes, () => clearTimeout(timer)));
      return withBody(response, body);
    } catch (thrown) {
      clearTimeout(timer);
      throw thrown;
    }
  };
}

/** As `boundedFetch`, with the whole body in the response: a client that hides an error of the body receives it as one. */
export function wholeFetch(fetch: typeof globalThis.fetch, limits: ExchangeLimits): typeof globalThis.fetch {
  const exchange = boundedFetch(fetch, limits);
  return async (input, init) => {
    const response = await exchange(input, init);
    return response.body === null ? response : withBody(response, await response.arrayBuffer());
  };
}

/** The constructor of a response has no address. */
function withBody(response: Response, body: ReadableStream<Uint8Array> | ArrayBuffer): Response {
  return Object.defineProperty(new Response(body, response), 'url', { value: response.url });
}

/** Passes a body on up to a number of bytes. */
function countBytes(limit: number, onEnd: () => void): TransformStream<Uint8Array, Uint8Array> {
  let count = 0;
  return new TransformStream<Uint8Array, Uint8Array>({
    transform(part, controller) {
      count += part.byteLength;
      if (count <= limit) controller.enqueue(part);
      else controller.error(new ExchangeLimitError(`the answer has more than ${limit} bytes`));
    },
    flush: onEnd,
  });
}
