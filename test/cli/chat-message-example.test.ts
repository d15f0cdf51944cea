import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { AssertionResult } from '../../src/verdicts/checks/interfaces/result.ts';
import { projectRoot } from '../scripts/project.ts';
import { runHoldfast } from './support/holdfast.ts';

const example = join(projectRoot, 'examples', 'chat-message');
const contract = 'announcement.contract.yaml';

interface CheckReport {
  readonly contracts: readonly {
    readonly chunks: readonly {
      readonly assertResults: readonly AssertionResult[];
      readonly suggestResults: readonly AssertionResult[];
    }[];
  }[];
}

/** Starts the chat service of the example on a free port. */
async function startChatService(): Promise<{ readonly address: string } & AsyncDisposable> {
  const service = spawn(process.execPath, [join(example, 'chat-service.mjs'), '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [address] = (await once(createInterface({ input: service.stdout }), 'line')) as [string];
  return {
    address,
    [Symbol.asyncDispose]: async () => {
      service.kill();
      await once(service, 'exit');
    },
  };
}

describe('the chat message example', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'holdfast-chat-'));
    await cp(example, folder, { recursive: true });
  });

  afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

  const check = async (environment: NodeJS.ProcessEnv) => {
    const run = await runHoldfast(folder, ['check', contract, '--format', 'json'], environment);
    assert.ok(run.stdout.startsWith('{'), run.stderr);
    const [chunk] = (JSON.parse(run.stdout) as CheckReport).contracts[0]?.chunks ?? [];
    assert.ok(chunk);
    return { code: run.code, chunk };
  };

  it('[ENF-PLUG-4] [ENF-VAL-8] reads messages from the chat service with the validator of the workspace', async () => {
    await using service = await startChatService();
    const { code, chunk } = await check({ CHAT_SERVER: service.address, CHAT_TOKEN: 'open-sesame' });
    assert.equal(code, 0);
    assert.deepEqual(
      chunk.assertResults.map(({ passed, actual }) => [passed, actual]),
      [
        [true, 'Message 42 by ada'],
        [true, 'Version 1.4.0 is out: see the notes.'],
      ],
    );
    const [thanks] = chunk.suggestResults;
    assert.deepEqual([thanks?.passed, thanks?.expected], [false, 'A message that says "thanks"']);
  });

  it('[ENF-PLUG-4] reports a missing message and an invalid token', async () => {
    await using service = await startChatService();
    const refused = await check({ CHAT_SERVER: service.address, CHAT_TOKEN: 'wrong' });
    assert.equal(refused.code, 1);
    assert.match(refused.chunk.assertResults[0]?.error ?? '', /answered 401 \(\{"error":"not authorised"\}\)/);
    const text = await readFile(join(folder, contract), 'utf8');
    await writeFile(join(folder, contract), text.replace("messageId: '42'", "messageId: '43'"));
    const missing = await check({ CHAT_SERVER: service.address, CHAT_TOKEN: 'open-sesame' });
    assert.equal(missing.code, 1);
    const [first] = missing.chunk.assertResults;
    assert.deepEqual([first?.expected, first?.actual], ['Message 43 in #releases', 'No such message']);
  });

  it('[ENF-PLUG-4] fails its assertions if the service is unreachable', async () => {
    const { code, chunk } = await check({ CHAT_SERVER: 'http://127.0.0.1:9', CHAT_TOKEN: 'open-sesame' });
    assert.equal(code, 1);
    assert.match(chunk.assertResults[0]?.error ?? '', /fetch failed/);
  });
});
