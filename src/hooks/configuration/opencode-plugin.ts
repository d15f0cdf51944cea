import type { HookProgram } from './hook-program.ts';

/** The first line of a file that belongs to Holdfast. */
export const OWN_FILE_MARK = '// Holds the work of opencode to the contracts of the repository.';

/**
 * The plugin for opencode, which has no hooks that are commands. A denied edit is an error of the tool. The end of a turn is
 * refused by a message of the user that is newer than the answer; `session.idle` comes too late for that. The task is part of
 * the system prompt.
 */
export function opencodePlugin({ program, runCommands }: HookProgram): string {
  const stopFlags = runCommands ? ' --run-commands' : '';
  return `${OWN_FILE_MARK} Written by "holdfast init --agents opencode".
import { spawn } from 'node:child_process';

const PROGRAM = ${JSON.stringify(program)};

/** Starts a hook and resolves to what it prints and decides. A hook that does not start holds nothing back. */
function runHook(event, input, cwd) {
  return new Promise((resolve) => {
    const child = spawn(\`\${PROGRAM} hook \${event}\`, { cwd, shell: true, stdio: 'pipe' });
    let reason = '';
    let context = '';
    child.stdout.setEncoding('utf8').on('data', (text) => (context += text));
    child.stderr.setEncoding('utf8').on('data', (text) => (reason += text));
    child.on('error', () => resolve({ refused: false, reason: '', context: '' }));
    child.on('close', (code) => resolve({ refused: code === 2 && reason !== '', reason, context }));
    child.stdin.on('error', () => undefined);
    child.stdin.end(JSON.stringify(input));
  });
}

export const Holdfast = async ({ client, directory }) => {
  const starts = new Map();
  /** Records the start of a session once, and resolves to its task. */
  const start = (sessionID) => {
    if (!starts.has(sessionID)) {
      starts.set(sessionID, runHook('session-start --client opencode', { sessionID, cwd: directory }, directory));
    }
    return starts.get(sessionID);
  };
  return {
    'chat.message': async ({ sessionID }) => {
      if (sessionID !== undefined) await start(sessionID);
    },
    'experimental.chat.system.transform': async ({ sessionID }, { system }) => {
      const task = starts.has(sessionID) ? (await start(sessionID)).context.trim() : '';
      if (task !== '') system.push(task);
    },
    'tool.execute.before': async ({ tool, sessionID }, { args }) => {
      await start(sessionID);
      const input = { sessionID, cwd: directory, tool_name: tool, tool_input: args };
      const { refused, reason } = await runHook('pre-edit --client opencode', input, directory);
      if (refused) throw new Error(reason);
    },
    'experimental.text.complete': async ({ sessionID }) => {
      const { refused, reason } = await runHook('stop --client opencode${stopFlags}', { sessionID, cwd: directory }, directory);
      if (!refused) return;
      await client.session.prompt({
        path: { id: sessionID },
        body: { noReply: true, parts: [{ type: 'text', text: reason }] },
      });
    },
  };
};
`;
}
