import { dirname, join } from 'node:path';
import { holdfastIn, showPassing, type ShownCommand } from './demo-command.ts';
import { readItem } from './demo-pipeline.ts';
import type { SampleCopy } from './sample.ts';

const TITLE = 'Send the battery status on the CAN bus';
const BODY = 'The instrument cluster shows the state of charge of the battery. It must not be older than 2 ms.';

/** An entry of `holdfast item audit`, as far as the demo reads it. */
interface AuditEntry {
  readonly event: string;
  readonly details: { readonly result?: string; readonly decision?: string };
}

interface InterfacesReport {
  readonly compared: readonly {
    readonly computed?: { readonly title: string; readonly expected: string; readonly actual: string };
  }[];
}

/**
 * A change of a TypeScript gateway pushes the load of a CAN bus over its limit, which only the messages of the firmware and
 * the gateway together show: a service in Python and the TypeScript service extract them. The review blocks the change, the
 * next attempt receives the finding, and its result passes.
 */
export async function demonstrateCanBus(sample: SampleCopy): Promise<ShownCommand> {
  await showPassing(sample, ['interfaces', 'check']);
  await showPassing(sample, ['item', 'new', '--title', TITLE, '--body', BODY, '--run']);
  let watched = await showPassing(sample, ['watch', '--once']);
  // Without a sandbox the scenarios are not hidden from the commands of an attempt, so a person decides.
  while ((await readItem(sample)).progress.decisions.some(({ stage }) => stage === 'scenarios')) {
    await showPassing(sample, ['item', 'approve', '1']);
    watched = await showPassing(sample, ['watch', '--once']);
  }
  await showPassing(sample, ['item', 'show', '1']);

  const loads: string[] = [];
  let limit = '';
  for (const [index, commit] of (await readResults(sample)).entries()) {
    const { title, expected, actual } = await readBusLoad(sample, commit, `attempt-${index + 1}`);
    console.log(`Attempt ${index + 1} (${commit.slice(0, 7)}): ${title} ${actual}, expected ${expected}`);
    loads.push(actual);
    limit = expected;
  }
  const [first = '?', ...others] = loads;
  const { progress } = await readItem(sample);
  const waiting = progress.decisions.filter(({ stage }) => stage === 'integration').length;
  const lines = [
    '',
    `The bus load of ${first} was blocked (${limit}) and fed back. It passed at ${others.at(-1) ?? '?'}: ` +
      `${waiting} pull request waits for review`,
  ];
  return { lines, exitCode: watched.exitCode };
}

/** The commits of the attempts that satisfied their contract. The review blocked all but the last one. */
async function readResults(sample: SampleCopy): Promise<readonly string[]> {
  const { lines } = await holdfastIn(sample, ['item', 'audit', '1']);
  const entries = lines.map((line) => JSON.parse(line) as AuditEntry);
  const decisions = entries.flatMap(({ details: { decision } }) => decision ?? []);
  if (decisions.join(' ') !== 'remediate proceed') {
    throw new Error(`The reviews decided "${decisions.join(' ')}" instead of "remediate proceed".`);
  }
  return entries.flatMap(({ event, details: { result } }) => (event === 'attempted' ? (result ?? []) : []));
}

/** Compares the artifacts of a commit with the interface. */
async function readBusLoad(sample: SampleCopy, commit: string, name: string) {
  const folder = join(dirname(sample.folder), name);
  await sample.git('worktree', 'add', '--quiet', '--detach', folder, commit);
  const { lines } = await holdfastIn({ ...sample, folder }, ['interfaces', 'check', '--format', 'json']);
  const { compared } = JSON.parse(lines.join('\n')) as InterfacesReport;
  const computed = compared.flatMap((part) => part.computed ?? [])[0];
  if (computed === undefined) throw new Error(`The bus load of the commit ${commit} was not computed.`);
  return computed;
}
