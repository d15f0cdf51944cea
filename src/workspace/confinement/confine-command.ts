import { homedir, tmpdir } from 'node:os';
import { subprocessEnvironment } from '../environment/subprocess-environment.ts';
import { bubblewrapArguments } from './bubblewrap.ts';
import { hasNetwork, type ConfinementKind, type ConfinementRules } from './confinement-rules.ts';
import { findSandbox, type MissingSandbox } from './find-sandbox.ts';
import { resolvePathRules } from './path-rules.ts';
import { SECRET_LOCATIONS } from './sandbox-paths.ts';
import { sandboxProfile } from './sandbox-exec.ts';

/** How a command starts. */
export interface ConfinedCommand {
  readonly kind: ConfinementKind;
  /** The program and its first arguments that the command line follows; empty without a sandbox. */
  readonly prefix: readonly string[];
}

/** Prepares the sandbox of a command. `refusal` means that the command must not run, with the reason. */
export async function confineCommand(
  rules: ConfinementRules | undefined,
  cwd: string,
): Promise<ConfinedCommand | { readonly refusal: string }> {
  if (rules === undefined || rules.mode === 'off') return { kind: 'unconfined', prefix: [] };
  const sandbox = await findSandbox();
  if ('reason' in sandbox) {
    return rules.mode === 'strict' ? { refusal: strictRefusal(sandbox) } : { kind: 'unconfined', prefix: [] };
  }
  const pathRules = await resolvePathRules(rules, {
    home: homedir(),
    temporaryFolder: tmpdir(),
    userId: process.getuid?.(),
    environment: subprocessEnvironment(SECRET_LOCATIONS),
  });
  const network = hasNetwork(rules);
  const { kind, program } = sandbox;
  if (kind === 'sandbox-exec') return { kind, prefix: [program, '-p', sandboxProfile(pathRules, network)] };
  const isRoot = process.getuid?.() === 0;
  return { kind, prefix: [program, ...bubblewrapArguments({ rules: pathRules, cwd, network, isRoot })] };
}

/** Why a command does not run in the mode `strict`. */
export function strictRefusal({ reason, hint }: MissingSandbox): string {
  return `Confinement is "strict", but ${reason}. ${hint}`;
}
