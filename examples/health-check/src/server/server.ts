import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Route } from './route.ts';

/** An HTTP server that answers with the given routes, and 404 to everything else. */
export function createService(routes: readonly Route[]): Server {
  return createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const route = routes.find((candidate) => candidate.method === request.method && candidate.path === path);
    const { status, body } = route
      ? await route.answer(await textOf(request))
      : { status: 404, body: { error: `There is nothing at ${path}` } };
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}
