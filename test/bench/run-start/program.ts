// Runs chunks in one process and prints the times in milliseconds from each run to its first call of the model. Started by
// the measurement `run-overhead` with the repository, the storage folder, the contract and the chunks.
import { execFileSync } from 'node:child_process';
import { createEngine } from '../../../src/engine.ts';
import { preloadModules } from '../../../src/engine/preload-modules.ts';
import { systemClock } from '../../../src/foundation/clock.ts';
import { createAnalysis } from '../../../src/verdicts/analysis/in-process-analysis.ts';
import { startOpenAiChatServer } from '../../servers/openai-chat.ts';
import type { ScriptedReply } from '../../servers/loopback-server.ts';

const [folder = '', storage = '', contract = '', ...chunks] = process.argv.slice(2);
let called = Number.NaN;

await preloadModules();
await using server = await startOpenAiChatServer(({ text }): ScriptedReply => {
  const usage = { input: 100, output: 10 };
  if (text.includes('"role":"tool"')) return { text: 'Done.', usage };
  called = performance.now();
  const name = /Write the module (added\d+)/.exec(text)?.[1] ?? 'unknown';
  const content = `export const ${name} = 1;\n`;
  return { toolCalls: [{ name: 'write_file', input: { path: `added/${name}.ts`, content } }], usage };
});
const environment: NodeJS.ProcessEnv = {
  HOLDFAST_MODEL: 'openai-compatible:bench',
  HOLDFAST_BASE_URL: server.baseUrl,
  HOLDFAST_API_KEY: 'loopback-key',
};
await using engine = createEngine({
  folder,
  storage,
  trusted: () => true,
  analysis: (services) => createAnalysis({ ...services, environment: (name) => environment[name] }),
  settings: { environment, defaultLanding: 'commit' },
  models: { keys: (name) => Promise.resolve(environment[name]) },
  clock: systemClock,
  log: () => {},
});
const times: number[] = [];
for (const chunk of chunks) {
  // The files of earlier runs must not slow the next one.
  if (process.platform !== 'win32') execFileSync('sync');
  const begun = performance.now();
  const result = await engine.runs.runChunk({ contract, chunk, maxAttempts: 1 });
  if (result.status !== 'pass') throw new Error(`${chunk} ended with ${result.status}: ${result.reason ?? ''}`);
  times.push(called - begun);
}
console.log(JSON.stringify(times));
