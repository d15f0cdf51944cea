import type { PreviousWork } from '../../models/prompts/prompt-input.ts';
import type { Snapshot } from '../../workspace/git/snapshot.ts';
import { readErrorLocations, type PrintedLocation } from '../../workspace/processes/error-locations.ts';
import type { AttemptWorktree } from '../../workspace/worktree/attempt-worktree.ts';
import type { GateReport } from '../report/run-result.ts';
import type { RunServices } from '../services/run-services.ts';
import { ResultPaths } from './result-paths.ts';
import type { AttemptVerdict } from './retry-context.ts';

/** The maximum number of located errors. The prompt shows as many as fit. */
const MAX_ERRORS = 500;

export interface PreviousWorkInput {
  readonly verdict: AttemptVerdict & { readonly gates?: readonly GateReport[] | undefined };
  /** The unified diff of the attempt's change. */
  readonly diff: string;
  readonly base: Snapshot;
  readonly result: Snapshot;
  readonly attempt: Pick<AttemptWorktree, 'root' | 'topLevel'>;
  readonly services: Pick<RunServices, 'repository' | 'signal'>;
}

/** [ENF-CTX-7] Gathers what a failed attempt wrote, and its source lines that errors point at, for the next prompt. */
export async function gatherPreviousWork(input: PreviousWorkInput): Promise<PreviousWork> {
  const { diff, base, result, services } = input;
  const { repository, signal } = services;
  const printed = listLocations(input.verdict);
  if (printed.length === 0) return { diff, errors: [], files: [] };
  const changes = await repository.listChanges(base.commit, result.commit, signal);
  const changed = new Set(changes.map((change) => change.path));
  const paths = new ResultPaths(await repository.listFiles(result.commit, signal), changed, input.attempt);
  const located = new Map<string, { path: string; line: number }>();
  for (const { path: printedPath, line } of printed) {
    const file = paths.find(printedPath);
    if (file !== undefined && located.size < MAX_ERRORS) located.set(`${file}:${line}`, { path: file, line });
  }
  // Errors in code that the attempt wrote are shown first.
  const errors = [...located.values()].sort((a, b) => Number(changed.has(b.path)) - Number(changed.has(a.path)));
  const contents = await repository.readFiles(result.commit, [...new Set(errors.map((error) => error.path))], signal);
  const files = [...contents].flatMap(([file, bytes]) => {
    const text = decode(bytes);
    return text === undefined ? [] : [{ path: file, text, changed: changed.has(file) }];
  });
  return { diff, errors: errors.filter((error) => files.some((file) => file.path === error.path)), files };
}

/** The locations in a verdict: of failed asserts, in the output of failed commands, and in other failures. */
function listLocations({
  assertResults,
  buildPassed,
  buildOutput,
  commands,
  problems,
  gates = [],
}: PreviousWorkInput['verdict']): readonly PrintedLocation[] {
  const failedAsserts = assertResults.filter(({ passed }) => !passed);
  const failedCommands = commands.filter(({ passed }) => !passed);
  const failedGates = gates.filter(({ verdict }) => verdict === 'FAIL');
  return [
    ...failedAsserts.flatMap(({ location }) =>
      location === undefined ? [] : [{ path: location.file, line: location.line }],
    ),
    ...problems.flatMap(({ message }) => readErrorLocations(message)),
    ...failedAsserts.flatMap(({ actual, error }) => readErrorLocations(`${actual ?? ''}\n${error ?? ''}`)),
    ...(buildPassed ? [] : readErrorLocations(buildOutput ?? '')),
    ...failedCommands.flatMap(({ output }) => readErrorLocations(output)),
    ...failedGates.flatMap(({ evidence = [] }) =>
      evidence.flatMap(({ file, line }) => (line === undefined ? [] : [{ path: file, line }])),
    ),
  ];
}

/** The text of a file; undefined if it is not UTF-8 text. */
function decode(bytes: Buffer): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
