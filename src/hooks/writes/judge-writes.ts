import path from 'node:path';
import { createForbiddenMatcher, createPathMatcher } from '../../contract/globs/path-matcher.ts';
import { createProtectedMatcher, type ProtectedFiles } from '../../workspace/files/protected-files.ts';
import { isGitPath, isWithin, normalizeRelative } from '../../workspace/files/safe-path.ts';
import type { ActiveChunk } from '../sessions/session-record.ts';
import { findRealPath } from '../../workspace/files/real-path.ts';

export interface WriteQuestion {
  /** Absolute path of the workspace folder. */
  readonly folder: string;
  /** Absolute path of the top level of the repository; the folder itself without git. */
  readonly topLevel: string;
  /** The paths that the agent is about to write: absolute, or relative to `workingDirectory`. */
  readonly paths: readonly string[];
  /** Absolute path. */
  readonly workingDirectory: string;
  readonly active: Pick<ActiveChunk, 'chunk' | 'allowedFiles' | 'forbiddenFiles'> | undefined;
  /** The files that the work is judged by, relative to the folder. */
  readonly terms: ProtectedFiles;
  /** The globs of contracts. A contract that does not belong to the repository is a draft, which may be written. */
  readonly contracts: readonly string[];
  /** The files of these that belong to the repository, relative to the folder. */
  readonly listTracked: (files: readonly string[]) => Promise<readonly string[]>;
}

/**
 * [AGENT-2] Finds out why an agent must not write some files; `undefined` if it may. Links are followed. A path outside of the
 * repository is none of Holdfast's business.
 */
export async function findRefusedWrite(question: WriteQuestion): Promise<string | undefined> {
  const files = await Promise.all(question.paths.map((file) => locate(question, file)));
  const inRepository = files.filter((file) => file !== undefined);
  const git = inRepository.find(({ relative }) => isGitPath(relative));
  if (git !== undefined)
    return `${git.written} is in the folder of git, which holds hooks and Holdfast's records. Leave it unchanged.`;
  const term = await findTerm(question, inRepository);
  if (term !== undefined) {
    return `${term.written} is one of the files that the work is judged by, such as contracts, gates, validators and hooks. Leave it unchanged. If it is wrong, tell the person what is wrong and why.`;
  }
  return findOutside(question, inRepository);
}

interface LocatedFile {
  /** As the agent wrote it. */
  readonly written: string;
  /** Relative to the folder. Begins with `../` for a file of the repository outside of the folder. */
  readonly relative: string;
}

/** `undefined` for a path outside of the repository. */
async function locate(
  { topLevel, folder, workingDirectory }: WriteQuestion,
  written: string,
): Promise<LocatedFile | undefined> {
  const real = await findRealPath(path.resolve(workingDirectory, written));
  const [realTop, realFolder] = [await findRealPath(topLevel), await findRealPath(folder)];
  if (!isWithin(realTop, real)) return undefined;
  return { written, relative: path.relative(realFolder, real).split(path.sep).join('/') };
}

async function findTerm(
  { terms, contracts, listTracked }: WriteQuestion,
  files: readonly LocatedFile[],
): Promise<LocatedFile | undefined> {
  const isTerm = createProtectedMatcher(terms);
  const isContract = createPathMatcher(contracts);
  const found = files.filter(({ relative }) => isTerm(relative));
  const drafts = found.filter(({ relative }) => isContract(relative));
  const tracked = new Set(drafts.length === 0 ? [] : await listTracked(drafts.map(({ relative }) => relative)));
  return found.find((file) => !drafts.includes(file) || tracked.has(file.relative));
}

function findOutside({ active }: WriteQuestion, files: readonly LocatedFile[]): string | undefined {
  if (active === undefined) return undefined;
  const { chunk, allowedFiles, forbiddenFiles } = active;
  const isForbidden = createForbiddenMatcher(forbiddenFiles);
  const forbidden = files.find(({ relative }) => isForbidden(relative));
  if (forbidden !== undefined) return `${forbidden.written} must not be written: the chunk "${chunk}" forbids it.`;
  if (allowedFiles.length === 0) return undefined;
  const isAllowed = createPathMatcher(allowedFiles.map(normalizeEntry));
  const outside = files.find(({ relative }) => !isAllowed(relative));
  if (outside === undefined) return undefined;
  return `${outside.written} is outside of the files of the chunk "${chunk}". It may write only: ${allowedFiles.join(', ')}.`;
}

/** A glob and a folder stay as they are. A path is compared in one spelling. */
function normalizeEntry(entry: string): string {
  return /[*?[\]{}()!]|\/$/.test(entry) ? entry : normalizeRelative(entry);
}
