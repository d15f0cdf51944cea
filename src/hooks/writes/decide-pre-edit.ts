import { createPathMatcher } from '../../contract/globs/path-matcher.ts';
import type { Configuration } from '../../workspace/configuration/configuration.ts';
import { isNamed } from '../chunks/find-chunk.ts';
import type { ActiveChunk, SessionRecord } from '../sessions/session-record.ts';
import { SessionStore } from '../sessions/session-store.ts';
import { findGitFolders } from '../../workspace/git/find-git-folders.ts';
import type { HookDecision } from '../protocol/hook-answer.ts';
import type { HookInput } from '../protocol/hook-input.ts';
import { listWrittenPaths } from '../protocol/written-paths.ts';
import { findRefusedWrite } from './judge-writes.ts';

export interface PreEditInput {
  /** Absolute path of the workspace folder. */
  readonly folder: string;
  /** Absolute path of the agent's working directory. */
  readonly workingDirectory: string;
  readonly input: Pick<HookInput, 'session' | 'tool'>;
  /** The chunk that a flag or a variable names. It replaces the chunk of the session. */
  readonly chunk: string | undefined;
}

const ALLOW: HookDecision = { kind: 'allow', notes: [] };

/**
 * [AGENT-2] Decides whether a tool of an agent may write. It is a courtesy that saves the agent a detour: what a shell command
 * writes is seen only at the end, when the tree is judged. Loads little, since it runs before every edit.
 */
export async function decidePreEdit(question: PreEditInput): Promise<HookDecision> {
  const { folder, workingDirectory, input } = question;
  const paths = input.tool === undefined ? [] : listWrittenPaths(input.tool);
  if (paths.length === 0) return ALLOW;
  const store = new SessionStore(folder);
  const record = input.session === undefined ? undefined : await store.read(input.session);
  const active = await findActive(question, await store.readActiveChunk(record));
  const terms = record ?? (await readTerms(question));
  const reason = await findRefusedWrite({
    folder,
    topLevel: findGitFolders(folder)?.topLevel ?? folder,
    paths,
    workingDirectory,
    active,
    terms: { globs: terms.termGlobs, paths: terms.termPaths },
    contracts: terms.contractGlobs,
    listTracked: (files) => listTracked(folder, files),
  });
  if (reason === undefined) return ALLOW;
  // Hooks of a user's own configuration run in every repository. A record or a chunk can show that there are contracts.
  const isKnown = record?.hasContracts === true || active !== undefined;
  const hasTerms = isKnown || (await hasContract(folder, terms.contractGlobs));
  return hasTerms ? { kind: 'refuse', reason: `Holdfast: ${reason}` } : ALLOW;
}

async function findActive(
  { folder, chunk }: PreEditInput,
  recorded: ActiveChunk | undefined,
): Promise<ActiveChunk | undefined> {
  if (chunk === undefined) return recorded;
  if (recorded !== undefined && isNamed(recorded, chunk)) return recorded;
  const { readChunk } = await import('../chunks/read-chunk.ts');
  const { contracts, plans } = await readConfiguration(folder);
  return readChunk(folder, [...contracts, ...plans], chunk);
}

/** Without a record of the session, the terms are those of the files on disk. */
async function readTerms({
  folder,
}: PreEditInput): Promise<Pick<SessionRecord, 'contractGlobs' | 'termGlobs' | 'termPaths'>> {
  const { listTermGlobs } = await import('../../run/terms/term-globs.ts');
  const configuration = await readConfiguration(folder);
  const termGlobs = [...listTermGlobs(configuration)];
  return { contractGlobs: [...configuration.contracts], termGlobs, termPaths: [] };
}

async function hasContract(folder: string, contracts: readonly string[]): Promise<boolean> {
  const { DiskTree } = await import('../../workspace/files/disk-tree.ts');
  return (await new DiskTree(folder).listFiles()).some(createPathMatcher(contracts));
}

async function readConfiguration(folder: string): Promise<Pick<Configuration, 'contracts' | 'gates' | 'plans'>> {
  const { loadConfiguration, requireSettings } =
    await import('../../workspace/configuration/configuration-document.ts');
  const { resolveConfiguration } = await import('../../workspace/configuration/configuration.ts');
  return resolveConfiguration({ environment: {}, file: requireSettings(await loadConfiguration(folder)) });
}

/** Without git, every file that exists belongs to the folder. */
async function listTracked(folder: string, files: readonly string[]): Promise<readonly string[]> {
  if (findGitFolders(folder) === undefined) {
    const { DiskTree } = await import('../../workspace/files/disk-tree.ts');
    const tree = new DiskTree(folder);
    const kinds = await Promise.all(files.map(async (file) => [file, await tree.kindOf(file)] as const));
    return kinds.filter(([, kind]) => kind === 'file').map(([file]) => file);
  }
  const { Git, splitFields } = await import('../../workspace/git/git.ts');
  const { stdout } = await new Git(folder, { GIT_LITERAL_PATHSPECS: '1' }).call(['ls-files', '-z', '--', ...files], {
    action: 'find the files that git tracks',
  });
  return splitFields(stdout);
}
