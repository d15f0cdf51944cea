import type { Gate } from '../../contract/model.ts';
import type { GateDecision, TestCommandReport } from '../../verdicts/gates/judgement.ts';
import {
  detectTestCommands,
  readTestCommand,
  type TestCommand,
} from '../../verdicts/test-runners/detect-test-command.ts';
import {
  combineAffectedTests,
  selectAffectedTests,
  type AffectedTests,
} from '../../verdicts/test-runners/select-affected-tests.ts';
import { commandText, runGateCommand, type GateCommandResult } from './decide-by-command.ts';
import type { GateInput } from './gate-input.ts';

/**
 * [GATE-1] Decides a gate by the tests of the repository: first the test files that the change affects, then all tests. A
 * failure of the affected tests decides the gate. It passes only if all tests pass.
 */
export async function decideByTests(input: GateInput, gate: Gate): Promise<GateDecision> {
  const { tree } = input.attempt;
  const changedFiles = await listChangedFiles(input);
  const commands =
    gate.command === undefined
      ? await detectTestCommands(tree, changedFiles)
      : [await readTestCommand(tree, gate.command)];
  if (commands.length === 0) {
    return {
      verdict: 'BROKEN',
      reasoning:
        'No test command was found: package.json has no test script, and no test runner is configured. Add a test script, or set "command" of the gate.',
    };
  }
  const selected = combineAffectedTests(
    await Promise.all(commands.map((command) => selectTests(input, command, changedFiles))),
  );
  const reports: TestCommandReport[] = [];
  const run = async (
    scope: TestCommandReport['scope'],
    line: string | readonly string[],
    folder?: string,
  ): Promise<GateCommandResult> => {
    const result = await runGateCommand(input, gate, { command: line, folder });
    const { exitCode, durationMs } = result.outcome;
    reports.push({ command: commandText(line), scope, exitCode, durationMs: Math.round(durationMs) });
    return result;
  };
  const toDecision = ({ verdict, reasoning, evidence }: GateCommandResult, prefix: string): GateDecision => ({
    verdict,
    reasoning: `${prefix} ${reasoning}`,
    ...(evidence && { evidence }),
    tests: {
      runner: commands[0]?.runner ?? selected.runs[0]?.runner,
      affected: selected.files,
      total: selected.total,
      reason: selected.reason,
      commands: reports,
    },
  });
  const chosen = `${selected.files.length} of ${selected.total ?? 'an unknown number of'} test files`;
  const testSteps = new Set(selected.runs.map((each) => each.steps.at(-1)));
  for (const step of selected.runs.flatMap((each) => each.steps)) {
    const result = await run('affected', step.words, step.folder);
    if (result.verdict === 'FAIL') {
      const failure = testSteps.has(step)
        ? `Of the affected tests, ${chosen}, some fail.`
        : 'A command that the test script runs before the tests fails.';
      return toDecision(result, `${failure} All tests did not run.`);
    }
    // A command that cannot run proves nothing. All tests decide.
    if (result.verdict === 'BROKEN') break;
  }
  const prefix =
    selected.reason === undefined
      ? `The affected tests, ${chosen}, ran first; then all tests ran.`
      : `All tests ran at once. ${selected.reason}`;
  const [first, ...others] = commands.map(({ command }) => command);
  let result = await run('all', first ?? '');
  for (const command of others) {
    if (result.verdict !== 'PASS') break;
    result = await run('all', command);
  }
  return toDecision(result, prefix);
}

/** The files of the change under their paths before and after it; empty without a change to compare. */
async function listChangedFiles({ attempt, base, judged, services }: GateInput): Promise<readonly string[]> {
  if (base.commit === judged.commit) return [];
  const changes = await attempt.listChanges(base.commit, judged.commit, services.signal);
  return changes.flatMap(({ path, previousPath }) => (previousPath === undefined ? [path] : [path, previousPath]));
}

/** Selects the affected tests of the change. A tree without a change to compare runs all tests. */
async function selectTests(
  input: GateInput,
  command: TestCommand,
  changedFiles: readonly string[],
): Promise<AffectedTests> {
  const { attempt, services } = input;
  if (changedFiles.length === 0) {
    return { runs: [], files: [], total: undefined, reason: 'There is no change to compare.' };
  }
  return selectAffectedTests({
    tree: attempt.tree,
    command,
    changedFiles,
    findDependents: (files) => services.analysis.allDependents(attempt.root, files, { signal: services.signal }),
    isWindows: process.platform === 'win32',
  });
}
