import { chmodSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Attack, Fault } from './attack.ts';
import { commitProject, createAttack, leaveWork, prepareHome } from './create-attack.ts';
import { chooseFaults } from './faults/choose-faults.ts';
import { startModel } from './model.ts';
import { GitObjects } from './oracle/git-objects.ts';
import type { Finding } from './oracle/finding.ts';
import { judge } from './oracle/judge.ts';
import { readReport } from './oracle/reported-run.ts';
import { startProgram, type ProgramResult } from './program.ts';
import { Random } from './random.ts';
import { Site } from './site.ts';

export interface AttackResult {
  readonly seed: number;
  readonly faults: readonly Pick<Fault, 'kind' | 'name'>[];
  readonly findings: readonly Finding[];
  readonly durationMs: number;
  /** What happened, in lines, for a single seed. */
  readonly details: readonly string[];
}

export interface AttackOptions {
  /** Keeps the folders of the attack. */
  readonly isKept?: boolean;
  /** The name of the first fault. Default: a random one. */
  readonly fault?: string | undefined;
  /** Only correct answers in an ordinary workspace. */
  readonly isWithoutFaults?: boolean;
  /** How long a run may take before it counts as hanging. */
  readonly limitMs?: number;
}

/** Runs the attack of one seed against a program: the path of its script. */
export async function runAttack(program: string, seed: number, options: AttackOptions = {}): Promise<AttackResult> {
  const startedAt = performance.now();
  const random = new Random(seed);
  const site = new Site();
  try {
    const attack = createAttack(seed, random, site);
    const faults = options.isWithoutFaults === true ? [] : chooseFaults(random, attack.tasks, options.fault);
    prepareHome(attack);
    commitProject(attack, () => faults.forEach((fault) => fault.prepare?.(attack)));
    leaveWork(attack);
    // Other faults need the repository that the last ones remove.
    for (const fault of faults.toSorted((one, other) => Number(one.isLast ?? 0) - Number(other.isLast ?? 0)))
      fault.disturb?.(attack);
    await using server = await startModel(attack, faults);
    const runArguments = ['run', attack.contractFile, '--all', '--format', 'json', ...attack.flags];
    const runs = [await start(program, attack, runArguments, options)];
    if (attack.isKilled || faults.some(({ kind }) => kind === 'machine')) {
      repair(attack);
      runs.push(await start(program, attack, runArguments, options));
    }
    const callCount = server.requests.length;
    const isRepeated = attack.flags.length === 0 && faults.every(({ isHarmless }) => isHarmless === true);
    const again = isRepeated && random.chance(0.3) ? await start(program, attack, runArguments, options) : undefined;
    const paidAgain = server.requests.length - callCount;
    const check = random.chance(0.3)
      ? await start(program, attack, ['check', attack.contractFile, '--format', 'json'], options)
      : undefined;
    const history = random.chance(0.15)
      ? await start(program, attack, ['history', '--format', 'json'], options)
      : undefined;
    const evidence = {
      ...{ attack, faults, again, paidAgain, check, history, requests: server.requests },
      runs: runs.map((result) => ({ result, report: readReport(result) })),
      git: new GitObjects(site.repository, site.storage, attack.environment),
    };
    const findings = await judge(evidence);
    return {
      ...{ seed, findings, faults },
      durationMs: performance.now() - startedAt,
      details: [...attack.user.log, ...runs.flatMap(describe)],
    };
  } finally {
    if (options.isKept === true) console.log(`Kept: ${site.root}`);
    else site[Symbol.dispose]();
  }
}

async function start(
  program: string,
  attack: Attack,
  args: readonly string[],
  { limitMs }: AttackOptions,
): Promise<ProgramResult> {
  const spentBefore = attack.spentUsd;
  attack.running = startProgram(program, args, {
    folder: attack.site.repository,
    environment: attack.environment,
    ...(limitMs === undefined ? {} : { limitMs }),
  });
  const result = await attack.running.finished;
  attack.spending.push({ command: args.join(' '), usd: attack.spentUsd - spentBefore });
  return result;
}

/** What a person does before the next run after a failure of the machine. */
function repair({ site }: Attack): void {
  rmSync(join(site.repository, '.git', 'index.lock'), { force: true });
  rmSync(join(site.repository, '.git', 'refs', 'heads', 'main.lock'), { force: true });
  for (const folder of [site.temporary, site.storage]) mkdirSync(folder, { recursive: true });
  const sources = join(site.repository, 'src');
  if (existsSync(sources)) chmodSync(sources, 0o755);
}

function describe({ arguments: args, code, signal, stdout, stderr, durationMs }: ProgramResult): readonly string[] {
  return [`${args.join(' ')}: ${code ?? signal} after ${Math.round(durationMs)} ms`, stdout, stderr];
}
