import path from 'node:path';
import { HoldfastError } from '../../foundation/errors.ts';
import type { AgentClientId } from '../clients/agent-client.ts';
import { decideAfterFault } from '../protocol/fault-decision.ts';
import { formatHookAnswer, type HookAnswer, type HookDecision } from '../protocol/hook-answer.ts';
import { formatExpiry } from '../protocol/hook-deadline.ts';
import { readHookInput } from '../protocol/hook-input.ts';
import { findSessionFolder } from '../sessions/find-session-folder.ts';
import { listProjectDirectories } from '../sessions/project-directories.ts';
import { SessionStore } from '../sessions/session-store.ts';
import { startSession } from './start-session.ts';
import { openStartServices } from './start-services.ts';

export interface StartQuestion {
  /** The client; `undefined` if its input decides. */
  readonly client: AgentClientId | undefined;
  /** The standard input of the hook. */
  readonly input: string;
  /** After which `signal` is aborted, for the message. */
  readonly seconds: number;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Absolute path. The input of the hook can name another one. */
  readonly workingDirectory: string;
  /** Absolute path of the folder in which Holdfast stores data of the user. */
  readonly storage: string;
  /** The workspace folder of a working directory. */
  readonly findFolder: (workingDirectory: string) => string;
  /** The workspace folder of a session that starts in a directory. */
  readonly findStartFolder: (directory: string, hasContract: (folder: string) => Promise<boolean>) => Promise<string>;
  readonly signal: AbortSignal;
}

/**
 * [SESSION-1] Answers the start of a session in little time, in the dialect of its client. Never throws.
 *
 * @returns `undefined` if the answer needs the whole engine: the session is known already, or it carries out a chunk whose task
 * is described. Nothing is written then.
 */
export async function answerStart(question: StartQuestion): Promise<HookAnswer | undefined> {
  const known = { client: question.client };
  const { signal } = question;
  const expired = new Promise<HookDecision>((resolve) => {
    signal.addEventListener('abort', () =>
      resolve(decideAfterFault('session-start', new HoldfastError('limit', formatExpiry(question.seconds)))),
    );
  });
  const decision = await Promise.race([
    decide(question, known).catch((thrown: unknown) => decideAfterFault('session-start', thrown)),
    expired,
  ]);
  return decision && formatHookAnswer(known.client ?? 'claude', 'session-start', decision);
}

/** @param known its client is set as soon as it is known: a fault is answered in the dialect of the client too */
async function decide(
  question: StartQuestion,
  known: { client: AgentClientId | undefined },
): Promise<HookDecision | undefined> {
  const { environment, findFolder, findStartFolder, signal, storage } = question;
  const { session, folder: named, client } = readHookInput(question.input);
  known.client ??= client;
  if (session === undefined) return undefined;
  const workingDirectory = path.resolve(question.workingDirectory, named ?? '.');
  const directories = [workingDirectory, question.workingDirectory, ...listProjectDirectories(environment)] as const;
  if ((await findSessionFolder({ session, directories, findFolder })) !== undefined) return undefined;
  const open = (folder: string) => openStartServices(folder, storage);
  const folder = await findStartFolder(
    workingDirectory,
    async (directory) => (await open(directory).contracts.readAll()).length > 0,
  );
  if ((await new SessionStore(folder).readChosenChunk()) !== undefined) return undefined;
  return startSession(open(folder), { session, client: known.client, signal, now: () => new Date() });
}
