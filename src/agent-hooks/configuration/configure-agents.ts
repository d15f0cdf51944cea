import { mkdir, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { HoldfastError, messageOf } from '../../shared/errors.ts';
import { isNotFoundError, systemErrorCode } from '../../shared/system-error.ts';
import { decodeText } from '../../workspace/files/disk-tree.ts';
import { replaceText } from '../../workspace/files/replace-text.ts';
import { resolveInside } from '../../workspace/files/safe-path.ts';
import { readPlainFile } from '../../workspace/plain-files/plain-file.ts';
import type { AgentClientId } from '../clients/agent-client.ts';
import { AGENT_FILES, type AgentFile } from './agent-files.ts';
import type { HookProgram } from './hook-program.ts';
import { OWN_FILE_MARK } from './opencode-plugin.ts';
import { addHooks, removeHooks } from './hook-file.ts';
import { addMcpServer, MCP_FILES, removeMcpServer } from './mcp-files.ts';

export const DEFAULT_PROGRAM = 'holdfast';

export interface ConfigureAgentsOptions {
  readonly clients: readonly AgentClientId[];
  readonly action: 'write' | 'remove';
  /** The command line that starts Holdfast. Default: `holdfast`. */
  readonly program?: string | undefined;
  readonly runCommands?: boolean | undefined;
  /** Whether the MCP server is written too. It is always removed. */
  readonly mcp?: boolean | undefined;
  /** Only computes the changes. */
  readonly dryRun?: boolean | undefined;
}

export interface ConfiguredFile {
  readonly clients: readonly AgentClientId[];
  /** Relative to the root. */
  readonly file: string;
  readonly outcome: 'created' | 'changed' | 'deleted' | 'unchanged';
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/**
 * [AGENT-3] Writes or removes the hooks and the MCP server of clients. All changes are computed first, so a file that cannot be parsed changes
 * none of them.
 *
 * @param root absolute path of the workspace folder, or of the home folder for the files of the user
 */
export async function configureAgents(
  root: string,
  scope: 'project' | 'user',
  options: ConfigureAgentsOptions,
): Promise<readonly ConfiguredFile[]> {
  const hooks = listHookEdits(scope, options);
  const servers = listServerEdits(scope, options);
  // What was added last is removed first, which restores the text of a file that has both.
  const edits = options.action === 'write' ? [...hooks, ...servers] : [...servers, ...hooks];
  const changes = new Map<string, ConfiguredFile>();
  for (const { clients, file, isOptional, edit } of edits) {
    const known = changes.get(file);
    const before = known === undefined ? await readAgentFile(root, file) : known.before;
    const after = edit(known === undefined ? before : known.after);
    if (isOptional && known === undefined && after === before) continue;
    const all = [...new Set([...(known?.clients ?? []), ...clients])];
    changes.set(file, { clients: all, file, before, after, outcome: describe(before, after) });
  }
  if (options.dryRun !== true) for (const change of changes.values()) await writeChange(root, change);
  return [...changes.values()];
}

/** A change of the text of one file. Several can belong to the same file. */
interface FileEdit {
  readonly clients: readonly AgentClientId[];
  readonly file: string;
  /** Whether the file is of no interest if nothing changes. */
  readonly isOptional: boolean;
  readonly edit: (text: string | undefined) => string | undefined;
}

function listHookEdits(scope: 'project' | 'user', options: ConfigureAgentsOptions): readonly FileEdit[] {
  const program = { program: options.program ?? DEFAULT_PROGRAM, runCommands: options.runCommands === true };
  return selectFiles(AGENT_FILES, scope, options).map(({ file, content, clients }) => ({
    clients,
    file,
    isOptional: false,
    edit: (text) => editHooks(file, content, text, options.action, program),
  }));
}

function listServerEdits(scope: 'project' | 'user', options: ConfigureAgentsOptions): readonly FileEdit[] {
  const { action, program = DEFAULT_PROGRAM } = options;
  if (action === 'write' && options.mcp !== true) return [];
  return selectFiles(MCP_FILES, scope, options).map(({ file, clients, servers }) => ({
    clients,
    file,
    isOptional: action === 'remove',
    edit: (text) => {
      if (action === 'write') return addMcpServer({ servers }, file, text, program);
      return text === undefined ? undefined : removeMcpServer({ servers }, file, text);
    },
  }));
}

/** The files of the clients in the options, with the path of their place. */
function selectFiles<File extends Pick<AgentFile, 'clients' | 'project' | 'user'>>(
  files: readonly File[],
  scope: 'project' | 'user',
  options: ConfigureAgentsOptions,
): readonly (File & { readonly file: string })[] {
  return files
    .filter(({ clients }) => clients.some((client) => options.clients.includes(client)))
    .flatMap((one) => {
      const file = scope === 'user' ? one.user : one.project;
      return file === undefined ? [] : [{ ...one, file }];
    });
}

/** The text of a file; `undefined` if it does not exist. */
export async function readAgentFile(root: string, file: string): Promise<string | undefined> {
  try {
    return decodeText(file, await readPlainFile(await resolveInside(root, file)));
  } catch (thrown) {
    if (isNotFoundError(thrown)) return undefined;
    if (thrown instanceof HoldfastError) throw thrown;
    throw new HoldfastError('storage', `Failed to read ${file}: ${messageOf(thrown)}`, { cause: thrown });
  }
}

function editHooks(
  file: string,
  content: AgentFile['content'],
  text: string | undefined,
  action: 'write' | 'remove',
  program: HookProgram,
): string | undefined {
  if (content.kind === 'own') {
    if (text !== undefined && !text.startsWith(OWN_FILE_MARK)) return refuseOther(file, text, action);
    return action === 'write' ? content.text(program) : undefined;
  }
  if (action === 'write') return addHooks(file, text, content.entries(program), content.fields);
  return text === undefined ? undefined : removeHooks(file, text, content.fields);
}

/** A file of a person with the same name stays as it is. */
function refuseOther(file: string, text: string, action: 'write' | 'remove'): string {
  if (action === 'remove') return text;
  throw new HoldfastError('conflict', `Failed to write ${file}: the file exists and is not from Holdfast`, {
    hint: 'Rename the file, then run the command again. Nothing was written.',
  });
}

function describe(before: string | undefined, after: string | undefined): ConfiguredFile['outcome'] {
  if (before === after) return 'unchanged';
  if (before === undefined) return 'created';
  return after === undefined ? 'deleted' : 'changed';
}

async function writeChange(root: string, { file, before, after, outcome }: ConfiguredFile): Promise<void> {
  if (outcome === 'unchanged') return;
  if (before !== undefined && after !== undefined) return replaceText(root, file, before, after);
  const absolute = await resolveInside(root, file);
  if (after === undefined) {
    await rm(absolute);
    await removeEmptyFolders(root, path.dirname(file));
    return;
  }
  const temporary = `${absolute}.${randomUUID()}.new`;
  try {
    await mkdir(path.dirname(absolute), { recursive: true });
    await writeFile(temporary, after, { flag: 'wx' });
    await rename(temporary, absolute);
  } catch (thrown) {
    await rm(temporary, { force: true });
    throw new HoldfastError('storage', `Failed to write ${file}: ${messageOf(thrown)}`, { cause: thrown });
  }
}

/** Removes the folders of a deleted file that are empty now. */
async function removeEmptyFolders(root: string, folder: string): Promise<void> {
  for (let current = folder; current !== '.' && current !== ''; current = path.dirname(current)) {
    try {
      await rmdir(path.join(root, current));
    } catch (thrown) {
      if (['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(systemErrorCode(thrown) ?? '')) return;
      throw thrown;
    }
  }
}
