import path from 'node:path';
import { HoldfastError, messageOf } from '../../foundation/errors.ts';
import { findOnPath } from '../../workspace/environment/find-program.ts';
import { AGENT_FILES, type AgentFile } from './agent-files.ts';
import type { HookProgram } from './hook-program.ts';
import { findTrust } from './client-trust.ts';
import { readAgentFile } from './configure-agents.ts';
import { RUN_COMMANDS_FLAG } from './find-project-flag.ts';
import { isCurrent, listOwnCommands, readOwnEntries } from './hook-file.ts';

/** One line about the hooks of a client. */
export interface AgentFinding {
  readonly level: 'ok' | 'warning' | 'error';
  readonly subject: string;
  readonly message: string;
  readonly hint?: string | undefined;
}

export interface AgentDiagnosisInput {
  /** Absolute path of the workspace folder. */
  readonly folder: string;
  /** Absolute path of the home folder. */
  readonly home: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** [AGENT-3] Whether the hooks of each client are found, current and trusted, and whether their program exists. */
export async function diagnoseAgents(input: AgentDiagnosisInput): Promise<readonly AgentFinding[]> {
  const findings: AgentFinding[] = [];
  for (const scope of ['project', 'user'] as const) {
    for (const file of AGENT_FILES) findings.push(...(await diagnoseFile(input, scope, file)));
  }
  return findings;
}

async function diagnoseFile(
  input: AgentDiagnosisInput,
  scope: 'project' | 'user',
  file: AgentFile,
): Promise<readonly AgentFinding[]> {
  const [root, target] = scope === 'project' ? [input.folder, file.project] : [input.home, file.user];
  if (target === undefined) return [];
  const subject = `agent ${file.clients.join(', ')}`;
  const place = scope === 'project' ? target : `~/${target}`;
  let installed: InstalledHooks | undefined;
  try {
    installed = await readInstalled(root, target, file);
  } catch (thrown) {
    const hint = thrown instanceof HoldfastError ? thrown.hint : undefined;
    return [{ level: 'error', subject, message: messageOf(thrown), hint }];
  }
  if (installed === undefined) return [];
  const command = `holdfast init --agents ${file.clients[0]}${scope === 'user' ? ' --user' : ''}`;
  const { program, runCommands } = installed.program;
  const problems: AgentFinding[] = [];
  if (!(await isFound(program, input))) {
    problems.push({
      level: 'error',
      subject,
      message: `${place}: the program ${program} is not on the PATH, so the hooks do nothing`,
      hint: 'Install Holdfast so that this program starts in a terminal, or name another one with --program.',
    });
  }
  if (!installed.current) {
    problems.push({
      level: 'warning',
      subject,
      message: `${place}: the hooks are not those that this version writes`,
      hint: `Run "${command}" to write them again.`,
    });
  }
  if (runCommands && scope === 'project') {
    problems.push({
      level: 'warning',
      subject,
      message: `${place}: ${RUN_COMMANDS_FLAG} is ignored in a file of the repository`,
      hint: `Run "holdfast init --agents ${file.clients[0]} --user ${RUN_COMMANDS_FLAG}".`,
    });
  }
  const client = file.clients[0] ?? 'claude';
  const trust = await findTrust(client, { ...input, scope, file: path.join(root, target) });
  if (trust.state !== 'trusted') {
    const { message, hint } = trust;
    problems.push({ level: 'warning', subject, message: `${place}: found, but ${message}`, hint });
  }
  if (problems.length > 0) return problems;
  return [{ level: 'ok', subject, message: `${place}: the hooks are found, current and trusted` }];
}

interface InstalledHooks {
  readonly program: HookProgram;
  readonly current: boolean;
}

/** `undefined` if the file does not exist or has no hook of Holdfast. */
export async function readInstalled(
  root: string,
  target: string,
  { content }: AgentFile,
): Promise<InstalledHooks | undefined> {
  const text = await readAgentFile(root, target);
  if (text === undefined || text.trim() === '') return undefined;
  if (content.kind === 'own') {
    const program = {
      program: /^const PROGRAM = "(.*)";$/m.exec(text)?.[1] ?? 'holdfast',
      runCommands: text.includes(RUN_COMMANDS_FLAG),
    };
    return { program, current: text === content.text(program) };
  }
  const entries = readOwnEntries(target, text);
  const commands = entries.flatMap(({ value }) => listOwnCommands(value));
  const [first] = commands;
  if (first === undefined) return undefined;
  const program = {
    program: first.slice(0, first.indexOf(' hook ')),
    runCommands: commands.some((command) => command.includes(RUN_COMMANDS_FLAG)),
  };
  return { program, current: isCurrent(entries, content.entries(program)) };
}

/** Whether the first word of a command line starts. The rest is its arguments. */
async function isFound(program: string, { environment }: AgentDiagnosisInput): Promise<boolean> {
  const [name = ''] = program.split(' ');
  if (path.isAbsolute(name)) return (await findOnPath(path.basename(name), path.dirname(name))) !== undefined;
  const names = process.platform === 'win32' ? [name, `${name}.cmd`, `${name}.exe`] : [name];
  for (const candidate of names) {
    if ((await findOnPath(candidate, environment['PATH'] ?? '')) !== undefined) return true;
  }
  return false;
}
