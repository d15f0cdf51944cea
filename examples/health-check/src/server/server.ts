import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Route } from './route.ts';

/** Creates an HTTP server for the routes. Other requests get a 404. */
export function createService(routes: readonly Route[]): Server {
  return createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const route = routes.find((candidate) => candidate.method === request.method && candidate.path === path);
    const { status, body } = route
      ? await route.answer(await readText(request))
      : { status: 404, body: { error: `No route for ${path}` } };
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
}

async function readText(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}
