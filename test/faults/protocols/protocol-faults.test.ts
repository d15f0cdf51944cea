import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isFullRun } from '../../scripts/full-run.ts';
import { temporaryFolder } from '../../workspace/support/temporary.ts';
import {
  AGENT_FAULTS,
  DOMAIN_FAULTS,
  FORGE_FAULTS,
  MODEL_FAULTS,
  MODEL_LIST_FAULTS,
  type MetFault,
} from './protocol-faults.ts';

const PROGRAM = fileURLToPath(new URL('./meet-faults.ts', import.meta.url));
const EXPECTED: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  'domain handshake': DOMAIN_FAULTS,
  domain: DOMAIN_FAULTS,
  'agent start': AGENT_FAULTS,
  agent: AGENT_FAULTS,
  model: MODEL_FAULTS,
  'model list': MODEL_LIST_FAULTS,
  forge: FORGE_FAULTS,
};

/** Above every limit of the program, on a busy machine. */
const END_MS = 200_000;

describe('A process that has met every fault of every protocol', () => {
  // It waits for the limits of 60 calls, and starts 20 programs.
  it('[CONF-4] has an error for each, and ends by itself', async function () {
    if (process.platform === 'win32') this.skip();
    await using home = await temporaryFolder();
    const run = await new Promise<{ error: Error | null; stdout: string; stderr: string }>((resolve) => {
      const args = [PROGRAM, home.path, isFullRun ? 'all' : 'sample'];
      execFile(process.execPath, args, { timeout: END_MS, killSignal: 'SIGKILL' }, (error, stdout, stderr) =>
        resolve({ error, stdout, stderr }),
      );
    });
    const lines = run.stdout
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    assert.equal(run.error, null, `${run.stdout}\n${run.stderr}`);
    assert.equal(run.stderr, '');
    assert.equal(lines.pop(), 'all are met');
    const met = lines as readonly MetFault[];
    const missing = Object.keys(EXPECTED).filter((protocol) => !met.some((one) => one.protocol === protocol));
    assert.deepEqual(missing, []);
    const unexpected = met.filter(({ protocol, fault, message }) => {
      const pattern = EXPECTED[protocol]?.[fault];
      return pattern === undefined || !pattern.test(message);
    });
    assert.deepEqual(unexpected, []);
  });
});
