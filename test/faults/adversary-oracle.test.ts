/** What the oracle of the random attacks counts as a finding, and what not. */
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Attack } from './adversary/attack.ts';
import { commitProject, createAttack, prepareHome } from './adversary/create-attack.ts';
import { workspaceFaults } from './adversary/faults/workspace.ts';
import type { Evidence } from './adversary/oracle/evidence.ts';
import { findFalsePasses } from './adversary/oracle/false-passes.ts';
import { GitObjects } from './adversary/oracle/git-objects.ts';
import { judge } from './adversary/oracle/judge.ts';
import { findLosses } from './adversary/oracle/losses.ts';
import type { ReportedRun } from './adversary/oracle/reported-run.ts';
import { Random } from './adversary/random.ts';
import { Site } from './adversary/site.ts';

/** Chooses the last of all possibilities. */
class LastChoice extends Random {
  override pick<T>(items: readonly T[]): T {
    return items.at(-1) ?? super.pick(items);
  }
}

/** An attack whose only task rewrites a tracked file. */
const SEED = 14;

describe('The oracle of the adversary', () => {
  let site: Site;
  let attack: Attack;

  beforeEach(() => {
    site = new Site();
    attack = createAttack(SEED, new Random(SEED), site);
    prepareHome(attack);
  });
  afterEach(() => site[Symbol.dispose]());

  const evidence = (report?: ReportedRun): Evidence => ({
    ...{ attack, faults: [], again: undefined, paidAgain: 0, check: undefined, history: undefined, requests: [] },
    runs:
      report === undefined
        ? []
        : [
            {
              report,
              result: {
                ...{ arguments: ['run'], code: 0, signal: null, stdout: '', stderr: '', durationMs: 1 },
                isHanging: false,
              },
            },
          ],
    git: new GitObjects(site.repository, site.storage, attack.environment),
  });

  const commit = (): void => commitProject(attack, () => undefined);

  /** A run that reports its changes in the work tree. */
  const landed = (): ReportedRun => ({
    status: 'pass',
    chunks: attack.tasks.map(({ id, file }) => ({
      status: 'pass',
      chunk: id,
      landed: { files: [file], conflicts: [] },
    })),
  });

  it('finds older entries of the stash, and misses those that were dropped', () => {
    commit();
    for (const text of ['one', 'two']) {
      attack.user.append('src/user.ts', `// ${text}\n`);
      attack.user.stash();
    }
    assert.deepEqual(findLosses(evidence()), []);
    attack.user.git('stash', 'drop', '-q', 'stash@{1}');
    assert.deepEqual(findLosses(evidence()), [`The commit ${attack.user.stashes[0]} is not reachable.`]);
  });

  it('accepts the history in a folder without git, and no other file', () => {
    commit();
    const { user } = attack;
    const appear = (path: string): void => {
      user.write(path, '');
      user.entries.delete(path);
    };
    appear('.holdfast/history.db');
    assert.deepEqual(findLosses(evidence()), ['.holdfast/history.db appeared in the work tree without a landing.']);
    rmSync(join(site.repository, '.git'), { recursive: true });
    assert.deepEqual(findLosses(evidence()), []);
    appear('.holdfast/other.txt');
    assert.deepEqual(findLosses(evidence()), ['.holdfast/other.txt appeared in the work tree without a landing.']);
  });

  it('reads a change that the user put away after it landed, and misses one that never landed', () => {
    commit();
    const { user, tasks } = attack;
    for (const { answer } of tasks)
      for (const { input } of answer) user.write(String(input?.['path']), String(input?.['content']));
    user.stash();
    assert.deepEqual(findFalsePasses(evidence(landed())), []);
    user.append('src/user.ts', '// more\n');
    user.git('stash', 'drop', '-q');
    user.stashes.length = 0;
    user.stash();
    assert.notDeepEqual(findFalsePasses(evidence(landed())), []);
  });

  it('compares what each command spends with the limit', async () => {
    commit();
    attack.isKilled = true;
    attack.spending.push({ command: 'run', usd: 0.3 }, { command: 'check', usd: 0.3 });
    assert.deepEqual(await judge(evidence()), []);
    attack.spending.push({ command: 'run again', usd: 0.4 });
    const findings = await judge(evidence());
    assert.deepEqual(
      findings.map(({ kind, text }) => `${kind}: ${text}`),
      ['overspend: run again spent 0.400 USD, the limit is 0.311 USD.'],
    );
  });

  it('attacks with files in UTF-16', () => {
    const attributes = workspaceFaults.find(({ name }) => name === 'attributes');
    commitProject(attack, () => attributes?.prepare?.({ ...attack, random: new LastChoice(SEED) }));
    assert.match(attack.user.git('show', 'HEAD:.gitattributes'), /working-tree-encoding=UTF-16/);
    assert.equal(attack.user.git('show', 'HEAD:odd/text.utf16'), 'Text');
  });
});
