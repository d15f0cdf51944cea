import { createInterface } from 'node:readline';
import * as z from 'zod';
import type { ClientSite } from './client-site.ts';

const answerSchema = z.looseObject({
  id: z.number().optional(),
  result: z
    .looseObject({
      data: z
        .array(
          z.looseObject({
            hooks: z.array(z.looseObject({ key: z.string(), currentHash: z.string(), trustStatus: z.string() })),
          }),
        )
        .optional(),
    })
    .optional(),
});

export interface CodexHook {
  /** `<file>:<event>:<index>:<index>` */
  readonly key: string;
  readonly currentHash: string;
  readonly trustStatus: string;
}

/** The hooks that Codex itself finds in a workspace. */
export async function readCodexHooks(site: ClientSite): Promise<readonly CodexHook[]> {
  const child = site.start('codex', ['app-server']);
  try {
    const send = (message: object): void => {
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    };
    send({ id: 1, method: 'initialize', params: { clientInfo: { name: 'test', version: '1' } } });
    for await (const line of createInterface({ input: child.stdout })) {
      const { id, result } = answerSchema.parse(JSON.parse(line));
      if (id === 1) {
        send({ method: 'initialized' });
        send({ id: 2, method: 'hooks/list', params: { cwds: [site.folder] } });
      }
      if (id === 2) return result?.data?.flatMap(({ hooks }) => hooks) ?? [];
    }
    throw new Error('codex app-server ended without an answer.');
  } finally {
    child.kill();
  }
}
