import { isDeepStrictEqual } from 'node:util';
import { getNodeValue } from 'jsonc-parser';
import { HoldfastError, messageOf } from '../../foundation/errors.ts';
import { CommandSyntaxError, splitCommand } from '../../workspace/processes/split-command.ts';
import type { AgentClientId } from '../clients/agent-client.ts';
import { requireRoot } from './hook-file.ts';
import { appendProperty, propertyIndex, propertyOf, removeChild } from './json-splice.ts';

/** The name of the MCP server in the files of the clients. An entry with it belongs to Holdfast. */
const SERVER = 'holdfast';

/** Where a client reads its MCP servers. Paths with `/`. */
export interface McpFile {
  readonly clients: readonly AgentClientId[];
  /** Relative to the folder. */
  readonly project: string;
  /** Relative to the home folder; `undefined` if the client has no such file, or writes it itself. */
  readonly user: string | undefined;
  /** The object with the servers in a JSON file. A TOML file has a table for each server. */
  readonly servers: 'mcpServers' | 'mcp' | 'toml';
}

/** The files of the clients. Copilot and VS Code have none: the extension provides the server to the editor. */
export const MCP_FILES: readonly McpFile[] = [
  { clients: ['claude'], project: '.mcp.json', user: undefined, servers: 'mcpServers' },
  { clients: ['codex'], project: '.codex/config.toml', user: '.codex/config.toml', servers: 'toml' },
  { clients: ['gemini'], project: '.gemini/settings.json', user: '.gemini/settings.json', servers: 'mcpServers' },
  { clients: ['cursor'], project: '.cursor/mcp.json', user: '.cursor/mcp.json', servers: 'mcpServers' },
  { clients: ['qwen'], project: '.qwen/settings.json', user: '.qwen/settings.json', servers: 'mcpServers' },
  { clients: ['opencode'], project: 'opencode.json', user: '.config/opencode/opencode.json', servers: 'mcp' },
];

/**
 * Adds the MCP server to the text of a file. Everything else stays as it is.
 *
 * @param text `undefined` if the file does not exist
 * @param program the command line that starts Holdfast
 * @throws HoldfastError `configuration` if the text cannot be parsed
 */
export function addMcpServer(
  { servers }: Pick<McpFile, 'servers'>,
  file: string,
  text: string | undefined,
  program: string,
): string {
  const [command, ...options] = splitProgram(program);
  const args = [...options, 'mcp'];
  if (servers === 'toml') return addTable(text, command, args);
  const server = servers === 'mcp' ? { type: 'local', command: [command, ...args], enabled: true } : { command, args };
  if (text === undefined || text.trim() === '')
    return `${JSON.stringify({ [servers]: { [SERVER]: server } }, null, 2)}\n`;
  const found = findServers(file, text, servers);
  const current = found && propertyOf(found, SERVER);
  if (current !== undefined && isDeepStrictEqual(structuredClone(getNodeValue(current) as unknown), server))
    return text;
  const without = removeMcpServer({ servers }, file, text) ?? '{}\n';
  const rest = findServers(file, without, servers);
  return rest === undefined
    ? appendProperty(without, requireRoot(file, without), servers, { [SERVER]: server })
    : appendProperty(without, rest, SERVER, server);
}

/** Removes the MCP server. Returns `undefined` if nothing else is left, so that the file can be deleted. */
export function removeMcpServer({ servers }: Pick<McpFile, 'servers'>, file: string, text: string): string | undefined {
  if (servers === 'toml') return removeTable(text);
  if (text.trim() === '') return text;
  const found = findServers(file, text, servers);
  if (found === undefined || propertyOf(found, SERVER) === undefined) return text;
  if ((found.children?.length ?? 0) > 1) return removeChild(text, found, propertyIndex(found, SERVER));
  const root = requireRoot(file, text);
  if ((root.children?.length ?? 0) === 1) return undefined;
  return removeChild(text, root, propertyIndex(root, servers));
}

/** Clients start the server without a shell. */
function splitProgram(program: string): readonly [string, ...string[]] {
  try {
    const [command = program, ...args] = splitCommand(program);
    return [command, ...args];
  } catch (thrown) {
    const reason = thrown instanceof CommandSyntaxError ? thrown.reason : messageOf(thrown);
    throw new HoldfastError('configuration', `Failed to read the program "${program}": ${reason}`, {
      hint: 'Clients start the MCP server without a shell. Name a program and its arguments. Nothing was written.',
      cause: thrown,
    });
  }
}

function findServers(file: string, text: string, name: string): ReturnType<typeof propertyOf> {
  const found = propertyOf(requireRoot(file, text), name);
  if (found === undefined || found.type === 'object') return found;
  throw new HoldfastError('configuration', `Failed to read ${file}: "${name}" is not an object`, {
    hint: 'Correct the file, then run the command again. Nothing was written.',
  });
}

/** The table of the server in a TOML file, with the empty line before it. */
const TABLE = new RegExp(
  `(?<before>^|\\r?\\n)(?<empty>\\r?\\n)?\\[mcp_servers\\.${SERVER}\\][^]*?(?=\\r?\\n\\[(?!mcp_servers\\.${SERVER}\\.)|$)`,
);

function addTable(text: string | undefined, command: string, args: readonly string[]): string {
  const table = [
    `[mcp_servers.${SERVER}]`,
    `command = ${JSON.stringify(command)}`,
    `args = [${args.map((argument) => JSON.stringify(argument)).join(', ')}]`,
  ];
  const eol = text?.includes('\r\n') === true ? '\r\n' : '\n';
  const written = table.join(eol);
  const current = text === undefined ? undefined : TABLE.exec(text)?.[0];
  if (text !== undefined && current?.trim() === written) return text;
  const rest = text === undefined ? '' : (removeTable(text) ?? '');
  if (rest === '') return `${written}${eol}`;
  // A file that ends with a line gets an empty line, and any other none, so that the removal restores both.
  return `${rest}${eol}${written}${eol}`;
}

function removeTable(text: string): string | undefined {
  const found = TABLE.exec(text);
  if (found === null) return text;
  const { before = '', empty } = found.groups ?? {};
  const after = text.slice(found.index + found[0].length);
  const result = text.slice(0, found.index) + (empty === undefined ? '' : before) + after;
  return result.trim() === '' ? undefined : result;
}
