import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import * as z from 'zod';
import { CancelledError, HoldfastError } from '../../foundation/errors.ts';
import { surroundingsOf } from '../confinement/confine-command.ts';
import { CONFINEMENT_KINDS, type ConfinementRules } from '../confinement/confinement-rules.ts';
import { findOverlay, findSandbox } from '../confinement/find-sandbox.ts';
import { resolvePathRules } from '../confinement/path-rules.ts';
import type { AboveRequest } from './above.ts';
import type { ConfinementReport, MechanismReport, ModeReport } from './confinement-report.ts';
import { describeView, WEAKNESSES } from './describe-view.ts';
import { mechanismsOf } from './mechanism-table.ts';
import { prepareBait } from './prepare-bait.ts';
import { EscapeScene } from './scene.ts';

export interface EscapeOptions {
  readonly topLevel: string;
  readonly gitDirectory: string;
  /** Absolute paths of packages outside of the tree that commands see. */
  readonly packages: readonly string[];
  readonly storage: string;
  /** The paths that the user shows to commands and lets them write. */
  readonly read: readonly string[];
  readonly write: readonly string[];
  readonly signal?: AbortSignal | undefined;
}

const MODES = ['auto', 'strict'] as const;

const isBundle = !import.meta.url.endsWith('.ts');
const FOLDER = path.dirname(fileURLToPath(import.meta.url));
/** In a bundle, this module and the program are in one folder. */
export const ESCAPE_PROGRAM = path.join(FOLDER, isBundle ? 'sandbox-check.js' : 'program.ts');
/** The folder with everything that the program imports. */
const PROGRAM_FOLDER = isBundle ? FOLDER : path.resolve(FOLDER, '../..');

/** Above the numbers that Node itself closes for the programs that it starts. */
const DESCRIPTOR = 40;
const SECRET_VARIABLE = 'HOLDFAST_CHECK_TOKEN';

const outcomeShape = z.array(
  z.object({
    confinement: z.enum(CONFINEMENT_KINDS),
    startError: z.string().optional(),
    exitCode: z.number().optional(),
    standardOutput: z.string(),
    standardError: z.string(),
  }),
);

const triedShape = z.array(
  z.object({ id: z.string(), tried: z.number(), open: z.array(z.string()), failure: z.string().optional() }),
);

/**
 * Starts a command in the sandbox of each mode, which tries to escape, and reports what it sees and what is open. Everything
 * that this prepares is removed. Throws CancelledError if the signal aborts.
 */
export async function tryEscapes(options: EscapeOptions): Promise<ConfinementReport> {
  const sandbox = await findSandbox();
  if ('reason' in sandbox) return { ok: false, missing: sandbox, modes: [], weaknesses: [] };
  const surroundings = surroundingsOf();
  await using scene = await EscapeScene.create(options.storage, surroundings);
  const packages = [path.join(options.topLevel, 'node_modules'), ...options.packages];
  const objects = path.join(options.gitDirectory, 'objects');
  // What a command of an attempt sees. The check itself needs more.
  const needed = [scene.repository, scene.shown, PROGRAM_FOLDER, path.dirname(process.execPath)];
  const rulesOf = (mode: (typeof MODES)[number], more: readonly string[] = needed): ConfinementRules => ({
    mode,
    tree: scene.tree,
    visible: [...packages, objects, ...more],
    hidden: [],
    read: options.read,
    write: options.write,
    network: false,
    privateFolder: path.join(scene.home, `private-${mode}`),
  });
  const program = [ESCAPE_PROGRAM, PROGRAM_FOLDER, process.execPath];
  const belongings = { ...options, program, packages };
  const request: AboveRequest = {
    command: [process.execPath, ESCAPE_PROGRAM, 'inside'],
    runs: MODES.map((mode) => {
      const rules = rulesOf(mode);
      return { rules, request: { mode, bait: prepareBait(scene, rules, { surroundings, belongings }) } };
    }),
  };
  const outcomes = await startAbove(scene, request, options.signal);
  const overlay = (await findOverlay(sandbox, scene.home, ['/usr/share'])) !== undefined;
  const modes = MODES.map((mode, index): ModeReport => {
    const rules = rulesOf(mode, []);
    const sees = describeView(resolvePathRules(rules, surroundings), { rules, sandbox, overlay });
    return { mode, sees, ...readOutcome(mode, outcomes[index]) };
  });
  const ok = modes.every(
    ({ problem, mechanisms }) => problem === undefined && mechanisms.every(({ result }) => result === 'refused'),
  );
  return { ok, sandbox, modes, weaknesses: WEAKNESSES[sandbox.kind] };
}

/** Starts the process above the commands as a shell would: with a secret variable and with an open file. */
async function startAbove(
  scene: EscapeScene,
  request: AboveRequest,
  signal: AbortSignal | undefined,
): Promise<z.infer<typeof outcomeShape>> {
  const unused = Array.from({ length: DESCRIPTOR - 3 }, () => 'ignore' as const);
  const result = await execa(process.execPath, [ESCAPE_PROGRAM, 'above', scene.processMark], {
    input: JSON.stringify(request),
    // The types of execa know only a few numbers.
    stdio: ['pipe', 'pipe', 'pipe', ...unused, scene.descriptor.fd as 3],
    env: { [SECRET_VARIABLE]: scene.token },
    reject: false,
    ...(signal === undefined ? {} : { cancelSignal: signal }),
  });
  const action = 'try the sandbox';
  if (signal?.aborted === true) throw new CancelledError(action);
  if (result.exitCode !== 0)
    throw new HoldfastError('process', `Failed to ${action}: ${result.stderr || result.message}`);
  return outcomeShape.parse(JSON.parse(result.stdout));
}

function readOutcome(
  mode: (typeof MODES)[number],
  outcome: z.infer<typeof outcomeShape>[number] | undefined,
): Pick<ModeReport, 'problem' | 'mechanisms'> {
  if (outcome === undefined) return { problem: 'no result', mechanisms: [] };
  const { confinement, startError, exitCode, standardOutput, standardError } = outcome;
  if (startError !== undefined) return { problem: startError, mechanisms: [] };
  if (confinement === 'unconfined') return { problem: 'the command ran without a sandbox', mechanisms: [] };
  if (exitCode !== 0) return { problem: `the command failed: ${standardError.trim()}`, mechanisms: [] };
  return { mechanisms: reportMechanisms(mode, standardOutput) };
}

/**
 * Compares what a program inside printed with the table.
 *
 * @param printed the output of the program for the role `inside`
 */
export function reportMechanisms(mode: (typeof MODES)[number], printed: string): readonly MechanismReport[] {
  const tried = new Map(triedShape.parse(JSON.parse(printed)).map((one) => [one.id, one]));
  return mechanismsOf(mode).map(({ id, tries }): MechanismReport => {
    const found = tried.get(id);
    const failure = found === undefined ? 'it was not tried' : found.failure;
    const open = found?.open ?? [];
    const result = open.length > 0 ? 'open' : failure === undefined ? 'refused' : 'failed';
    return { id, tries, result, tried: found?.tried ?? 0, open, failure };
  });
}
