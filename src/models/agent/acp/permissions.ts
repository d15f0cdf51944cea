import path from 'node:path';
import type { PermissionRequest, ToolCall } from './protocol.ts';

/** The kinds of tool calls of the protocol that change files. */
const WRITING_KINDS: ReadonlySet<string> = new Set(['edit', 'delete', 'move']);
/** The kinds that only look at something or think. */
const READING_KINDS: ReadonlySet<string> = new Set(['read', 'search', 'think']);
/** The names that agents use for the path in the input of a tool. */
const PATH_KEYS = ['file_path', 'filepath', 'filePath', 'path', 'absolute_path', 'abs_path'];

/** The rules by which requests of an agent are answered. */
export interface PermissionRules {
  /** The folder of the attempt: its path, and its path without links. */
  readonly roots: readonly string[];
  /** Why a file must not be changed; undefined if it may. The path is relative to the folder. */
  readonly refuseWrite: (file: string) => Promise<string | undefined>;
  /** The commands of the contract. */
  readonly commands: readonly string[];
  /** Whether the agent runs in a sandbox, which limits everything that it does to its folder. */
  readonly isConfined: boolean;
  /** Whether the contract asks for network access. */
  readonly network: boolean;
}

/** The decision about a request. */
export interface PermissionDecision {
  /** What the request concerns: a path, a command or a title. */
  readonly subject: string;
  /** Why it is refused; undefined if it is allowed. */
  readonly refused?: string | undefined;
}

/**
 * Decides about a tool call of an agent. An agent can also work without a request, so the decision only saves attempts:
 * the sandbox limits what is written, and the tree decides what is accepted.
 */
export async function decidePermission(call: ToolCall, rules: PermissionRules): Promise<PermissionDecision> {
  const kind = call.kind ?? 'other';
  if (kind === 'execute') return decideCommand(call, rules);
  const paths = listPaths(call);
  const subject = paths[0] ?? call.title ?? kind;
  if (kind === 'fetch') {
    return rules.network
      ? { subject }
      : { subject, refused: 'the contract does not ask for network access (network: true)' };
  }
  if (kind === 'switch_mode') return { subject, refused: 'the mode of the session is given' };
  for (const file of paths) {
    const relative = toRelative(file, rules.roots);
    if (relative === undefined) return { subject: file, refused: 'it is outside the folder of the attempt' };
    if (READING_KINDS.has(kind)) continue;
    const refused = await rules.refuseWrite(relative);
    if (refused !== undefined) return { subject: relative, refused };
  }
  if (paths.length === 0 && WRITING_KINDS.has(kind) && !rules.isConfined) {
    return { subject, refused: 'the request names no file, and the agent runs without a sandbox' };
  }
  return { subject: toRelative(subject, rules.roots) ?? subject };
}

/** In a sandbox a command can do no more than the agent itself. */
function decideCommand(call: ToolCall, { isConfined, commands }: PermissionRules): PermissionDecision {
  const command = readCommand(call.rawInput) ?? call.title ?? 'a command';
  const subject = command.replace(/\s+/g, ' ').trim();
  if (isConfined || commands.some((known) => known.replace(/\s+/g, ' ').trim() === subject)) return { subject };
  return { subject, refused: 'without a sandbox, only the commands of the contract may run' };
}

/** The command in the input of a tool: a text, or words of which the last is the text for a shell. */
function readCommand(input: unknown): string | undefined {
  if (typeof input !== 'object' || input === null) return undefined;
  const command = 'command' in input ? input.command : 'cmd' in input ? input.cmd : undefined;
  if (typeof command === 'string') return command;
  if (!Array.isArray(command)) return undefined;
  const words = command.filter((word) => typeof word === 'string');
  const [program = '', flag = '', script] = words;
  return /sh$/.test(program) && /^-\w*c$/.test(flag) && script !== undefined ? script : words.join(' ');
}

/** All paths that a tool call names, each once. */
export function listPaths({ locations, content, rawInput }: ToolCall): readonly string[] {
  const inInput =
    typeof rawInput === 'object' && rawInput !== null
      ? PATH_KEYS.flatMap((key) => {
          const value: unknown = Reflect.get(rawInput, key);
          return typeof value === 'string' ? [value] : [];
        })
      : [];
  const diffs = (content ?? []).flatMap((item) => (item.type === 'diff' && item.path !== undefined ? [item.path] : []));
  return [...new Set([...(locations ?? []).map((location) => location.path), ...diffs, ...inInput])];
}

/** The path relative to the folder, with `/`; undefined if it is outside. A relative path starts from the folder. */
export function toRelative(file: string, roots: readonly string[]): string | undefined {
  for (const root of roots) {
    const relative = path.relative(root, path.resolve(root, file));
    if (relative === '..' || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative)) continue;
    return relative.split(path.sep).join('/');
  }
  return undefined;
}

/**
 * The option that expresses a decision. Options are selected by their kind, since each agent has its own ids. An option
 * that allows more than this request is never selected. Undefined if there is none: the request is then cancelled.
 */
export function selectOption(options: PermissionRequest['options'], isAllowed: boolean): string | undefined {
  const kinds = isAllowed ? ['allow_once'] : ['reject_once', 'reject_always'];
  for (const kind of kinds) {
    const option = options.find((candidate) => candidate.kind === kind);
    if (option !== undefined) return option.optionId;
  }
  return undefined;
}
