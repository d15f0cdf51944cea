import { join } from 'node:path';
import { execa } from 'execa';
import * as z from 'zod';
import { distFolder } from '../project.ts';

const reportSchema = z.object({
  changes: z.array(
    z.object({
      findings: z.array(
        z.object({
          kind: z.string(),
          severity: z.string(),
          message: z.string(),
          file: z.string().optional(),
          line: z.number().optional(),
        }),
      ),
      facts: z.array(z.unknown()),
    }),
  ),
});

/** One finding of a judged change. */
export interface JudgedFinding {
  readonly kind: string;
  readonly severity: string;
  readonly message: string;
  /** `<file>:<line>`. */
  readonly place: string;
}

export interface JudgedChange {
  readonly findings: readonly JudgedFinding[];
  readonly facts: number;
  readonly seconds: number;
}

/** Judges the files of a repository with the built program. Throws if the program could not judge them. */
export async function judgeFolder(folder: string, since: string): Promise<JudgedChange> {
  const started = performance.now();
  const program = [join(distFolder, 'cli.js'), 'check', '--since', since, '--format', 'json'];
  const { stdout, stderr, exitCode } = await execa(process.execPath, program, {
    cwd: folder,
    stdin: 'ignore',
    reject: false,
    maxBuffer: 1e9,
  });
  if (exitCode !== 0 && exitCode !== 1) throw new Error(stderr);
  const { changes } = reportSchema.parse(JSON.parse(stdout));
  return {
    findings: changes.flatMap(({ findings }) =>
      findings.map((one) => ({ ...one, place: `${one.file ?? ''}:${one.line ?? 1}` })),
    ),
    facts: changes.reduce((sum, { facts }) => sum + facts.length, 0),
    seconds: (performance.now() - started) / 1000,
  };
}

/** Runs git in a folder and returns its output. */
export async function gitIn(folder: string, ...args: readonly string[]): Promise<string> {
  return (await execa('git', args, { cwd: folder, stdin: 'ignore' })).stdout;
}

/** The value at a share of a list, for example 0.5 for the median. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
