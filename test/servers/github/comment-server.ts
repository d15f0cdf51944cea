import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A comment of a pull request on the server. */
export interface ServedComment {
  readonly id: number;
  readonly user: { readonly login: string };
  body: string;
}

export interface CommentServer extends AsyncDisposable {
  readonly apiUrl: string;
  /** The comments of the pull request, the oldest first. A test can add some. */
  readonly comments: ServedComment[];
  /** Each request: its method and path. */
  readonly requests: readonly string[];
}

export interface CommentServerOptions {
  /** Whether the token may write. Default: true. */
  readonly mayWrite?: boolean;
  /** Runs before a comment is created, as another run could. */
  readonly beforeCreation?: (comments: ServedComment[]) => void;
}

/** The owner of the token, as in a workflow. */
export const WORKFLOW_BOT = 'github-actions[bot]';
const PAGE = 100;

/** Starts a server on loopback with the part of GitHub's API that comments of pull requests need. */
export async function startCommentServer(options: CommentServerOptions = {}): Promise<CommentServer> {
  const comments: ServedComment[] = [];
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const send = (status: number, data: unknown, headers: Readonly<Record<string, string>> = {}): void => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(data));
    };
    void (async () => {
      const url = new URL(request.url ?? '', 'http://localhost');
      const { method = '' } = request;
      requests.push(`${method} ${url.pathname}`);
      const { body = '' } = JSON.parse((await text(request)) || '{}') as { body?: string };
      // The token of a workflow has no user: GraphQL alone names its bot.
      if (url.pathname === '/user') return send(403, { message: 'Resource not accessible by integration' });
      if (url.pathname === '/graphql') return send(200, { data: { viewer: { login: WORKFLOW_BOT } } });
      if (method === 'GET') {
        const page = Number(url.searchParams.get('page') ?? 1);
        url.searchParams.set('page', String(page + 1));
        const next = `<${apiUrl()}${url.pathname}${url.search}>; rel="next"`;
        const isLast = page * PAGE >= comments.length;
        return send(200, comments.slice((page - 1) * PAGE, page * PAGE), isLast ? {} : { link: next });
      }
      if (options.mayWrite === false) return send(403, { message: 'Resource not accessible by integration' });
      if (method === 'POST') {
        options.beforeCreation?.(comments);
        const comment = { id: comments.length + 1000, user: { login: WORKFLOW_BOT }, body };
        comments.push(comment);
        return send(201, comment);
      }
      const index = comments.findIndex(({ id }) => String(id) === url.pathname.split('/').at(-1));
      const found = comments[index];
      if (found === undefined) return send(404, { message: 'Not Found' });
      if (method === 'PATCH') found.body = body;
      else comments.splice(index, 1);
      return send(method === 'PATCH' ? 200 : 204, found);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const apiUrl = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    apiUrl: apiUrl(),
    comments,
    requests,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
