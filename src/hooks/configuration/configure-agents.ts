import { mkdir, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { HoldfastError, messageOf } from '../../foundation/errors.ts';
import { isNotFoundError, systemErrorCode } from '../../foundation/system-error.ts';
import { decodeText } from '../../workspace/files/disk-tree.ts';
import { replaceText } from '../../workspace/files/replace-text.ts';
import { resolveInside } from '../../workspace/files/safe-path.ts';
import { readPlainFile } from '../../workspace/plain-files/plain-file.ts';
import type { AgentClientId } from '../clients/agent-client.ts';
import { AGENT_FILES, type AgentFile } from './agent-files.ts';
import { OWN_FILE_MARK } from './opencode-plugin.ts';
import { addHooks, removeHooks } from './hook-file.ts';
import { addMcpServer, MCP_FILES, removeMcpServer } from './mcp-files.ts';
import { OriginalFiles } from './original-files.ts';
import { writeFileAtomically } from '../../workspace/files/write-atomically.ts';

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
 * [AGENT-3] Writes or removes the hooks and the MCP server of clients. All changes are computed first, so a file that cannot be
 * parsed changes none of them.
 *
 * @param root absolute path of the workspace folder, or of the home folder for the files of the user
 * @param storage absolute path of the folder in which Holdfast stores data of the user
 */
export async function configureAgents(
  { root, scope, storage }: { readonly root: string; readonly scope: 'project' | 'user'; readonly storage: string },
  options: ConfigureAgentsOptions,
): Promise<readonly ConfiguredFile[]> {
  const originals = new OriginalFiles(storage);
  const edits = new Map<string, FileEdit[]>();
  for (const edit of [...listHookEdits(scope, options), ...listServerEdits(scope, options)]) {
    edits.set(edit.file, [...(edits.get(edit.file) ?? []), edit]);
  }
  const changes: EditedFile[] = [];
  for (const [file, ofFile] of edits) {
    const change = await computeChange(root, file, ofFile, options.action, originals);
    if (change.outcome !== 'unchanged' || ofFile.some(({ isOptional }) => !isOptional)) changes.push(change);
  }
  if (options.dryRun !== true) for (const change of changes) await applyChange(root, change, options.action, originals);
  return changes;
}

/** A change of the text of one file. The hooks and the MCP server can be in the same file. */
interface FileEdit {
  readonly clients: readonly AgentClientId[];
  readonly file: string;
  /** Whether the file is of no interest if nothing changes. */
  readonly isOptional: boolean;
  readonly add: (text: string | undefined) => string;
  /** @param keep whether the file stays, even if nothing is left in it */
  readonly remove: (text: string, keep: boolean) => string | undefined;
}

interface EditedFile extends ConfiguredFile {
  /** Whether the file had nothing of Holdfast before. */
  readonly isForeign: boolean;
}

function listHookEdits(scope: 'project' | 'user', options: ConfigureAgentsOptions): readonly FileEdit[] {
  const program = { program: options.program ?? DEFAULT_PROGRAM, runCommands: options.runCommands === true };
  return selectFiles(AGENT_FILES, scope, options).map(({ file, content, clients }) => ({
    clients,
    file,
    isOptional: false,
    ...(content.kind === 'own'
      ? {
          add: (text) => {
            if (text !== undefined && !text.startsWith(OWN_FILE_MARK)) throw otherFileError(file);
            return content.text(program);
          },
          // A file of a person with the same name stays as it is.
          remove: (text) => (text.startsWith(OWN_FILE_MARK) ? undefined : text),
        }
      : {
          add: (text) => addHooks(file, text, content.entries(program), content.fields),
          remove: (text, keep) => removeHooks(file, text, content.fields, { keep }),
        }),
  }));
}

function listServerEdits(scope: 'project' | 'user', options: ConfigureAgentsOptions): readonly FileEdit[] {
  const { action, program = DEFAULT_PROGRAM } = options;
  if (action === 'write' && options.mcp !== true) return [];
  return selectFiles(MCP_FILES, scope, options).map(({ file, clients, servers }) => ({
    clients,
    file,
    isOptional: action === 'remove',
    add: (text) => addMcpServer({ servers }, file, text, program),
    remove: (text, keep) =>
      removeMcpServer({ servers }, file, text) ?? (keep ? (servers === 'toml' ? '' : '{}\n') : undefined),
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
  const absolute = await resolveInside(root, file);
  let bytes: Buffer;
  try {
    bytes = await readPlainFile(absolute);
  } catch (thrown) {
    if (isNotFoundError(thrown)) return undefined;
    const hint = thrown instanceof HoldfastError ? thrown.hint : undefined;
    throw new HoldfastError('storage', `Failed to read ${file}: ${messageOf(thrown)}`, { hint, cause: thrown });
  }
  return decodeText(file, bytes);
}

async function computeChange(
  root: string,
  file: string,
  edits: readonly FileEdit[],
  action: 'write' | 'remove',
  originals: OriginalFiles,
): Promise<EditedFile> {
  const before = await readAgentFile(root, file);
  let after = before;
  if (action === 'write') for (const { add } of edits) after = add(after);
  else if (before !== undefined) {
    const original = await originals.read(path.join(root, file));
    // The file was the user's before, so it stays, even if nothing is left in it.
    after = original?.after === before ? original.before : removeAll(edits, before, original !== undefined);
  }
  return {
    clients: [...new Set(edits.flatMap(({ clients }) => clients))],
    file,
    before,
    after,
    outcome: describe(before, after),
    isForeign: before !== undefined && removeAll(edits, before, false) === before,
  };
}

/** What was added last is removed first, which restores the text of a file that has both. */
function removeAll(edits: readonly FileEdit[], text: string, keep: boolean): string | undefined {
  let left: string | undefined = text;
  for (const { remove } of edits.toReversed()) left = left === undefined ? undefined : remove(left, keep);
  return left;
}

/** Writes a change, and keeps the original of a file of the user until the additions are removed again. */
async function applyChange(
  root: string,
  change: EditedFile,
  action: 'write' | 'remove',
  originals: OriginalFiles,
): Promise<void> {
  const { file, before, after, outcome, isForeign } = change;
  const absolute = path.join(root, file);
  if (action === 'write' && outcome === 'changed' && before !== undefined && after !== undefined) {
    const earlier = await originals.read(absolute);
    // Written again, by another version or with another program.
    if (earlier?.after === before) await originals.write(absolute, { before: earlier.before, after });
    else if (isForeign) await originals.write(absolute, { before, after });
  }
  await writeChange(root, change);
  if (action === 'remove') await originals.delete(absolute);
}

function otherFileError(file: string): HoldfastError {
  return new HoldfastError('conflict', `Failed to write ${file}: the file exists and is not from Holdfast`, {
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
  try {
    await mkdir(path.dirname(absolute), { recursive: true });
    await writeFileAtomically(absolute, after);
  } catch (thrown) {
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
