const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Why a request of a scenario must not be sent to a URL, as a sentence; `undefined` if it is a server on this computer. */
export function findLoopbackProblem(text: string): string | undefined {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return `"${text}" is no URL. Write it as http://127.0.0.1:\${port:id}/path.`;
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return `"${text}" is no HTTP URL.`;
  if (LOOPBACK_HOSTS.has(url.hostname)) return undefined;
  return `"${url.hostname}" is not this computer. Requests of a scenario only reach twins and services that a step started: use 127.0.0.1.`;
}
