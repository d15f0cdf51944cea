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

const FORBIDDEN = { message: 'Resource not accessible by integration' };

interface Answer {
  readonly status: number;
  readonly data: unknown;
  /** The address of the next page. */
  readonly link?: string;
}

function listPage(comments: readonly ServedComment[], url: URL): Answer {
  const page = Number(url.searchParams.get('page') ?? 1);
  const data = comments.slice((page - 1) * PAGE, page * PAGE);
  if (page * PAGE >= comments.length) return { status: 200, data };
  const next = new URL(url);
  next.searchParams.set('page', String(page + 1));
  return { status: 200, data, link: `<${next.href}>; rel="next"` };
}

/** Starts a server on loopback with the part of GitHub's API that comments of pull requests need. */
export async function startCommentServer(options: CommentServerOptions = {}): Promise<CommentServer> {
  const comments: ServedComment[] = [];
  const requests: string[] = [];
  const answer = (method: string, url: URL, body: string): Answer => {
    // The token of a workflow has no user: GraphQL alone names its bot.
    if (url.pathname === '/user') return { status: 403, data: FORBIDDEN };
    if (url.pathname === '/graphql') return { status: 200, data: { data: { viewer: { login: WORKFLOW_BOT } } } };
    if (method === 'GET') return listPage(comments, url);
    if (options.mayWrite === false) return { status: 403, data: FORBIDDEN };
    if (method === 'POST') {
      options.beforeCreation?.(comments);
      const comment = { id: comments.length + 1000, user: { login: WORKFLOW_BOT }, body };
      comments.push(comment);
      return { status: 201, data: comment };
    }
    const index = comments.findIndex(({ id }) => String(id) === url.pathname.split('/').at(-1));
    const found = comments[index];
    if (found === undefined) return { status: 404, data: { message: 'Not Found' } };
    if (method === 'PATCH') found.body = body;
    else comments.splice(index, 1);
    return { status: method === 'PATCH' ? 200 : 204, data: found };
  };
  const server = createServer((request, response) => {
    void text(request).then((content) => {
      const { method = '', headers } = request;
      const url = new URL(request.url ?? '', `http://${headers.host ?? ''}`);
      requests.push(`${method} ${url.pathname}`);
      const { body = '' } = JSON.parse(content || '{}') as { body?: string };
      const { status, data, link } = answer(method, url, body);
      response.writeHead(status, { 'content-type': 'application/json', ...(link === undefined ? {} : { link }) });
      response.end(JSON.stringify(data));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    comments,
    requests,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
