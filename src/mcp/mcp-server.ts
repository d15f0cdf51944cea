import { McpServer, type CallToolResult } from '@modelcontextprotocol/server';
import type { Engine } from '../engine.ts';
import type { EngineTool } from './base/engine-tool.ts';
import { describeToolFailure } from './tool-error.ts';
import type { ToolSession } from './base/tool-session.ts';
import { AGENT_TOOL_NAMES, type AgentToolName } from './tool-names.ts';
import { agentTools } from './tool-table.ts';

export interface McpServerOptions {
  readonly version: string;
  /** Called at each call of a tool. The first call may open the engine, so that the server starts without it. */
  readonly openEngine: () => Promise<Engine>;
  readonly session: ToolSession;
  /** The tools that are offered. Default: all. */
  readonly tools?: readonly AgentToolName[] | undefined;
  /** Ends the calls when the server ends. */
  readonly signal: AbortSignal;
}

/** What an agent reads about the tools as a whole. It names only tools that are offered. */
function describeUse(names: readonly AgentToolName[]): string {
  const sentences: readonly (readonly [text: string, tool?: AgentToolName])[] = [
    [
      'Contracts state what parts of this repository must contain. Holdfast judges the code by them, from the files alone.',
    ],
    [
      'Before you write code for a chunk of a contract, call start_chunk: it returns the task and the imports that exist.',
      'start_chunk',
    ],
    ['Call check before you say that work is done, and fix every violation.', 'check'],
    ['Do not change contracts, gates, validators or hooks.'],
    ['Answer each comment of open_comments with answer_comment before you finish.', 'answer_comment'],
    ['If a requirement is wrong, call propose_amendment and tell the user.', 'propose_amendment'],
  ];
  return sentences.flatMap(([text, tool]) => (tool === undefined || names.includes(tool) ? [text] : [])).join(' ');
}

/** The metadata of a failed call, for programs. The result has no structured content then. */
const ERROR_META = 'holdfast/error';

/** [AGENT-5] Creates a server of the Model Context Protocol with the tools. It is not connected, and nothing is opened. */
export function createMcpServer(options: McpServerOptions): McpServer {
  const names = options.tools ?? AGENT_TOOL_NAMES;
  const server = new McpServer(
    { name: 'holdfast', title: 'Holdfast', version: options.version },
    { instructions: describeUse(names) },
  );
  for (const tool of names.map((name) => agentTools[name])) {
    const { name, title, description, input, output, readOnly } = tool;
    server.registerTool(
      name,
      {
        title,
        description,
        inputSchema: input,
        outputSchema: output,
        // No tool deletes anything, and the same call twice has the effect of one. None reaches beyond the repository.
        annotations: readOnly
          ? { title, readOnlyHint: true, openWorldHint: false }
          : { title, readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      },
      (args, { mcpReq }) => callTool(tool, args, options, AbortSignal.any([options.signal, mcpReq.signal])),
    );
  }
  return server;
}

async function callTool(
  tool: EngineTool,
  input: unknown,
  { openEngine, session }: McpServerOptions,
  signal: AbortSignal,
): Promise<CallToolResult> {
  try {
    const engine = await openEngine();
    const { text, data } = await tool.call({ engine, session, signal }, input);
    return { content: [{ type: 'text', text }], structuredContent: { ...data } };
  } catch (thrown) {
    const { text, code, hint, retryable } = describeToolFailure(thrown);
    return {
      content: [{ type: 'text', text }],
      isError: true,
      _meta: { [ERROR_META]: { code, retryable, ...(hint === undefined ? {} : { hint }) } },
    };
  }
}
