import { connect } from 'node:net';
import { readPattern } from '../../checks/patterns/pattern.ts';
import { wait, type Clock } from '../../../foundation/clock.ts';
import { HoldfastError, messageOf, throwIfCancelled } from '../../../foundation/errors.ts';
import type { CommandRules } from '../../../workspace/processes/command-rules.ts';
import { startSupervisedProcess, type SupervisedProcess } from '../../../workspace/processes/supervised-process.ts';
import type { Readiness } from '../files/service-keys.ts';
import { isPortFree } from './free-ports.ts';

export interface ServiceStart {
  /** What the service is, for messages: `the twin payments`. */
  readonly name: string;
  readonly command: readonly string[];
  readonly cwd: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly rules: CommandRules;
  readonly port?: number | undefined;
  readonly ready: Readiness;
  readonly timeoutMs: number;
  /** The folder with the records of all processes. */
  readonly records: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

const POLL_MS = 50;
/** The time limit of one request or connection that asks whether the service is ready. */
const PROBE_MS = 2_000;
const SHOWN_OUTPUT = 600;

/**
 * Starts a service and waits until it is ready. If that fails, it has ended.
 *
 * @throws HoldfastError `process` that names the service and the cause
 */
export async function startService(start: ServiceStart): Promise<SupervisedProcess> {
  const { name, port, signal } = start;
  if (port !== undefined && !(await isPortFree(port))) {
    throw new HoldfastError('process', `Failed to start ${name}: the port ${port} is in use`, {
      hint: 'End the program that uses it, or use "port: auto".',
    });
  }
  const service = await startSupervisedProcess({
    name,
    command: start.command,
    cwd: start.cwd,
    variables: start.variables,
    rules: start.rules,
    records: start.records,
  });
  try {
    await waitUntilReady(service, start);
    return service;
  } catch (thrown) {
    await service.stop();
    throwIfCancelled(signal, `start ${name}`);
    throw thrown;
  }
}

async function waitUntilReady(service: SupervisedProcess, start: ServiceStart): Promise<void> {
  const { name, clock, timeoutMs, signal } = start;
  const end = clock.now() + timeoutMs;
  const isReady = probeOf(service, start);
  let exit: Awaited<SupervisedProcess['exited']> | undefined;
  void service.exited.then((ended) => (exit = ended));
  for (;;) {
    throwIfCancelled(signal, `start ${name}`);
    const ready = await isReady();
    // A service that ended is not ready, even if another program answers at its port.
    await Promise.resolve();
    if (exit !== undefined) {
      const how = exit.signal === undefined ? `with exit code ${exit.exitCode ?? 'unknown'}` : `by ${exit.signal}`;
      throw startError(name, `it ended ${how} before it was ready`, service);
    }
    if (ready) return;
    if (clock.now() >= end) throw startError(name, `it was not ready within ${timeoutMs / 1000} s`, service);
    await wait(clock, POLL_MS, signal, `start ${name}`);
  }
}

function startError(name: string, cause: string, service: SupervisedProcess): HoldfastError {
  const output = service.output().trim();
  const shown = output.length > SHOWN_OUTPUT ? `… ${output.slice(-SHOWN_OUTPUT)}` : output;
  return new HoldfastError(
    'process',
    `Failed to start ${name}: ${cause}${output === '' ? '. It printed nothing' : `. It printed: ${shown}`}`,
    { hint: 'Correct its command or its readiness check, or increase "timeoutSeconds".' },
  );
}

function probeOf(service: SupervisedProcess, { ready, port, name }: ServiceStart): () => Promise<boolean> {
  if (ready.output !== undefined) {
    const pattern = readPattern(ready.output, 'm');
    if (pattern.engine !== 'linear') {
      throw new HoldfastError('configuration', `Failed to start ${name}: its pattern does not run in linear time`, {
        hint: 'Write it without back references and lookahead.',
      });
    }
    return () => Promise.resolve(pattern.find(service.output()) !== undefined);
  }
  if (port === undefined) {
    throw new HoldfastError('configuration', `Failed to start ${name}: it has no port to find out whether it is ready`);
  }
  const { http } = ready;
  return http === undefined ? () => acceptsConnection(port) : () => answers(port, http);
}

function acceptsConnection(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', timeout: PROBE_MS });
    const finish = (result: boolean): void => {
      socket.destroy();
      resolve(result);
    };
    socket.once('connect', () => finish(true));
    socket.once('timeout', () => finish(false));
    socket.once('error', () => finish(false));
  });
}

async function answers(port: number, path: string): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(PROBE_MS),
    });
    await response.body?.cancel();
    return response.status < 400;
  } catch {
    // It does not listen yet, or its answer is incomplete.
    return false;
  }
}

/** The message of a failed start. */
export function startFailureMessage(thrown: unknown): string {
  const hint = thrown instanceof HoldfastError && thrown.hint !== undefined ? `. ${thrown.hint}` : '';
  return `${messageOf(thrown)}${hint}`;
}
