/** Runs a chunk with a real agent over ACP, as a user does: `holdfast run --model acp:<agent>` on the command line. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { createHealthFiles } from '../../cli/support/health-check.ts';
import { startAgentModelServer, type AgentModelServer } from '../../servers/agent-model.ts';
import type { RecordedRequest, ScriptedReply, ScriptedToolCall } from '../../servers/loopback-server.ts';
import { withLock } from '../../../src/workspace/store/process-lock.ts';
import { installClient } from '../install/install-client.ts';
import type { PinnedClientId } from '../install/pinned-clients.ts';
import { DIALECTS, OPENCODE_OFFLINE, type ClientDialect } from './client-dialect.ts';
import { ClientSite } from './client-site.ts';

export interface ExternalAgent {
  readonly id: 'codex' | 'gemini' | 'qwen' | 'opencode';
  /** The package with its program that speaks ACP. */
  readonly client: PinnedClientId;
  readonly dialect: ClientDialect;
  /** The call of a tool of Holdfast's MCP server. */
  readonly callTool: (name: string) => ScriptedToolCall;
  /** How the user has set up the agent. */
  readonly environment: (modelUrl: string) => Readonly<Record<string, string>>;
}

const PRICES = 'prices: { inputPerMillion: 10, outputPerMillion: 100 }\n';

export const EXTERNAL_AGENTS = {
  codex: {
    id: 'codex',
    client: 'codex-acp',
    dialect: DIALECTS.codex,
    callTool: (name) => ({ name, namespace: 'mcp__holdfast', input: {} }),
    environment: () => ({ SCRIPTED_KEY: 'none' }),
  },
  gemini: {
    id: 'gemini',
    client: 'gemini',
    dialect: DIALECTS.gemini,
    callTool: (name) => ({ name: `mcp_holdfast_${name}`, input: {} }),
    environment: (modelUrl) => ({
      GEMINI_API_KEY: 'none',
      GOOGLE_GEMINI_BASE_URL: modelUrl,
      GEMINI_MODEL: 'gemini-2.5-pro',
    }),
  },
  qwen: {
    id: 'qwen',
    client: 'qwen',
    dialect: {
      ...DIALECTS.qwen,
      // It offers some tools in its other requests too, for its memory.
      isTurn: (request) => offeredTools(request).includes('ask_user_question') && !isSuggestion(request),
    },
    callTool: (name) => ({ name: `mcp__holdfast__${name}`, input: {} }),
    environment: (modelUrl) => ({
      OPENAI_API_KEY: 'none',
      OPENAI_BASE_URL: `${modelUrl}/v1`,
      OPENAI_MODEL: 'scripted',
    }),
  },
  opencode: {
    id: 'opencode',
    client: 'opencode',
    dialect: DIALECTS.opencode,
    callTool: (name) => ({ name: `holdfast_${name}`, input: {} }),
    environment: () => OPENCODE_OFFLINE,
  },
} as const satisfies Readonly<Record<ExternalAgent['id'], ExternalAgent>>;

/** A site with a chunk, an agent on the PATH, and the model that the agent calls. */
export class ExternalAgentSite implements AsyncDisposable {
  readonly agent: ExternalAgent;
  readonly site: ClientSite;
  readonly model: AgentModelServer;

  private constructor(agent: ExternalAgent, site: ClientSite, model: AgentModelServer) {
    this.agent = agent;
    this.site = site;
    this.model = model;
  }

  static async open(agent: ExternalAgent, script: readonly ScriptedReply[]): Promise<ExternalAgentSite> {
    const client = await installClient(agent.client);
    const model = await startAgentModelServer(script, agent.dialect.isTurn);
    const variables = Object.keys(agent.environment(model.baseUrl)).filter((name) => !/API_KEY|_URL$/.test(name));
    const configuration = `${PRICES}environment: [${variables.join(', ')}]\n`;
    const site = new ClientSite(client, { ...createHealthFiles(), 'holdfast.config.yaml': configuration });
    agent.dialect.configure(site, model.baseUrl);
    return new ExternalAgentSite(agent, site, model);
  }

  get arguments(): readonly string[] {
    return ['run', 'health.contract.yaml', '--chunk', 'types', '--model', `acp:${this.agent.id}`];
  }

  get environment(): Readonly<Record<string, string>> {
    return { ...this.agent.environment(this.model.baseUrl), HOLDFAST_STORAGE: this.storage };
  }

  get storage(): string {
    return join(this.site.home, '.cache', 'holdfast');
  }

  async run(...more: readonly string[]): Promise<RunReport> {
    const { code, stdout, stderr } = await this.site.run(
      'holdfast',
      [...this.arguments, '--format', 'json', ...more],
      this.environment,
    );
    if (!stdout.startsWith('{')) throw new Error(`holdfast ended with ${code}: ${stderr}`);
    return { ...runSchema.parse(JSON.parse(stdout)), code, stderr };
  }

  /** The processes that have the home folder of the site in their environment: the agent, with everything it started. */
  async processes(): Promise<readonly string[]> {
    const found: string[] = [];
    for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
      const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
      if (!environment.split('\0').includes(`HOME=${this.site.home}`)) continue;
      found.push(`${pid} ${readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').slice(0, 120)}`);
    }
    return found;
  }

  /** The worktrees of attempts, the records of processes, and the temporary folders of tools. */
  leftovers(): readonly string[] {
    const stored = this.#listStorage().filter((file) => /\/attempts\/[^/]+$|^processes\/.+(?<!\.lock)$/.test(file));
    const temporary = readdirSync(join(this.site.home, '..', 'temporary')).filter((name) =>
      name.startsWith('holdfast-tools'),
    );
    return [...stored, ...temporary];
  }

  /** Acquires every lock in the storage. Fails if a process has one: the file alone locks nothing. */
  async acquireLocks(): Promise<number> {
    const locks = this.#listStorage().filter((file) => file.endsWith('.lock'));
    for (const lock of locks) {
      await withLock(join(this.storage, lock), { action: 'test the lock', waitMs: 0 }, () => Promise.resolve());
    }
    return locks.length;
  }

  #listStorage(): readonly string[] {
    return existsSync(this.storage) ? readdirSync(this.storage, { recursive: true, encoding: 'utf8' }) : [];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.model.close();
    this.site[Symbol.dispose]();
  }
}

const runSchema = z.looseObject({
  status: z.string(),
  error: z.looseObject({ message: z.string() }).optional(),
  attempts: z.array(
    z.looseObject({
      inputTokens: z.number(),
      outputTokens: z.number(),
      costUsd: z.number().nullable(),
      refusedWrites: z.array(z.looseObject({ path: z.string() })),
      validation: z.looseObject({ passed: z.boolean(), continuedFrom: z.number().optional() }),
    }),
  ),
});

export type RunReport = z.infer<typeof runSchema> & { readonly code: number | undefined; readonly stderr: string };

function offeredTools({ body }: RecordedRequest): string {
  return JSON.stringify(body['tools'] ?? []);
}

function isSuggestion({ text }: RecordedRequest): boolean {
  return text.includes('[SUGGESTION MODE');
}
