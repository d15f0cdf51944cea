import type { Answer } from '../check-definition.ts';
import type { Evidence } from './evidence.ts';

/** Servers that do not know HEAD say so with one of these. */
const HEAD_REFUSED = new Set([405, 501]);

/** Whether a URL answers with success: asked with HEAD, and with GET where a server does not know that. */
export async function urlExistence(url: string, evidence: Evidence): Promise<Answer> {
  const expected = `${url} answers with success`;
  let method = 'HEAD';
  let reply = await evidence.calls.send({ method, url, followRedirects: true });
  if (HEAD_REFUSED.has(reply.status)) {
    method = 'GET';
    reply = await evidence.calls.send({ method, url, followRedirects: true });
  }
  const passed = reply.status >= 200 && reply.status < 300;
  return { passed, expected, actual: `${method} ${url} answered ${reply.status}` };
}
