/**
 * Serves one pinned model on loopback, in its own process. It prints its address, and ends with the process that started
 * it, whose end closes its standard input.
 *   node test/local-models/server/serve.ts --model smollm2-135m [--port 8080] [--context 8192] [--threads 2] [--max-tokens 512] [--log FILE]
 */
import { appendFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { installModel, installRuntime } from '../install/install-model.ts';
import { PINNED_MODEL_IDS } from '../install/pinned-models.ts';
import { createChatServer } from './chat-server.ts';
import { Runtime } from './runtime.ts';

const { values } = parseArgs({
  options: {
    model: { type: 'string' },
    port: { type: 'string', default: '0' },
    context: { type: 'string', default: '8192' },
    threads: { type: 'string', default: '2' },
    'max-tokens': { type: 'string', default: '512' },
    log: { type: 'string' },
  },
});
const model = PINNED_MODEL_IDS.find((id) => id === values.model);
if (model === undefined) throw new Error(`--model must be one of ${PINNED_MODEL_IDS.join(', ')}`);

const runtime = await Runtime.open({
  modules: await installRuntime(),
  weights: await installModel(model),
  contextSize: Number(values.context),
  threads: Number(values.threads),
});
const { log } = values;
const server = createChatServer({
  model,
  runtime,
  maxTokens: Number(values['max-tokens']),
  ...(log === undefined ? {} : { onAnswer: (answer) => appendFileSync(log, `${JSON.stringify(answer)}\n`) }),
});
server.requestTimeout = 0;
server.listen(Number(values.port), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.stdin.resume();
process.stdin.on('end', () => process.exit(0));
