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

export const DEFAULT_PROGRAM = 'holdfast';

export interface ConfigureAgentsOptions {
  readonly clients: readonly AgentClientId[];
  readonly action: 'write' | 'remove';
  /** The command line that starts Holdfast. Default: `holdfast`. */
  readonly program?: string | undefined;
  readonly runCommands?: boolean | undefined;
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
 * [AGENT-3] Writes or removes the hooks of clients. All changes are computed first, so a file that cannot be parsed changes
 * none of them.
 *
 * @param root absolute path of the workspace folder, or of the home folder for the files of the user
 */
export async function configureAgents(
  root: string,
  scope: 'project' | 'user',
  options: ConfigureAgentsOptions,
): Promise<readonly ConfiguredFile[]> {
  const program = { program: options.program ?? DEFAULT_PROGRAM, runCommands: options.runCommands === true };
  const files = AGENT_FILES.filter(({ clients }) => clients.some((client) => options.clients.includes(client)));
  const changes: ConfiguredFile[] = [];
  for (const file of files) {
    const target = scope === 'user' ? file.user : file.project;
    if (target !== undefined) changes.push(await computeChange(root, target, file, options.action, program));
  }
  if (options.dryRun !== true) for (const change of changes) await writeChange(root, change);
  return changes;
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

async function computeChange(
  root: string,
  file: string,
  { clients, content }: AgentFile,
  action: 'write' | 'remove',
  program: HookProgram,
): Promise<ConfiguredFile> {
  const before = await readAgentFile(root, file);
  const after = computeText();
  return { clients, file, before, after, outcome: describe(before, after) };

  function computeText(): string | undefined {
    if (content.kind === 'own') {
      if (before !== undefined && !before.startsWith(OWN_FILE_MARK)) return refuseOther(file, before, action);
      return action === 'write' ? content.text(program) : undefined;
    }
    if (action === 'write') return addHooks(file, before, content.entries(program), content.fields);
    return before === undefined ? undefined : removeHooks(file, before, content.fields);
  }
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
