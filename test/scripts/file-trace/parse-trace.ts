import path from 'node:path';

/** What a process does with a path: reads it, starts it as a program, or connects to it as a socket. */
export type Access = 'read' | 'execute' | 'connect';

/** A path that a process opened, with the result of the call. */
export interface OpenedPath {
  readonly access: Access;
  /** Absolute, as far as the trace shows it. */
  readonly path: string;
  /** Whether it exists. A file that is looked for and missing is read as soon as it is created. */
  readonly exists: boolean;
}

/** Follows all processes, and shows the paths of descriptors and the ids of processes in other namespaces. */
export const STRACE_OPTIONS = [
  ...['-f', '-e', 'abbrev=!execve', '-y', '-s', '4096', '--seccomp-bpf', '--pidns-translation', '-e', 'signal=none'],
  ...['-e', 'trace=open,openat,openat2,execve,connect,clone,clone3,fork,vfork'],
];

const LINE = /^(\d+) +(.*)$/;
const UNFINISHED = / *<unfinished \.\.\.>$/;
const RESUMED = /^<\.\.\. \w+ resumed>/;
const CALL = /^(\w+)\((.*)\) += (-?\d+)(?:<(.*?)>)?(?: \/\* (\d+) in strace's PID NS \*\/)?/;
const STRING = /"((?:[^"\\]|\\.)*)"/;
const FOLDER = /AT_FDCWD<([^>]*)>|^\d+<([^>]*)>/;
const WRITABLE_MOUNT = /"--bind(?:-try)?", "([^"]*)"/g;
const STARTS_PROCESS = new Set(['clone', 'clone3', 'fork', 'vfork']);
/** What runs below these programs is a confined command, and no part of Holdfast. */
const SANDBOXES = new Set(['bwrap', 'sandbox-exec']);

interface Call {
  readonly process: string;
  readonly name: string;
  readonly parameters: string;
  readonly result: number;
  readonly opened: string | undefined;
  /** The id of a process that the call created, as in the whole trace. */
  readonly created: string | undefined;
}

export interface Trace {
  readonly opened: readonly OpenedPath[];
  /** The folders that a sandbox made writable for a command. */
  readonly writable: readonly string[];
}

/**
 * The paths that processes opened for reading, executed or connected to, in the order of the trace and with repetitions.
 * Leaves out folders, files opened for writing only, and everything that runs in a sandbox.
 *
 * @param trace the output of `strace` with `STRACE_OPTIONS`
 */
export function parseTrace(trace: string): Trace {
  const calls = readCalls(trace);
  const confined = findConfined(calls);
  const opened = calls.flatMap((call, index) => {
    const read = (confined.get(call.process) ?? Infinity) < index ? undefined : readOpened(call);
    return read === undefined ? [] : [read];
  });
  const bound = calls.flatMap(({ name, parameters }) =>
    name === 'execve' ? [...parameters.matchAll(WRITABLE_MOUNT)].map(([, folder = '']) => folder) : [],
  );
  return { opened, writable: [...new Set(bound)] };
}

function readCalls(trace: string): readonly Call[] {
  const begun = new Map<string, string>();
  const calls: Call[] = [];
  for (const line of trace.split('\n')) {
    const [, process = '', rest = ''] = LINE.exec(line) ?? [];
    if (UNFINISHED.test(rest)) {
      begun.set(process, rest.replace(UNFINISHED, ''));
      continue;
    }
    const text = RESUMED.test(rest) ? (begun.get(process) ?? '') + rest.replace(RESUMED, '') : rest;
    const [, name, parameters = '', result = '', opened, outer = result] = CALL.exec(text) ?? [];
    if (name === undefined) continue;
    const created = STARTS_PROCESS.has(name) && Number(result) > 0 ? outer : undefined;
    calls.push({ process, name, parameters, result: Number(result), opened, created });
  }
  return calls;
}

/** By process, the index of the call after which it is in a sandbox. */
function findConfined(calls: readonly Call[]): ReadonlyMap<string, number> {
  const confined = new Map<string, number>();
  for (const [index, { process, name, parameters, result }] of calls.entries()) {
    if (name === 'execve' && result === 0 && SANDBOXES.has(path.basename(firstString(parameters)))) {
      if (!confined.has(process)) confined.set(process, index);
    }
  }
  // The call of a child can precede the result of the call that created it.
  for (const [index, { process, created }] of calls.entries()) {
    if (created !== undefined && (confined.get(process) ?? Infinity) < index) confined.set(created, -1);
  }
  return confined;
}

function readOpened({ name, parameters, result, opened }: Call): OpenedPath | undefined {
  const exists = result >= 0;
  if (name === 'execve') {
    return exists ? { access: 'execute', path: firstString(parameters), exists } : undefined;
  }
  if (name === 'connect') {
    const [, socket] = /sun_path="([^"]*)"/.exec(parameters) ?? [];
    return socket === undefined ? undefined : { access: 'connect', path: socket, exists };
  }
  if (!name.startsWith('open') || /O_WRONLY|O_DIRECTORY|O_PATH|O_CREAT/.test(parameters)) return undefined;
  const named = firstString(parameters);
  const [, current, folder] = FOLDER.exec(parameters) ?? [];
  return { access: 'read', path: opened ?? path.resolve(current ?? folder ?? '/', named), exists };
}

function firstString(parameters: string): string {
  return STRING.exec(parameters)?.[1] ?? '';
}
