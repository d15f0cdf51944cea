import assert from 'node:assert/strict';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Amendment } from '../../src/engine.ts';
import type { RunSummary } from '../../src/history/records/run-summaries.ts';
import type { ChunkRunResult, ContractRunResult } from '../../src/run/report/run-result.ts';
import * as sample from '../run/support/amended-repository.ts';
import { startOpenAiChatServer } from '../servers/openai-chat.ts';
import { callHoldfast, runHoldfast } from './support/holdfast.ts';
import { Workspace } from './support/workspace.ts';

const {
  createAnswerScript,
  replyWithAmendmentRequest,
  AMENDED_TEXT,
  CONTRACT,
  CONTRACT_TEXT,
  createGreetingFiles,
  PROPOSAL,
} = sample;

const createAnswers = () => createAnswerScript({ attempt: replyWithAmendmentRequest, amendment: () => PROPOSAL });

describe('amendments on the command line', () => {
  /** A repository in which a headless run has proposed an amendment. */
  let workspace: Workspace;
  /** Its folder as the run left it. The history knows the path of the folder, so each test gets it back there. */
  let proposed: string;
  let id: string;

  before(async () => {
    workspace = new Workspace(createGreetingFiles());
    await using server = await startOpenAiChatServer(createAnswers());
    const args = ['run', CONTRACT, '--chunk', 'greet', '--format', 'json'];
    const run = await runHoldfast(workspace.folder, args, workspace.environment(server));
    const result = JSON.parse(run.stdout) as ChunkRunResult;
    assert.equal(run.code, 1, run.stderr);
    assert.equal(result.status, 'fail');
    id = result.amendment?.id ?? '';
    assert.notEqual(id, '', run.stdout);
    assert.ok(result.reason?.includes(id), result.reason);
    proposed = join(workspace.folder, '..', 'proposed');
    cpSync(workspace.folder, proposed, { recursive: true, verbatimSymlinks: true });
  });
  after(() => workspace[Symbol.dispose]());

  async function withAmendment(
    work: (amendments: (...args: string[]) => ReturnType<typeof callHoldfast>) => Promise<void>,
  ): Promise<void> {
    rmSync(workspace.folder, { recursive: true });
    cpSync(proposed, workspace.folder, { recursive: true, verbatimSymlinks: true });
    await using server = await startOpenAiChatServer(createAnswers());
    const environment = workspace.environment(server);
    await work((...more) => callHoldfast(workspace.folder, ['amendments', ...more], environment));
  }

  it('[ENF-AMEND-2, ENF-AMEND-5] are listed, and shown with their diff and the affected chunks', async () => {
    await withAmendment(async (amendments) => {
      const list = await amendments('list');
      assert.equal(list.code, 0);
      assert.match(list.stdout, new RegExp(`${id} +pending +${CONTRACT} · greet +Greeting loudly needs an option`));
      assert.equal((await amendments('list', '--status', 'accepted')).stdout, 'No accepted amendments.\n');
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

  it('[ENF-AMEND-4] are accepted: the contract is edited in place and the chunk passes', async () => {
    await withAmendment(async (amendments) => {
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
      const history = await callHoldfast(workspace.folder, ['history', '--format', 'json'], workspace.environment());
      const { runs } = JSON.parse(history.stdout) as { runs: readonly RunSummary[] };
      assert.deepEqual(
        runs.map(({ status }) => status),
        ['pass', 'fail'],
      );
      // Each run records the hash of its contract text.
      assert.equal(new Set(runs.map(({ contractHash }) => contractHash)).size, 2);
      assert.ok(runs.every(({ revision }) => revision !== null));
      const text = await callHoldfast(workspace.folder, ['history'], workspace.environment());
      assert.ok(runs.every(({ contractHash }) => text.stdout.includes(`contract ${contractHash.slice(0, 12)} at `)));
    });
  });

  it('[ENF-AMEND-4] are accepted without a run, and continued later', async () => {
    await withAmendment(async (amendments) => {
      const accepted = await amendments('accept', id, '--no-continue');
      assert.equal(accepted.code, 0, accepted.stderr);
      assert.equal(accepted.stdout, `Accepted. ${CONTRACT} contains the change.\n`);
      assert.equal(workspace.read(CONTRACT), AMENDED_TEXT);
      const later = await amendments('accept', id);
      assert.equal(later.code, 0, later.stderr);
      assert.match(later.stdout, /1 of 1 chunks passed/);
    });
  });

  it('[ENF-AMEND-4] are refused without a change if the contract has changed', async () => {
    await withAmendment(async (amendments) => {
      workspace.write({ [CONTRACT]: `${CONTRACT_TEXT}# later\n` });
      const accepted = await amendments('accept', id);
      assert.equal(accepted.code, 2);
      assert.match(accepted.stderr, /the contract has changed since the proposal/);
      assert.equal(workspace.read(CONTRACT), `${CONTRACT_TEXT}# later\n`);
    });
  });

  it('[ENF-AMEND-5] are rejected: status and time are stored, and the contract is unchanged', async () => {
    await withAmendment(async (amendments) => {
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

  it('[EDIT-3] are proposed by a person without a model, and accepted without a run', async () => {
    const loudly = 'export function greet(name: string, loud: boolean): string {\n  return name;\n}\n';
    using repository = new Workspace(createGreetingFiles({ [sample.GREET]: loudly }));
    const holdfast = (...args: string[]) => callHoldfast(repository.folder, args, repository.environment());
    const propose = (...args: string[]) => holdfast('amendments', 'propose', CONTRACT, '--chunk', 'greet', ...args);

    const derived = await propose();
    assert.equal(derived.code, 0, derived.stderr);
    for (const line of [
      `The code has (name: string, loud: boolean) => string instead of ${sample.OLD_SIGNATURE}.`,
      "+      - { name: greet, file: src/greet.ts, signature: '(name: string, loud: boolean) => string' } # keep me",
      'chunk door (The door): consumes greet(); depends on greet',
    ]) {
      assert.ok(derived.stdout.split('\n').includes(line), `${line}\n--\n${derived.stdout}`);
    }
    assert.equal(repository.read(CONTRACT), CONTRACT_TEXT);

    const path = 'chunks[0].functions[0].signature';
    const own = '(name: string, ...parts: boolean[]) => string';
    const set = await propose('--set', `${path}=${own}`, '--reason', 'More parts.', '--format', 'json');
    assert.equal(set.code, 0, set.stderr);
    const { amendment } = JSON.parse(set.stdout) as { amendment: Amendment };
    assert.equal(amendment.reason, 'More parts.');
    assert.deepEqual(amendment.proposedChanges, [{ path, oldValue: sample.OLD_SIGNATURE, newValue: own }]);
    const pending = await holdfast('amendments', 'list', '--status', 'pending', '--format', 'json');
    assert.deepEqual(
      (JSON.parse(pending.stdout) as { amendments: readonly Amendment[] }).amendments.map(({ id }) => id),
      [amendment.id],
    );

    // There is no model, so that a run would fail.
    const accepted = await holdfast('amendments', 'accept', amendment.id);
    assert.equal(accepted.code, 0, accepted.stderr);
    assert.equal(accepted.stdout, `Accepted. ${CONTRACT} contains the change.\n`);
    assert.equal(repository.read(CONTRACT), CONTRACT_TEXT.replace(sample.OLD_SIGNATURE, own));
  });

  it('[EDIT-3] are not proposed if the arguments or the files do not allow it, with the reason', async () => {
    using repository = new Workspace(createGreetingFiles());
    const propose = (...args: string[]) =>
      callHoldfast(repository.folder, ['amendments', 'propose', CONTRACT, ...args], repository.environment());
    const nothing = await runHoldfast(
      repository.folder,
      ['amendments', 'propose', CONTRACT, '--chunk', 'greet'],
      repository.environment(),
    );
    assert.equal(nothing.code, 1);
    assert.match(nothing.stderr, /no failed assert shows what the code has instead/);
    const unknown = await propose('--chunk', 'gret');
    assert.equal(unknown.code, 2);
    assert.match(unknown.stderr, /has no chunk with this id/);
    const malformed = await propose('--chunk', 'greet', '--set', 'signature');
    assert.equal(malformed.code, 2);
    assert.match(malformed.stderr, /Write it as path=value/);
  });
});
