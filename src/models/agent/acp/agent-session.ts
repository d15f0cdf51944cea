import { Readable, Writable } from 'node:stream';
import type { AnyMessage, ClientConnection, McpServerStdio } from '@agentclientprotocol/sdk';
import { CancelledError, HoldfastError, messageOf, throwIfCancelled } from '../../../foundation/errors.ts';
import {
  ProcessStartError,
  startSupervisedProcess,
  type SupervisedProcess,
  type SupervisedProcessOptions,
} from '../../../workspace/processes/supervised-process.ts';
import type { AgentDefinition } from './agent-definition.ts';
import {
  permissionRequestSchema,
  readPromptAnswer,
  readUpdate,
  writeRequestSchema,
  type PermissionRequest,
  type PromptAnswer,
  type SessionUpdate,
  type WriteRequest,
} from './protocol.ts';

/** How long an agent may take to start. Slow agents take 20 s on a busy machine, and a package runner installs them first. */
export const START_LIMIT_MS = 120_000;
/** How long an agent may take to end a prompt after it was cancelled, before its process is ended. */
const CANCEL_GRACE_MS = 5_000;
/** How long the end of a process may come after that of its output. */
const END_GRACE_MS = 2_000;
/** How long an agent may take to end by itself. Agents that ignore the end of their input are killed after it. */
const STOP_GRACE_MS = 1_000;
/** The error code of the protocol for an agent that is not signed in. */
const AUTHENTICATION_REQUIRED = -32_000;
const MAX_ERROR_OUTPUT = 1_000;

/** What happens with the requests of an agent while it works on a prompt. */
export interface PromptHandlers {
  readonly onUpdate: (update: SessionUpdate) => void;
  /** The id of the selected option; undefined if the request is cancelled. */
  readonly onPermission: (request: PermissionRequest) => Promise<string | undefined>;
  /** Writes a file for the agent. Returns the reason if the write is refused. */
  readonly onWrite: (request: WriteRequest) => Promise<{ readonly refused: string } | undefined>;
}

/** A server of the Model Context Protocol on standard input and output, which the agent starts for its session. */
export interface ToolServer {
  readonly name: string;
  /** The program, as an absolute path, and its arguments. */
  readonly command: readonly [program: string, ...args: readonly string[]];
  readonly variables: Readonly<Record<string, string>>;
}

export interface AgentSessionOptions {
  readonly agent: AgentDefinition;
  /** How its process starts. */
  readonly launch: Pick<SupervisedProcessOptions, 'records' | 'rules' | 'variables'>;
  /** Absolute path of the folder that the agent works in. */
  readonly folder: string;
  readonly toolServers: readonly ToolServer[];
  /** Masks keys in what the agent wrote about a failure. */
  readonly redact: (text: string) => string;
}

/**
 * A session with an external agent: its process, and one conversation. Requests of the agent outside a prompt are refused.
 * `[Symbol.asyncDispose]` ends the process with all its child processes.
 */
export class AgentSession implements AsyncDisposable {
  readonly #options: AgentSessionOptions;
  readonly #process: SupervisedProcess;
  readonly #connection: ClientConnection;
  readonly #handlers: { current: PromptHandlers | undefined };
  #id = '';
  #hasEnded = false;

