import { once } from 'node:events';
import { createServer } from 'node:net';

const LOOPBACK = '127.0.0.1';
const MAX_TRIES = 50;

/** Ports of this process that were given to services, so that no other trajectory gets the same one before it is used. */
export class FreePorts {
  readonly #taken = new Set<number>();

  /** Finds a port that no program on this computer uses. The caller releases it. */
  async take(): Promise<number> {
    for (let attempt = 1; ; attempt++) {
      const port = await findFreePort();
      if (!this.#taken.has(port) || attempt >= MAX_TRIES) {
        this.#taken.add(port);
        return port;
      }
    }
  }

  release(port: number): void {
    this.#taken.delete(port);
  }
}

/** Whether a program can listen at a port. */
export async function isPortFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen({ port, host: LOOPBACK, exclusive: true });
    await once(server, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer();
  server.listen({ port: 0, host: LOOPBACK, exclusive: true });
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}
