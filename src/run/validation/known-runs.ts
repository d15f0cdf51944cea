import { createHash } from 'node:crypto';
import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { whenFound } from '../../foundation/system-error.ts';
import { findStartable } from '../../workspace/environment/find-program.ts';
import { subprocessEnvironment } from '../../workspace/environment/subprocess-environment.ts';
import { splitCommand } from '../../workspace/processes/split-command.ts';
import type { RunServices } from '../services/run-services.ts';
import type { AwaitedCode } from './awaited-code.ts';
import type { RedFirstReport } from '../report/red-first-report.ts';
import type { WithoutWorkInput } from './run-without-work.ts';

const storedSchema = z.object({
  outcome: z.enum(['red', 'green']),
  by: z.enum(['test', 'missing-code', 'exit-code']).optional(),
  tests: z.array(z.string()).optional(),
  missing: z.array(z.string()).optional(),
  durationMs: z.number(),
});

export interface KnownRunsInput extends Pick<WithoutWorkInput, 'contract' | 'before' | 'laid'> {
  readonly services: Pick<RunServices, 'configuration' | 'history' | 'repository'>;
  readonly awaited: AwaitedCode;
}

/**
 * The results of earlier runs without the work, in the history: by the tree, the files laid over it, the command with what runs
 * before it, and the installed tools. What was not judged is tried again.
 */
export class KnownRuns {
  readonly #input: KnownRunsInput;

  constructor(input: KnownRunsInput) {
    this.#input = input;
  }

  async read(command: string): Promise<RedFirstReport | undefined> {
    return storedSchema.safeParse(await this.#input.services.history.readAnswer(await this.#keyOf(command))).data;
  }

  async write(command: string, report: RedFirstReport): Promise<void> {
    if (report.outcome === 'not-judged') return;
    await this.#input.services.history.saveAnswer(await this.#keyOf(command), report);
  }

  async #keyOf(command: string): Promise<string> {
    const { contract, before, services, awaited } = this.#input;
    const { attempt, confinement, environment } = services.configuration;
    const { files, executables } = this.#input.laid;
    const laid = [...files].map(([file, bytes]) => [file, bytes && hash(bytes), executables.has(file)]);
    const preparation = [contract.build, contract.attempt, contract.network, attempt, confinement, environment];
    const required = [...awaited.names, ...awaited.files].sort();
    const variables = subprocessEnvironment(environment);
    const copied = [...(contract.attempt?.copy ?? []), ...attempt.copy];
    const tools = await readToolStamps(command, services, copied);
    return `red-first:${hash(JSON.stringify([before.tree, laid, command, preparation, required, variables, tools]))}`;
  }
}

function hash(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

/** What package managers write when they have installed. */
const INSTALLATIONS = ['.package-lock.json', '.modules.yaml', '.yarn-state.yml'];

/** What changes when the program of a command or the installed packages do, without starting anything. */
async function readToolStamps(
  command: string,
  { configuration, repository }: KnownRunsInput['services'],
  copied: readonly string[],
): Promise<readonly unknown[]> {
  const [program = ''] = splitCommand(command);
  const searchPath = subprocessEnvironment(configuration.environment)['PATH'] ?? '';
  const started = await findStartable(program, [repository.folder], searchPath);
  const files = [
    ...(started === undefined ? [] : [await realpath(started)]),
    ...[repository.folder, path.resolve(repository.folder, path.relative(repository.prefix, ''))].flatMap((folder) =>
      INSTALLATIONS.map((name) => path.join(folder, 'node_modules', name)),
    ),
    ...copied.map((file) => path.join(repository.folder, file)),
  ];
  const stamps = await Promise.all(
    files.map(async (file) => {
      const stats = await whenFound(stat(file));
      return [file, stats?.size, stats?.mtimeMs];
    }),
  );
  return [process.version, ...stamps];
}
