import { spawnSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { textReply } from '../../cli/support/health-check.ts';
import { Workspace } from '../../cli/support/workspace.ts';
import { openFolderEngine } from '../../run/support/folder-engine.ts';
import type { ScriptedReply } from '../../servers/loopback-server.ts';
import { startOpenAiChatServer } from '../../servers/openai-chat.ts';
import type { Subject, Writes } from './talked-down.ts';

const CONTRACT = 'sum.contract.yaml';

export interface TalkedDownResult {
  readonly landed: boolean;
  readonly status: string;
  /** What failed the result, or how the commands ended. */
  readonly reasons: readonly string[];
}

/** Whether the programs of a subject are installed. */
export function isInstalled({ needs }: Subject): boolean {
  const [program, ...args] = needs ?? [];
  return program === undefined || spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}

/**
 * Runs a chunk whose model makes one change, and says whether it landed.
 *
 * @param packages the `node_modules` of the subject. Default: those of this repository.
 */
export async function runTalkedDown(
  { files, command, file }: Subject,
  code: string,
  writes: Writes,
  packages = resolve(import.meta.dirname, '../../../node_modules'),
): Promise<TalkedDownResult> {
  const contract = `version: 1
spec: { id: sum, title: Sum }
verify: { command: ${JSON.stringify(command)} }
chunks:
  - { id: sum, title: Sum, maxAttempts: 1, allowedFiles: ['**/*'] }
`;
  using workspace = new Workspace({ ...files, [CONTRACT]: contract, '.gitignore': 'node_modules\n__pycache__\n' });
  symlinkSync(packages, join(workspace.folder, 'node_modules'), 'junction');
  const calls: NonNullable<ScriptedReply['toolCalls']> = Object.entries({ [file]: code, ...writes }).map(
    ([path, content]) =>
      content === null ? { name: 'delete_file', input: { path } } : { name: 'write_file', input: { path, content } },
  );
  await using server = await startOpenAiChatServer([{ toolCalls: calls }, textReply('Done.')]);
  await using engine = openFolderEngine(workspace, { server, landing: 'working-tree' });
  const { status, reason, landed, attempts } = await engine.runs.runChunk({ contract: CONTRACT, chunk: 'sum' });
  const validation = attempts.at(-1)?.validation;
  return {
    landed: (landed?.files.length ?? 0) > 0 && landed?.conflicts.length === 0,
    status,
    reasons: [
      ...(validation?.problems.map(({ message }) => message) ?? []),
      ...(validation?.assertResults.flatMap(({ passed, assertion }) => (passed ? [] : [assertion.message])) ?? []),
      ...(attempts.at(-1)?.refusedWrites.map(({ path, reason: why }) => `${path}: ${why}`) ?? []),
      ...(validation?.commands.map(
        ({ command: line, passed, canary }) =>
          `${line} ${passed ? 'passed' : 'failed'} ${JSON.stringify(canary ?? {})}`,
      ) ?? []),
      ...(reason === undefined ? [] : [reason]),
    ],
  };
}
