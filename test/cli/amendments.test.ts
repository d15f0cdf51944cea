import assert from 'node:assert/strict';
import type { Amendment, RunSummary } from '../../src/engine.ts';
import type { ChunkRunResult, ContractRunResult } from '../../src/run/result.ts';
import * as sample from '../run/support/amended-repository.ts';
import { startOpenAiChatServer } from '../servers/openai-chat.ts';
import { holdfast } from './support/holdfast.ts';
import { Workspace } from './support/workspace.ts';

const { answering, asksForOptions, AMENDED_TEXT, CONTRACT, CONTRACT_TEXT, greetFiles, PROPOSAL } = sample;

interface Given {
  readonly workspace: Workspace;
  readonly id: string;
  readonly amendments: (...args: string[]) => ReturnType<typeof holdfast>;
}

/** A repository in which a headless run has ended with an amendment that waits. */
async function withAmendment(work: (given: Given) => Promise<void>): Promise<void> {
  using workspace = new Workspace(greetFiles());
  await using server = await startOpenAiChatServer(answering({ attempt: asksForOptions, amendment: () => PROPOSAL }));
  const environment = workspace.environment(server);
  const args = ['run', CONTRACT, '--chunk', 'greet', '--format', 'json'];
  const run = await holdfast(workspace.folder, args, environment);
  const result = JSON.parse(run.stdout) as ChunkRunResult;
  assert.equal(run.code, 1, run.stderr);
  assert.equal(result.status, 'fail');
  const id = result.amendment?.id ?? '';
  assert.notEqual(id, '', run.stdout);
  assert.ok(result.reason?.includes(id), result.reason);
  await work({
    workspace,
    id,
    amendments: (...more) => holdfast(workspace.folder, ['amendments', ...more], environment),
  });
}

describe('amendments on the command line', () => {
  it('[ENF-AMEND-2, ENF-AMEND-5] are listed and shown, with the change of the text and whom it concerns', async () => {
    await withAmendment(async ({ id, amendments }) => {
      const list = await amendments('list');
      assert.equal(list.code, 0);
      assert.match(list.stdout, new RegExp(`${id} +pending +${CONTRACT} · greet +Greeting loudly needs an option`));
      assert.equal((await amendments('list', '--status', 'accepted')).stdout, 'No amendment is accepted.\n');
      const show = await amendments('show', id.slice(0, 8));
      for (const line of [
        'Greeting loudly needs an option.',
        `--- a/${CONTRACT}`,
        `-      - { name: greet, file: src/greet.ts, signature: '${sample.OLD_SIGNATURE}' } # keep me`,
        `+      - { name: greet, file: src/greet.ts, signature: '${sample.NEW_SIGNATURE}' } # keep me`,
        'chunk door (The door): consumes greet(); depends on greet',
        'chunk bell (The bell): depends on door, which is affected',
        `  expected: ${sample.OLD_SIGNATURE}`,
      ]) {
        assert.ok(show.stdout.split('\n').includes(line), `${line}\n--\n${show.stdout}`);
      }
      const shown = JSON.parse((await amendments('show', id, '--format', 'json')).stdout) as Amendment;
      assert.deepEqual(shown.proposedChanges, PROPOSAL.proposedChanges);
    });
  });

  it('[ENF-AMEND-4] are accepted: the contract is edited in place and its chunk passes', async () => {
    await withAmendment(async ({ workspace, id, amendments }) => {
      const accepted = await amendments('accept', id, '--format', 'json');
      assert.equal(accepted.code, 0, accepted.stderr);
      const { amendment, run } = JSON.parse(accepted.stdout) as { amendment: Amendment; run: ContractRunResult };
      assert.equal(amendment.status, 'accepted');
      assert.deepEqual(
        run.chunks.map(({ chunk, status }) => [chunk, status]),
        [['greet', 'pass']],
      );
      assert.equal(workspace.read(CONTRACT), AMENDED_TEXT);
      assert.equal(workspace.git('log', '-1', '--format=%s'), 'chunk: greet');
      const history = await holdfast(workspace.folder, ['history', '--format', 'json'], workspace.environment());
      const { runs } = JSON.parse(history.stdout) as { runs: readonly RunSummary[] };
      assert.deepEqual(
        runs.map(({ status }) => status),
        ['pass', 'fail'],
      );
      // Each run names the contract's text that it was held to.
      assert.equal(new Set(runs.map(({ contractHash }) => contractHash)).size, 2);
      assert.ok(runs.every(({ revision }) => revision !== null));
      const text = await holdfast(workspace.folder, ['history'], workspace.environment());
      assert.ok(runs.every(({ contractHash }) => text.stdout.includes(`contract ${contractHash.slice(0, 12)} at `)));
    });
  });

  it('[ENF-AMEND-4] are accepted without a run, and gone on with later', async () => {
    await withAmendment(async ({ workspace, id, amendments }) => {
      const accepted = await amendments('accept', id, '--no-continue');
      assert.equal(accepted.code, 0, accepted.stderr);
      assert.equal(accepted.stdout, `Accepted: ${CONTRACT} is amended.\n`);
      assert.equal(workspace.read(CONTRACT), AMENDED_TEXT);
      const later = await amendments('accept', id);
      assert.equal(later.code, 0, later.stderr);
      assert.match(later.stdout, /1 of 1 chunks passed/);
    });
  });

  it('[ENF-AMEND-4] change nothing where the contract has changed, and say so', async () => {
    await withAmendment(async ({ workspace, id, amendments }) => {
      workspace.write({ [CONTRACT]: `${CONTRACT_TEXT}# later\n` });
      const accepted = await amendments('accept', id);
      assert.equal(accepted.code, 2);
      assert.match(accepted.stderr, /the contract has changed since the proposal/);
      assert.equal(workspace.read(CONTRACT), `${CONTRACT_TEXT}# later\n`);
    });
  });

  it('[ENF-AMEND-5] are rejected: status and time are stored, and the contract is as it was', async () => {
    await withAmendment(async ({ workspace, id, amendments }) => {
      const rejected = await amendments('reject', id);
      assert.equal(rejected.code, 0, rejected.stderr);
      const { amendments: all } = JSON.parse((await amendments('list', '--format', 'json')).stdout) as {
        amendments: readonly Amendment[];
      };
      assert.deepEqual(
        all.map((each) => [each.id, each.status, each.resolvedAt !== undefined]),
        [[id, 'rejected', true]],
      );
      assert.equal(workspace.read(CONTRACT), CONTRACT_TEXT);
      const again = await amendments('accept', id);
      assert.equal(again.code, 2);
      assert.match(again.stderr, /it is rejected, not pending/);
      assert.equal((await amendments('show', 'nothing')).code, 2);
    });
  });
});
