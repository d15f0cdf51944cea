import { once } from 'node:events';
import { statSync } from 'node:fs';
import path from 'node:path';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import packageManifest from '../../../package.json' with { type: 'json' };
import type { Engine } from '../../engine.ts';
import { createMcpServer } from '../../mcp/mcp-server.ts';
import { AGENT_TOOL_NAMES, type AgentToolName } from '../../mcp/tool-names.ts';
import { ToolSession } from '../../mcp/base/tool-session.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import type { CommandContext, CommandResult } from '../base/command-context.ts';
import { ExitCode } from '../base/exit-code.ts';
import { requestedChunk } from '../base/requested-chunk.ts';
import { findStartFolder } from '../base/workspace-folder.ts';

export interface McpFlags {
  readonly chunk?: string;
  readonly folder?: string;
  readonly tools?: readonly string[];
}

/**
 * Holdfast's own TypeScript is used, and nothing of the workspace runs: the server runs outside of the sandbox of the agent
 * that wrote the files.
 */
const ENGINE_FLAGS = { trusted: false, packages: 'own', confinement: 'strict', quiet: true } as const;

/**
 * `holdfast mcp`: serves the tools until standard input ends. Standard output carries only the protocol. The engine is opened
 * at the first call of a tool.
 */
export async function mcpCommand(context: CommandContext, flags: McpFlags): CommandResult {
  const session = new ToolSession(requestedChunk(flags.chunk, context.environment));
  const start = findFolder(flags.folder ?? '.', context.workingDirectory);
  const openEngine = async (): Promise<Engine> => {
    const folder = await findStartFolder(
      start,
      async (one) => (await (await context.openEngine(one, ENGINE_FLAGS)).contracts.readAll()).length > 0,
    );
    const engine = await context.openEngine(folder, ENGINE_FLAGS);
    // The agent writes files between two calls, and does not report them.
    engine.filesChanged('all');
    return engine;
  };
  const closed = new AbortController();
  const signal = AbortSignal.any([context.signal, closed.signal]);
  const restoreConsole = printToStandardError(context);
  const transport = new StdioServerTransport(process.stdin, process.stdout);
  const options = { version: packageManifest.version, tools: parseTools(flags.tools), openEngine, session, signal };
  const server = serveStdio(() => createMcpServer(options), {
    transport,
    onerror: (error) => context.terminal.progressLine(`warning: ${error.message}`),
  });
  const closeServer = transport.onclose;
  transport.onclose = () => {
    closeServer?.();
    closed.abort();
  };
  try {
    if (!signal.aborted) await once(signal, 'abort');
    await server.close();
    return ExitCode.ok;
  } finally {
    restoreConsole();
  }
}

/** @throws HoldfastError `configuration` if there is no such tool */
function parseTools(names: readonly string[] | undefined): readonly AgentToolName[] | undefined {
  const items = names?.flatMap((name) => name.split(',')).map((name) => name.trim());
  return items?.filter((name) => name !== '').map(parseTool);
}

function parseTool(name: string): AgentToolName {
  const tool = AGENT_TOOL_NAMES.find((one) => one === name);
  if (tool !== undefined) return tool;
  throw new HoldfastError('configuration', `Failed to serve the tool "${name}": there is none with this name`, {
    hint: `The tools are ${AGENT_TOOL_NAMES.join(', ')}.`,
  });
}

/** @throws HoldfastError `not-found` if there is no such folder */
function findFolder(named: string, workingDirectory: string): string {
  const start = path.resolve(workingDirectory, named);
  if (statSync(start, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new HoldfastError('not-found', `Folder not found: ${named}`, {
      hint: 'Name an existing folder with --folder.',
    });
  }
  return start;
}

/** What a bundled package prints must not get into the protocol. Returns what undoes it. */
function printToStandardError({ terminal }: CommandContext): () => void {
  const print = (...values: readonly unknown[]): void => terminal.progressLine(values.map(String).join(' '));
  const { log, info, debug } = console;
  Object.assign(console, { log: print, info: print, debug: print });
  return () => void Object.assign(console, { log, info, debug });
}
