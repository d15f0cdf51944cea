import path from 'node:path';
import { parse } from 'jsonc-parser';
import { isRecord } from '../../foundation/is-record.ts';
import { findOnPath } from '../../workspace/environment/find-program.ts';
import { isWithin } from '../../workspace/files/safe-path.ts';
import type { AgentClientId } from '../clients/agent-client.ts';
import { readCodexTrust } from './codex-trust.ts';
import { readAgentFile } from './configure-agents.ts';

export interface TrustQuestion {
  /** Absolute path of the workspace folder. */
  readonly folder: string;
  /** Absolute path of the home folder. */
  readonly home: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Absolute path of the file with the hooks. */
  readonly file: string;
  readonly scope: 'project' | 'user';
}

/** Whether a client runs its hooks, or why that cannot be seen, with what the person can do. */
export type Trust =
  | { readonly state: 'trusted' }
  | { readonly state: 'untrusted' | 'unknown'; readonly message: string; readonly hint: string };

const TRUSTED: Trust = { state: 'trusted' };

/** Finds out whether a client trusts its hooks. Most clients skip untrusted hooks without a message. */
export async function findTrust(client: AgentClientId, question: TrustQuestion): Promise<Trust> {
  switch (client) {
    case 'codex':
      return codexTrust(question);
    case 'gemini':
      return question.scope === 'user' ? TRUSTED : folderTrust(question, '.gemini', { always: true });
    case 'qwen':
      return question.scope === 'user' ? TRUSTED : folderTrust(question, '.qwen', { always: false });
    case 'opencode':
      return TRUSTED;
    case 'claude':
      return unknown('Claude Code', 'Open the folder in Claude Code and trust it. Its command /hooks lists the hooks.');
    case 'copilot':
    case 'vscode':
      return unknown('Copilot or VS Code', 'Trust the folder there. VS Code needs the setting chat.useHooks.');
    case 'cursor':
      return unknown('Cursor', 'Open the folder in Cursor and look at its settings of hooks.');
  }
}

function unknown(title: string, hint: string): Trust {
  return { state: 'unknown', message: `whether ${title} trusts them cannot be seen from here`, hint };
}

async function codexTrust({ folder, environment, file }: TrustQuestion): Promise<Trust> {
  const hint =
    'Start Codex in the folder, open /hooks and trust the hooks. Codex skips untrusted hooks without a message.';
  const program = await findOnPath('codex', environment['PATH'] ?? '');
  const states = program === undefined ? undefined : await readCodexTrust(program, folder, environment);
  if (states === undefined) {
    const message = 'whether Codex trusts them is not known, because the program codex does not answer';
    return { state: 'unknown', message, hint };
  }
  const own = [...states].filter(([key]) => key.startsWith(`${file}:`)).map(([, state]) => state);
  if (own.length === 0) {
    return { state: 'untrusted', message: 'Codex does not read them: it does not trust the folder', hint };
  }
  const skipped = own.find((state) => state !== 'trusted' && state !== 'managed');
  return skipped === undefined ? TRUSTED : { state: 'untrusted', message: `Codex skips them: ${skipped}`, hint };
}

/**
 * Gemini and Qwen record trusted folders in their own folder of the home.
 *
 * @param options.always whether folders are untrusted unless they are recorded; otherwise a setting turns that on
 */
async function folderTrust(
  { folder, home, environment }: TrustQuestion,
  own: string,
  { always }: { readonly always: boolean },
): Promise<Trust> {
  if (always && environment['GEMINI_CLI_TRUST_WORKSPACE'] === 'true') return TRUSTED;
  const settings = parseObject(await readAgentFile(home, `${own}/settings.json`));
  const security = settings['security'];
  const setting = isRecord(security) ? security['folderTrust'] : undefined;
  if (!always && (!isRecord(setting) || setting['enabled'] !== true)) return TRUSTED;
  const folders = parseObject(await readAgentFile(home, `${own}/trustedFolders.json`));
  const isTrusted = Object.entries(folders).some(
    ([trusted, kind]) =>
      (kind === 'TRUST_FOLDER' && isWithin(trusted, folder)) ||
      (kind === 'TRUST_PARENT' && isWithin(path.dirname(trusted), folder)),
  );
  if (isTrusted) return TRUSTED;
  const hint = `Start it in the folder and trust it. It records that in ~/${own}/trustedFolders.json.`;
  return { state: 'untrusted', message: 'the folder is not trusted, so its hooks are skipped without a message', hint };
}

function parseObject(text: string | undefined): Readonly<Record<string, unknown>> {
  const value: unknown = text === undefined ? undefined : parse(text);
  return isRecord(value) ? value : {};
}
