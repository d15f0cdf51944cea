import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A registry of extensions on loopback that speaks the protocol of Open VSX for the upload of one package. */
export interface ExtensionRegistry extends AsyncDisposable {
  readonly url: string;
  /** The packages that were uploaded. */
  readonly uploads: readonly Buffer[];
}

export async function startExtensionRegistry(extension: {
  readonly publisher: string;
  readonly name: string;
  readonly version: string;
}): Promise<ExtensionRegistry> {
  const uploads: Buffer[] = [];
  const server = createServer((request, response) => {
    void buffer(request).then((content) => {
      const isUpload = request.method === 'POST' && request.url?.startsWith('/api/-/publish') === true;
      if (isUpload) uploads.push(content);
      const { publisher, name, version } = extension;
      const answer = isUpload ? { namespace: publisher, name, version, targetPlatform: 'universal' } : {};
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    uploads,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
