import assert from 'node:assert/strict';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import * as z from 'zod';
import { projectRoot } from '../../scripts/project.ts';
import type { Workspace } from './workspace.ts';

const CLI = join(projectRoot, 'dist', 'cli.js');

/** The official client, connected to a process of the server. */
export class ConnectedClient implements AsyncDisposable {
  readonly client: Client;
  stderr = '';

  private constructor(client: Client) {
    this.client = client;
  }

  static async connect(
    workspace: Pick<Workspace, 'folder' | 'environment'>,
    { args = [], mode = 'legacy' }: { readonly args?: readonly string[]; readonly mode?: 'legacy' | 'auto' } = {},
  ): Promise<ConnectedClient> {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [CLI, 'mcp', ...args],
      cwd: workspace.folder,
      env: textsOf({ ...process.env, NODE_COMPILE_CACHE: undefined, ...workspace.environment() }),
      stderr: 'pipe',
    });
    const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
    const connected = new ConnectedClient(client);
    transport.stderr?.on('data', (text: Buffer) => (connected.stderr += text.toString()));
    await client.connect(transport);
    return connected;
  }

  /** The structured result of a tool, which must not fail. */
  async call(name: string, input: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
    const result = await this.client.callTool({ name, arguments: input });
    assert.notEqual(result.isError, true, JSON.stringify(result.content));
    return z.record(z.string(), z.unknown()).parse(result.structuredContent);
  }

  /** The text of a tool that fails, with its code. */
  async fail(name: string, input: Record<string, unknown>): Promise<{ text: string; code: unknown }> {
    const result = await this.client.callTool({ name, arguments: input });
    assert.equal(result.isError, true, JSON.stringify(result));
    const [content] = result.content;
    assert.equal(content?.type, 'text');
    const meta = z.looseObject({ code: z.string() }).optional().parse(result._meta?.['holdfast/error']);
    return { text: content.text, code: meta?.code };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.client.close();
  }
}

function textsOf(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
