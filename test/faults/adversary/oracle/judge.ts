import { ANSWER_USD } from '../attack.ts';
import { findFalsePasses } from './false-passes.ts';
import { allResults, type Evidence } from './evidence.ts';
import type { Finding } from './finding.ts';
import { findLeaks } from './leaks.ts';
import { findLosses } from './losses.ts';
import { findOrphans } from './orphans.ts';

/** Exit codes of the command line. */
const EXIT_CODES = new Set([0, 1, 2, 130]);

/** Judges what an attack has left. */
export async function judge(evidence: Evidence): Promise<readonly Finding[]> {
  const { runs, attack, faults } = evidence;
  const hangs = allResults(evidence)
    .filter(({ isHanging }) => isHanging)
    .map((result) => `${result.arguments.join(' ')} did not end.`);
  const orphans = await findOrphans(attack.site.root);
  const isHarmless = !attack.isKilled && faults.every((fault) => fault.isHarmless === true);
  const first = runs[0];
  const falseFails =
    isHarmless && first?.report?.status !== 'pass'
      ? [`The answers are correct, but the run ends with ${first?.report?.status}: ${describeFailure(evidence)}`]
      : [];
  const of = (kind: Finding['kind'], texts: readonly string[]): Finding[] => texts.map((text) => ({ kind, text }));
  return [
    ...of('false pass', findFalsePasses(evidence)),
    ...of('loss', findLosses(evidence)),
    ...of('leak', findLeaks(evidence)),
    ...of('hang', hangs),
    ...of('orphan', orphans),
    ...of('crash', findCrashes(evidence)),
    ...of('overspend', findOverspending(evidence)),
    ...of('false fail', [...falseFails, ...(falseFails.length === 0 ? findRepeatedWork(evidence) : [])]),
  ];
}

/** What is done is neither paid again nor failed. */
function findRepeatedWork({ again, paidAgain }: Evidence): readonly string[] {
  if (again === undefined) return [];
  return [
    ...(paidAgain > 0 ? [`A second run called the model ${paidAgain} times.`] : []),
    ...(again.code === 0 ? [] : [`A second run ends with ${again.code}: ${again.stderr.slice(-300)}`]),
  ];
}

/** Each command has a budget, and may exceed it by one answer. */
function findOverspending({ attack: { spending, costLimitUsd } }: Evidence): readonly string[] {
  const limit = costLimitUsd + ANSWER_USD + 1e-9;
  return spending
    .filter(({ usd }) => usd > limit)
    .map(({ command, usd }) => `${command} spent ${usd.toFixed(3)} USD, the limit is ${limit.toFixed(3)} USD.`);
}

function findCrashes(evidence: Evidence): readonly string[] {
  const { runs, attack } = evidence;
  return [
    ...runs.flatMap(({ result, report }) => {
      const errors = (report?.chunks ?? []).flatMap(({ error }) => (error?.code === 'internal' ? [error.message] : []));
      // A contract with errors has no report, but a message.
      const isSilent =
        report === undefined && (result.code === 0 || (result.code === 1 && !/^Failed to /m.test(result.stderr)));
      return [...errors, ...(isSilent ? [`No report, exit code ${result.code}: ${result.stderr.slice(-300)}`] : [])];
    }),
    ...allResults(evidence)
      .filter(({ code, signal, stderr, isHanging }) => {
        const isEnded = attack.isKilled && signal !== null;
        return (!isHanging && !isEnded && !EXIT_CODES.has(code ?? -1)) || /\n {4}at .*:\d+:\d+/.test(stderr);
      })
      .map(({ code, signal, stderr }) => `Ended with ${code ?? signal}: ${stderr.slice(-300)}`),
  ];
}

function describeFailure({ runs }: Evidence): string {
  const [first] = runs;
  const reasons = (first?.report?.chunks ?? []).flatMap(({ status, reason, error }) =>
    status === 'pass' ? [] : [`${status}: ${error?.message ?? reason}`],
  );
  return [...reasons, first?.result.stderr.slice(-300)].join('\n');
}
