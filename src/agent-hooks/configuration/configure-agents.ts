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
import { addHooks, readOwnEntries, removeHooks } from './hook-file.ts';
import { OriginalFiles } from './original-files.ts';

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
 * @param storage absolute path of the folder in which Holdfast stores data of the user
 */
export async function configureAgents(
  { root, scope, storage }: { readonly root: string; readonly scope: 'project' | 'user'; readonly storage: string },
  options: ConfigureAgentsOptions,
): Promise<readonly ConfiguredFile[]> {
  const originals = new OriginalFiles(storage);
  const program = { program: options.program ?? DEFAULT_PROGRAM, runCommands: options.runCommands === true };
  const files = AGENT_FILES.filter(({ clients }) => clients.some((client) => options.clients.includes(client)));
  const changes: ConfiguredFile[] = [];
  for (const file of files) {
    const target = scope === 'user' ? file.user : file.project;
    if (target !== undefined) {
      changes.push(
        await computeChange({ root, file: target, agent: file, action: options.action, program, originals }),
      );
    }
  }
  if (options.dryRun !== true) for (const change of changes) await applyChange(root, change, options.action, originals);
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

interface ChangeInput {
  readonly root: string;
  /** Relative to the root. */
  readonly file: string;
  readonly agent: AgentFile;
  readonly action: 'write' | 'remove';
  readonly program: HookProgram;
  readonly originals: OriginalFiles;
}

async function computeChange(input: ChangeInput): Promise<ConfiguredFile> {
  const { root, file, agent } = input;
  const before = await readAgentFile(root, file);
  const after = await computeText(input, before);
  return { clients: agent.clients, file, before, after, outcome: describe(before, after) };
}

async function computeText(
  { root, file, agent: { content }, action, program, originals }: ChangeInput,
  before: string | undefined,
): Promise<string | undefined> {
  if (content.kind === 'own') {
    if (before !== undefined && !before.startsWith(OWN_FILE_MARK)) return refuseOther(file, before, action);
    return action === 'write' ? content.text(program) : undefined;
  }
  if (action === 'write') return addHooks(file, before, content.entries(program), content.fields);
  if (before === undefined) return undefined;
  const original = await originals.read(path.join(root, file));
  if (original?.after === before) return original.before;
  // The file was the user's before, so it stays, even if nothing is left in it.
  return removeHooks(file, before, content.fields, { keep: original !== undefined });
}

/** Writes a change, and keeps the original of a file of the user until the hooks are removed again. */
async function applyChange(
  root: string,
  change: ConfiguredFile,
  action: 'write' | 'remove',
  originals: OriginalFiles,
): Promise<void> {
  const { file, before, after, outcome } = change;
  const absolute = path.join(root, file);
  if (action === 'write' && outcome === 'changed' && before !== undefined && after !== undefined) {
    const earlier = await originals.read(absolute);
    // Written again, by another version or with another program.
    if (earlier?.after === before) await originals.write(absolute, { before: earlier.before, after });
    else if (isForeign(file, before)) await originals.write(absolute, { before, after });
  }
  await writeChange(root, change);
  if (action === 'remove') await originals.delete(absolute);
}

/** Whether a text has no hook of Holdfast. */
function isForeign(file: string, text: string): boolean {
  return file.endsWith('.json') && (text.trim() === '' || readOwnEntries(file, text).length === 0);
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
