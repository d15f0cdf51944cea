import { execa } from 'execa';
import { FORCE_KILL_AFTER_MS, type ProcessCall, type ProcessEnd } from './process-call.ts';

/** Runs a process as a child of this one. Never throws: failures are part of the result. */
export async function runDirectly(call: ProcessCall, signal?: AbortSignal): Promise<ProcessEnd> {
  const result = await execa(call.program, call.arguments, {
    cwd: call.cwd,
    env: call.environment,
    extendEnv: false,
    encoding: 'buffer',
    reject: false,
    stripFinalNewline: false,
    maxBuffer: { stdout: call.outputLimit, stderr: call.errorLimit },
    ...(call.input === undefined ? { stdin: 'ignore' } : { input: call.input }),
    killDescendants: true,
    forceKillAfterDelay: FORCE_KILL_AFTER_MS,
    windowsHide: true,
    ...(signal === undefined ? {} : { cancelSignal: signal }),
  });
  return {
    // A process that is ended because of a limit can end itself before that, because its output is not read.
    exitCode: result.isMaxBuffer ? undefined : result.exitCode,
    stdout: toBuffer(result.stdout),
    stderr: toBuffer(result.stderr),
    exceeded: result.isMaxBuffer,
    cancelled: result.isCanceled,
    cause: result.cause,
  };
}

function toBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