  private constructor(
    options: AgentSessionOptions,
    running: SupervisedProcess,
    connection: ClientConnection,
    handlers: { current: PromptHandlers | undefined },
  ) {
    this.#options = options;
    this.#process = running;
    this.#connection = connection;
    this.#handlers = handlers;
    void running.exited.then(() => (this.#hasEnded = true));
  }

  /**
   * Starts the process of the agent and opens a session in the folder.
   *
   * @param late aborted after `START_LIMIT_MS`
   * @throws HoldfastError `process` if it cannot start, `model` if it opens no session; CancelledError
   */
  static async start(options: AgentSessionOptions, signal: AbortSignal, late: AbortSignal): Promise<AgentSession> {
    throwIfCancelled(signal, 'start the agent');
    // The package is loaded only where an agent is used.
    const { client, methods, ndJsonStream } = await import('@agentclientprotocol/sdk');
    const { agent, folder } = options;
    const running = await startSupervisedProcess({
      ...options.launch,
      name: `the agent ${agent.title}`,
      command: agent.command,
      cwd: folder,
      standardOutput: 'caller',
      graceMs: STOP_GRACE_MS,
    }).catch((thrown: unknown) => {
      if (!(thrown instanceof ProcessStartError)) throw thrown;
      throw new HoldfastError('process', thrown.message, { hint: agent.signIn, cause: thrown });
    });
    const handlers: { current: PromptHandlers | undefined } = { current: undefined };
    const stream = ndJsonStream(
      Writable.toWeb(running.stdin) as WritableStream<Uint8Array>,
      Readable.toWeb(running.stdout) as ReadableStream<Uint8Array>,
    );
    const connection = client({ name: 'holdfast' })
      .onRequest(methods.client.session.requestPermission, permissionRequestSchema, async ({ params }) => {
        const optionId = await handlers.current?.onPermission(params);
        return { outcome: optionId === undefined ? { outcome: 'cancelled' } : { outcome: 'selected', optionId } };
      })
      .onRequest(methods.client.fs.writeTextFile, writeRequestSchema, async ({ params }) => {
        const { RequestError } = await import('@agentclientprotocol/sdk');
        const answer = (await handlers.current?.onWrite(params)) ?? undefined;
        if (handlers.current === undefined) throw RequestError.invalidRequest(undefined, 'no prompt is running');
        if (answer !== undefined) throw RequestError.invalidParams({ reason: answer.refused }, answer.refused);
        return {};
      })
      .onNotification(
        methods.client.session.update,
        (params) => readUpdate(params),
        ({ params }) => {
          if (params !== undefined) handlers.current?.onUpdate(params);
        },
      )
      .connect({ writable: stream.writable, readable: stream.readable.pipeThrough(onlyMessages()) });
    const session = new AgentSession(options, running, connection, handlers);
    try {
      await session.#open(signal, late);
    } catch (thrown) {
      await session[Symbol.asyncDispose]();
      throw thrown;
    }
    return session;
  }

  /** Whether the process or the connection has ended, or was stopped because it did not react to a cancellation. */
  get hasEnded(): boolean {
    return this.#hasEnded || this.#connection.signal.aborted;
  }

  /** Whether the process runs in a sandbox. */
  get isConfined(): boolean {
    return this.#process.confinement !== 'unconfined';
  }

  async #open(signal: AbortSignal, late: AbortSignal): Promise<void> {
    const { methods, PROTOCOL_VERSION } = await import('@agentclientprotocol/sdk');
    const { agent } = this.#connection;
    const { mode } = this.#options.agent;
    const open = async (): Promise<void> => {
      await agent.request(methods.agent.initialize, {
        protocolVersion: PROTOCOL_VERSION,
        // The agent reads its folder itself.
        clientCapabilities: { fs: { readTextFile: false, writeTextFile: true }, terminal: false },
        clientInfo: { name: 'holdfast', version: '1' },
      });
      const opened = await agent.request(methods.agent.session.new, {
        cwd: this.#options.folder,
        mcpServers: this.#options.toolServers.map(toServerMessage),
      });
      this.#id = opened.sessionId;
      if (mode !== undefined && opened.modes?.availableModes.some(({ id }) => id === mode)) {
        await agent.request(methods.agent.session.setMode, { sessionId: this.#id, modeId: mode });
      }
    };
    try {
      await this.#call(AbortSignal.any([signal, late]), 'start', open);
    } catch (thrown) {
      if (!(thrown instanceof CancelledError) || signal.aborted) throw thrown;
      throw this.#failure('start', `it opened no session within ${START_LIMIT_MS / 1_000} s`);
    }
  }

  /**
   * Sends a prompt and waits until the agent has finished. When the signal is aborted, the prompt is cancelled, and the
   * process is ended if the agent does not react; the answer of an agent that did react is returned.
   *
   * @throws HoldfastError `model` if the agent fails or ends; CancelledError if it did not react to the cancellation
   */
  async prompt(text: string, handlers: PromptHandlers, signal: AbortSignal): Promise<PromptAnswer> {
    throwIfCancelled(signal, 'prompt the agent');
    const { methods } = await import('@agentclientprotocol/sdk');
    const { agent } = this.#connection;
    const unresponsive = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    const onAbort = (): void => {
      timer = setTimeout(() => unresponsive.abort(), CANCEL_GRACE_MS);
      void agent.notify(methods.agent.session.cancel, { sessionId: this.#id }).catch(() => undefined);
    };
    await this.#process.resume();
    this.#handlers.current = handlers;
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      const prompt = [{ type: 'text' as const, text }];
      return await this.#call(unresponsive.signal, 'prompt', async () =>
        readPromptAnswer(await agent.request(methods.agent.session.prompt, { sessionId: this.#id, prompt })),
      );
    } catch (thrown) {
      if (unresponsive.signal.aborted) await this[Symbol.asyncDispose]();
      throw thrown;
    } finally {
      signal.removeEventListener('abort', onAbort);
      clearTimeout(timer);
      this.#handlers.current = undefined;
    }
  }

  /** Pauses the agent with its child processes, so that no file changes until the next prompt. Does nothing except on Linux. */
  async pause(): Promise<void> {
    if (!this.#hasEnded) await this.#process.pause();
  }

  /** Does work with the connection until it ends, the process ends or the signal is aborted. */
  async #call<Result>(signal: AbortSignal, verb: 'start' | 'prompt', work: () => Promise<Result>): Promise<Result> {
    let onAbort: (() => void) | undefined;
    const aborted = new Promise<never>((_, reject) => {
      onAbort = () => reject(new CancelledError(`${verb} the agent`));
      if (signal.aborted) onAbort();
      signal.addEventListener('abort', onAbort, { once: true });
    });
    const ended = this.#process.exited.then(({ exitCode, signal: name }) => {
      throw this.#failure(
        verb,
        `its process ended ${name === undefined ? `with exit code ${exitCode}` : `by ${name}`}`,
      );
    });
    try {
      return await Promise.race([work(), aborted, ended]);
    } catch (thrown) {
      if (thrown instanceof HoldfastError) throw thrown;
      // The connection closes a moment before the process has ended, and the exit code says more.
      if (this.#connection.signal.aborted) await Promise.race([ended, aborted, this.#stopAfterGrace()]);
      throw this.#failure(verb, messageOf(thrown), thrown);
    } finally {
      if (onAbort !== undefined) signal.removeEventListener('abort', onAbort);
      aborted.catch(() => undefined);
      ended.catch(() => undefined);
    }
  }

  /** An agent that closed its output and does not end can answer nothing, but still change files. */
  async #stopAfterGrace(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const grace = new Promise<'late'>((resolve) => (timer = setTimeout(() => resolve('late'), END_GRACE_MS)));
    const first = await Promise.race([grace, this.#process.exited]);
    clearTimeout(timer);
    // Its end says what it was stopped with, and not what happened.
    if (first === 'late') void this[Symbol.asyncDispose]();
  }

  #failure(verb: 'start' | 'prompt', cause: string, thrown?: unknown): HoldfastError {
    const { agent, redact } = this.#options;
    const output = this.#process.output().trim().slice(-MAX_ERROR_OUTPUT);
    const isSignIn = errorCodeOf(thrown) === AUTHENTICATION_REQUIRED;
    const detail = output === '' || isSignIn ? '' : ` (its error output: ${output})`;
    return new HoldfastError('model', redact(`Failed to ${verb} the agent ${agent.title}: ${cause}${detail}`), {
      hint: verb === 'start' || isSignIn ? agent.signIn : 'Read the error output of the agent, and run again.',
      cause: thrown,
    });
  }

  /** Ends the process with all its child processes. Can be called again. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#hasEnded = true;
    this.#connection.close();
    this.#process.stdin.end();
    await this.#process.stop();
  }
}

function toServerMessage({ name, command: [command, ...args], variables }: ToolServer): McpServerStdio {
  return {
    name,
    command,
    args: [...args],
    env: Object.entries(variables).map(([key, value]) => ({ name: key, value })),
  };
}

/** The library prints what is not a message. */
function onlyMessages(): TransformStream<AnyMessage, AnyMessage> {
  return new TransformStream({
    transform(message, controller) {
      if (typeof message === 'object' && ('method' in message || 'id' in message)) controller.enqueue(message);
    },
  });
}

function errorCodeOf(thrown: unknown): unknown {
  return typeof thrown === 'object' && thrown !== null && 'code' in thrown ? thrown.code : undefined;
}
