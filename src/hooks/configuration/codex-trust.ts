import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import * as z from 'zod';

const answerSchema = z.looseObject({
  id: z.number().optional(),
  result: z
    .looseObject({
      data: z
        .array(
          z.looseObject({ hooks: z.array(z.looseObject({ key: z.string(), trustStatus: z.string() })).optional() }),
        )
        .optional(),
    })
    .optional(),
});

const LIMIT_MS = 10_000;

/**
 * Lets Codex itself list the hooks of a folder with its trust in them: it compares a hash that only it computes. Returns the
 * states (`trusted`, `managed`, `untrusted`, `modified`) by key (`<file>:<event>:<index>:<index>`), or `undefined` if the program does not answer.
 *
 * @param program absolute path of Codex
 */
export async function readCodexTrust(
  program: string,
  folder: string,
  environment: NodeJS.ProcessEnv,
): Promise<ReadonlyMap<string, string> | undefined> {
  const child = spawn(program, ['app-server'], { cwd: folder, env: environment, stdio: ['pipe', 'pipe', 'ignore'] });
  const send = (message: object): void => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  };
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise((resolve) => {
      // A process that the program started can keep its output open, also when the program has ended.
      timer = setTimeout(() => resolve(undefined), LIMIT_MS);
      child.on('error', () => resolve(undefined));
      child.on('close', () => resolve(undefined));
      child.stdin.on('error', () => undefined);
      createInterface({ input: child.stdout }).on('line', (line) => {
        const answer = parseAnswer(line);
        if (answer?.id === 1) {
          send({ method: 'initialized' });
          send({ id: 2, method: 'hooks/list', params: { cwds: [folder] } });
        }
        if (answer?.id === 2) {
          const hooks = answer.result?.data?.flatMap((one) => one.hooks ?? []);
          resolve(hooks && new Map(hooks.map(({ key, trustStatus }) => [key, trustStatus])));
        }
      });
      send({ id: 1, method: 'initialize', params: { clientInfo: { name: 'holdfast', version: '1' } } });
    });
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
    child.stdout.destroy();
  }
}

function parseAnswer(line: string): z.infer<typeof answerSchema> | undefined {
  try {
    return answerSchema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
