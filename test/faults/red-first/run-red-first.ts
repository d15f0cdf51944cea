import { spawnSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { RedFirstReport } from '../../../src/run/report/red-first-report.ts';
import { textReply } from '../../cli/support/health-check.ts';
import { Workspace } from '../../cli/support/workspace.ts';
import { openFolderEngine } from '../../run/support/folder-engine.ts';
import { startOpenAiChatServer } from '../../servers/openai-chat.ts';
import type { RedFirstSubject } from './subjects.ts';

const CONTRACT = 'slug.contract.yaml';

export interface RedFirstResult {
  readonly status: string;
  readonly reason: string | undefined;
  /** Of the acceptance command, in the last attempt. */
  readonly redFirst: RedFirstReport | undefined;
  readonly problems: readonly string[];
  readonly notes: readonly string[];
  /** The stages that were reported. */
  readonly stages: readonly string[];
  /** How often the model was called. */
  readonly calls: number;
}

export type Files = Readonly<Record<string, string>>;

export interface RedFirstOptions {
  /** Default: 3. */
  readonly version?: number;
  /** Further keys of the contract and of the chunk, in YAML. */
  readonly contract?: string;
  readonly chunk?: string;
  /** A list in YAML. Default: every file. */
  readonly allowedFiles?: string;
  /** What the model writes in further attempts. */
  readonly further?: readonly Files[];
  /** The `node_modules` of the subject. Default: those of this repository. */
  readonly packages?: string | undefined;
}

/** Whether the programs of a subject are installed. */
export function hasPrograms({ needs }: Pick<RedFirstSubject, 'needs'>): boolean {
  const [program, ...args] = needs ?? [];
  return program === undefined || spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}

/**
 * Runs a chunk whose model writes the given files, with one acceptance command that must fail first.
 *
 * @param subject without a command, the keys of the chunk have one; without a name, the chunk creates none
 */
export async function runRedFirst(
  subject: Pick<RedFirstSubject, 'files' | 'name'> & { readonly command: string | undefined },
  writes: Files,
  options: RedFirstOptions = {},
): Promise<RedFirstResult> {
  const { files, command, name } = subject;
  const { version = 3, contract = '', chunk = '', allowedFiles = "['**/*']", further = [], packages } = options;
  const acceptance = command === undefined ? '' : `    acceptanceCommands: [${JSON.stringify(command)}]\n`;
  const creates = name === '' ? '' : `    creates: [${name}]\n`;
  const text = `version: ${version}
spec: { id: slug, title: Slugs }
${contract}chunks:
  - id: slug
    title: Slugs
    maxAttempts: ${further.length + 1}
    allowedFiles: ${allowedFiles}
${creates}${acceptance}${chunk}`;
  using workspace = new Workspace({ ...files, [CONTRACT]: text, '.gitignore': 'node_modules\n__pycache__\n' });
  const installed = packages ?? resolve(import.meta.dirname, '../../../node_modules');
  symlinkSync(installed, join(workspace.folder, 'node_modules'), 'junction');
  const replies = [writes, ...further].flatMap((attempt) => {
    const calls = Object.entries(attempt).map(([path, content]) => ({ name: 'write_file', input: { path, content } }));
    return [{ toolCalls: calls }, textReply('Done.')];
  });
  await using server = await startOpenAiChatServer(replies);
  await using engine = openFolderEngine(workspace, { server, landing: 'none' });
  const [notes, stages]: [string[], string[]] = [[], []];
  const { status, reason, attempts } = await engine.runs.runChunk({
    contract: CONTRACT,
    chunk: 'slug',
    onEvent: (event) => {
      if (event.type === 'stage') stages.push(event.detail ?? event.stage);
      if (event.type === 'note') notes.push(event.message);
    },
  });
  const validation = attempts.at(-1)?.validation;
  return {
    status,
    reason,
    redFirst: validation?.commands.find(({ stage }) => stage === 'acceptance')?.redFirst,
    problems: validation?.problems.map(({ message }) => message) ?? [],
    notes,
    stages,
    calls: server.requests.length,
  };
}
