import path from 'node:path';

/** Where clients say that a session was started. The working directory is that of the agent, which it can change. */
const PROJECT_VARIABLES = ['CLAUDE_PROJECT_DIR', 'GEMINI_PROJECT_DIR', 'QWEN_PROJECT_DIR'] as const;

/** The absolute paths in the environment where a client started the session. */
export function listProjectDirectories(environment: Readonly<Record<string, string | undefined>>): readonly string[] {
  return PROJECT_VARIABLES.map((name) => environment[name] ?? '').filter((directory) => path.isAbsolute(directory));
}
