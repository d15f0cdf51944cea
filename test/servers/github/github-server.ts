import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createEmulator } from 'emulate';
import type { GitUser } from '../../workspace/support/git-user.ts';
import { GithubAdditions } from './github-additions.ts';
import { MirroredRepository } from './mirrored-repository.ts';

/** A request to the API. The body is an empty object if there is none. */
export interface ApiRequest {
  readonly method: string;
  /** The path without the query, for example `/repos/acme/app/issues`. */
  readonly path: string;
  readonly query: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** The person who owns the token. */
  readonly login: string;
}

export interface ApiAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly data?: unknown;
}

/** A failure of the server for requests that match. */
export interface Fault {
  readonly method: string;
  readonly path: RegExp;
  readonly answer: ApiAnswer;
  /** Whether the request takes effect before the failure. Default: false. */
  readonly isAfterEffect?: boolean;
  /** How many requests fail. Default: 1. */
  readonly times?: number;
}

export interface GithubServer extends AsyncDisposable {
  readonly url: string;
  readonly requests: readonly ApiRequest[];
  /** The token of a person. */
  tokenOf(login: string): string;
  /** Sends a request as a person. Fails if the server answers with an error. */
  send(login: string, method: string, path: string, body?: unknown): Promise<unknown>;
  fail(fault: Fault): void;
  /** Ends all failures. */
  recover(): void;
  /** Lets the protection of a branch require statuses: by itself, or by a ruleset. */
  protect(branch: string, required: readonly string[], by?: 'protection' | 'ruleset'): void;
  merge(number: number, kind: 'merge' | 'squash'): Promise<void>;
}

/** The path of the only repository. */
export const REPOSITORY = '/repos/acme/app';
/** `acme` owns the repository, `holdfast-bot` and `reviewer` may write, `outsider` may not. */
const PEOPLE = ['acme', 'holdfast-bot', 'reviewer', 'outsider'] as const;

/**
 * Starts a loopback server that speaks the REST API of GitHub. Issues, comments, labels, pull requests, reviews and
 * permissions are those of the package `emulate`. This server is a proxy that adds what the package lacks: the branches of a
 * bare repository, sub-issues, statuses, refusals and failures.
 */
export async function startGithubServer(bare: GitUser): Promise<GithubServer> {
  const tokens = new Map(PEOPLE.map((login) => [`token-of-${login}`, login]));
  const emulator = await createEmulator({
    service: 'github',
    port: 0,
    seed: {
      tokens: Object.fromEntries([...tokens].map(([token, login]) => [token, { login, scopes: ['repo', 'user'] }])),
      github: {
        users: PEOPLE.map((login) => ({ login })),
        repos: [{ owner: 'acme', name: 'app', auto_init: true }],
      },
    },
  });
  const forward = async ({ method, path, query, body, login }: ApiRequest): Promise<ApiAnswer> => {
    const response = await fetch(`${emulator.url}${path}${query}`, {
      method,
      headers: { authorization: `Bearer token-of-${login}`, 'content-type': 'application/json' },
      ...(method === 'GET' || method === 'HEAD' ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const link = response.headers.get('link');
    return {
      status: response.status,
      ...(link === null ? {} : { headers: { link } }),
      data: text === '' ? undefined : JSON.parse(text),
    };
  };
  for (const [login, permission] of [
    ['holdfast-bot', 'push'],
    ['reviewer', 'push'],
    ['outsider', 'pull'],
  ]) {
    const path = `${REPOSITORY}/collaborators/${login}`;
    await forward({ method: 'PUT', path, query: '', body: { permission }, login: 'acme' });
  }
  const additions = new GithubAdditions(new MirroredRepository(bare), forward);
  const requests: ApiRequest[] = [];
  const faults: (Fault & { left: number })[] = [];

  const answer = async (request: ApiRequest): Promise<ApiAnswer> => {
    requests.push(request);
    const fault = faults.find(
      ({ method, path, left }) => left > 0 && method === request.method && path.test(request.path),
    );
    if (fault === undefined) return additions.answer(request);
    fault.left--;
    if (fault.isAfterEffect === true) await additions.answer(request);
    return fault.answer;
  };

  const server = createServer((incoming, response) => {
    void readRequest(incoming, tokens)
      .then((request) => (request === undefined ? unauthorized : answer(request)))
      .catch((thrown: unknown): ApiAnswer => ({ status: 500, data: { message: String(thrown) } }))
      .then((result) => {
        // The links to other pages lead to this server.
        const link = result.headers?.['link']?.replaceAll(emulator.url, url);
        writeAnswer(response, link === undefined ? result : { ...result, headers: { ...result.headers, link } });
      });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    requests,
    tokenOf: (login) => `token-of-${login}`,
    async send(login, method, path, body = {}) {
      const result = await additions.answer({ method, path, query: '', body: body as ApiRequest['body'], login });
      if (result.status >= 400) throw new Error(`${method} ${path}: ${result.status} ${JSON.stringify(result.data)}`);
      return result.data;
    },
    fail(fault) {
      faults.push({ ...fault, left: fault.times ?? 1 });
    },
    recover() {
      faults.length = 0;
    },
    protect(branch, required, by = 'protection') {
      if (by === 'protection') additions.protection.set(branch, required);
      else {
        const checks = required.map((context) => ({ context }));
        additions.rules = [
          { type: 'deletion' },
          { type: 'required_status_checks', parameters: { required_status_checks: checks } },
        ];
      }
    },
    merge: (number, kind) => additions.merge(number, kind),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await emulator.close();
    },
  };
}

const unauthorized: ApiAnswer = { status: 401, data: { message: 'Bad credentials' } };

async function readRequest(
  incoming: IncomingMessage,
  tokens: ReadonlyMap<string, string>,
): Promise<ApiRequest | undefined> {
  const pieces: Buffer[] = [];
  for await (const piece of incoming) pieces.push(piece as Buffer);
  const text = Buffer.concat(pieces).toString('utf8');
  const login = tokens.get((incoming.headers.authorization ?? '').replace(/^(?:token|bearer) /i, ''));
  if (login === undefined) return undefined;
  const { pathname, search } = new URL(incoming.url ?? '/', 'http://127.0.0.1');
  const body = text === '' ? {} : (JSON.parse(text) as ApiRequest['body']);
  return { method: incoming.method ?? 'GET', path: pathname, query: search, body, login };
}

function writeAnswer(response: ServerResponse, { status, headers, data }: ApiAnswer): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers });
  response.end(data === undefined ? undefined : JSON.stringify(data));
}
