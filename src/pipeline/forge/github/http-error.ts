import * as z from 'zod';
import { ExchangeLimitError } from '../../../foundation/bounded-fetch.ts';
import { messageOf } from '../../../foundation/errors.ts';
import { ForgeError, type ForgeProblem } from '../forge-error.ts';

/** A response of the API that is an error. Requests without a response have the status 500. */
const httpErrorSchema = z.object({
  name: z.literal('HttpError'),
  status: z.number(),
  response: z
    .object({
      headers: z.record(z.string(), z.unknown()),
      data: z.unknown(),
    })
    .optional(),
});

const bodySchema = z.object({
  message: z.string().optional().catch(undefined),
  documentation_url: z.string().optional().catch(undefined),
  errors: z.array(z.unknown()).optional().catch(undefined),
});

const detailSchema = z.union([
  z.string(),
  z
    .object({ message: z.string().optional(), field: z.string().optional(), code: z.string().optional() })
    .transform(({ message, field, code }) => message ?? [field, code].filter(Boolean).join(': ')),
]);

type HttpError = z.infer<typeof httpErrorSchema>;

/** How long to wait at a secondary rate limit without a time, as GitHub's documentation says. */
const UNKNOWN_LIMIT_MS = 60_000;

const PROBLEMS: Readonly<Record<number, ForgeProblem>> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not-found',
  409: 'conflict',
  410: 'not-found',
  451: 'forbidden',
};

const HINTS: Readonly<Partial<Record<ForgeProblem, string>>> = {
  unauthorized: 'The token is missing, wrong or expired. Create another one and try again.',
  forbidden:
    'The token needs read and write access to contents, issues, pull requests and commit statuses of the repository.',
  'not-found':
    'Check the name of the repository and the number. GitHub also gives this answer if the token cannot see the repository.',
  conflict: 'The object was changed at the same time. Try again.',
  unavailable: 'Check the connection and the status of the server, then try again.',
  'rate-limited': 'Try again after this time, or use a token with a higher limit.',
};

/** Reads an error of Octokit; undefined for other errors. */
export function readHttpError(thrown: unknown): HttpError | undefined {
  const parsed = httpErrorSchema.safeParse(thrown);
  return parsed.success ? parsed.data : undefined;
}

/**
 * When a call that was refused because of a rate limit may be repeated, in milliseconds since 1970; undefined if it was
 * refused for another reason. The text of the message does not matter.
 */
export function readRetryTime({ status, response }: HttpError, now: number): number | undefined {
  if ((status !== 403 && status !== 429) || response === undefined) return undefined;
  const header = (name: string): number | undefined => {
    const value = Number(response.headers[name] ?? NaN);
    return Number.isFinite(value) ? value : undefined;
  };
  const seconds = header('retry-after');
  if (seconds !== undefined) return now + seconds * 1000;
  const reset = header('x-ratelimit-reset');
  if (header('x-ratelimit-remaining') === 0 && reset !== undefined) return Math.max(reset * 1000, now);
  const { documentation_url } = bodySchema.safeParse(response.data).data ?? {};
  const isSecondary = documentation_url?.includes('secondary-rate-limits') ?? false;
  return status === 429 || isSecondary ? now + UNKNOWN_LIMIT_MS : undefined;
}

/**
 * Converts an error of Octokit, or of the code that reads an answer, to a ForgeError.
 *
 * @param action completes the message "Failed to …"
 */
export function toForgeError(action: string, thrown: unknown): unknown {
  if (thrown instanceof z.ZodError || thrown instanceof TypeError) {
    return new ForgeError('unavailable', `Failed to ${action}: the server does not answer as the API of GitHub does`, {
      hint: 'Check the address of the forge.',
      cause: thrown,
    });
  }
  if (thrown instanceof Error && thrown.cause instanceof ExchangeLimitError) {
    const { message, hint } = thrown.cause;
    return new ForgeError('unavailable', `Failed to ${action}: GitHub cannot be reached: ${message}`, {
      hint,
      cause: thrown,
    });
  }
  const error = readHttpError(thrown);
  if (error === undefined) return thrown;
  const problem = error.response === undefined ? 'unavailable' : toProblem(error.status);
  const reason =
    error.response === undefined
      ? `GitHub cannot be reached: ${messageOf(thrown)}`
      : `GitHub answered ${error.status}${describeBody(error.response.data)}`;
  return new ForgeError(problem, `Failed to ${action}: ${reason}`, { hint: HINTS[problem], cause: thrown });
}

/** The error for a rate limit that ends too late to wait for it. */
export function createRateLimitError(action: string, retryAt: number, cause: unknown): ForgeError {
  const time = new Date(retryAt).toISOString();
  return new ForgeError('rate-limited', `Failed to ${action}: GitHub allows no more requests until ${time}`, {
    hint: HINTS['rate-limited'],
    cause,
    retryAt,
  });
}

function toProblem(status: number): ForgeProblem {
  return PROBLEMS[status] ?? (status >= 500 ? 'unavailable' : 'invalid');
}

function describeBody(data: unknown): string {
  const { message, errors = [] } = bodySchema.safeParse(data).data ?? {};
  const details = errors.flatMap((each) => detailSchema.safeParse(each).data ?? []);
  const text = [message, ...details].filter((part) => part !== undefined && part !== '').join(' · ');
  return text === '' ? '' : ` (${text})`;
}
