import assert from 'node:assert/strict';
import { chmodSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Engine } from '../../src/engine.ts';
import type { RunEvent } from '../../src/run/events.ts';
import type { ContractRunResult } from '../../src/run/result.ts';
import { HoldfastError } from '../../src/shared/errors.ts';
import { writes } from '../cli/support/health-check.ts';
import { Workspace } from '../cli/support/workspace.ts';
import type { LoopbackServer } from '../servers/loopback-server.ts';
import { startOpenAiChatServer } from '../servers/openai-chat.ts';
import * as sample from './support/amended-repository.ts';

const { CONTRACT, answering, asksForOptions, engineOf, greetFiles, PROPOSAL, writesOptions } = sample;

describe('a run that keeps failing on the contract itself', () => {
  it('[ENF-AMEND-1, ENF-AMEND-5] ends failed, with an amendment that waits and survives a restart', async () => {
    using workspace = new Workspace(greetFiles());
    await using server = await startOpenAiChatServer(answering({ attempt: writesOptions, amendment: () => PROPOSAL }));
    const before = workspace.state();
    const events: RunEvent[] = [];
    let id = '';
    {
      await using engine = engineOf(workspace, server);
      const run = await engine.runChunk({ contract: CONTRACT, chunk: 'greet', onEvent: (event) => events.push(event) });
      assert.equal(run.status, 'fail', run.reason);
      assert.equal(run.attempts.length, 2);
      id = run.amendment?.id ?? '';
      assert.notEqual(id, '', run.reason);
      assert.ok(run.reason?.includes(id), run.reason);
    }
    assert.ok(
      events.some((event) => event.type === 'amendment-proposed' && event.id === id && event.chunk === 'greet'),
    );
    assert.deepEqual(workspace.state(), before);
    await using again = engineOf(workspace, server);
    const [pending, ...more] = await again.amendments('pending');
    assert.deepEqual(more, []);
    assert.equal(pending?.id, id);
    assert.deepEqual(pending.proposedChanges, PROPOSAL.proposedChanges);
    assert.equal(pending.before, sample.CONTRACT_TEXT);
    assert.equal(pending.after, sample.AMENDED_TEXT);
    assert.equal(pending.violations.length, 1);
  });

  it('[ENF-AMEND-1] asks the model with the contract part, the violations and the diff, and with no secret', async () => {
    using workspace = new Workspace(greetFiles());
    const leaking = writes(`// sk-loopback-key\n${sample.WITH_OPTIONS}`, sample.GREET);
    await using server = await startOpenAiChatServer(answering({ attempt: () => leaking, amendment: () => PROPOSAL }));
    await using engine = engineOf(workspace, server);
    await engine.runChunk({ contract: CONTRACT, chunk: 'greet' });
    const { body, text } = server.requests.at(-1)!;
    assert.equal(body['temperature'], 0);
    for (const part of [
      'chunks[0].functions[0].signature = ',
      'export interface GreetOptions',
      'must have the signature',
    ]) {
      assert.ok(text.includes(part), part);
    }
    assert.ok(!text.includes('sk-loopback-key'));
  });

  for (const [file, text] of sample.MANIFESTS) {
    it(`[COMP-COMPAT] [ENF-AMEND-4] amends ${file} in the words of a manifest, and goes on with it`, async () => {
      using workspace = new Workspace({ ...greetFiles(), [file]: text });
      const proposal = { ...PROPOSAL, additionalTypes: [{ name: 'GreetOptions', definition: '{ loud?: boolean }' }] };
      await using server = await startOpenAiChatServer(
        answering({ attempt: sample.writesAny, amendment: () => proposal }),
      );
      await using engine = engineOf(workspace, server);
      const run = await engine.runAll({ contract: file });
      const id = run.chunks[0]?.amendment?.id ?? '';
      const accepted = await engine.acceptAmendment(id);
      assert.deepEqual(
        accepted.affectedChunks.map((affected) => affected.id),
        ['door'],
      );

      const document = await engine.contract(file);
      assert.deepEqual([document.form, document.problems], ['manifest', []]);
      assert.deepEqual(document.contract?.chunks[0]?.types, [
        { name: 'GreetOptions', file: 'src/greet.ts', definition: '{ loud?: boolean }' },
      ]);
      // Apart from the type nothing but the signature is different.
      const amended = text.replace(sample.OLD_SIGNATURE, sample.NEW_SIGNATURE).split('\n');
      const written = workspace.read(file).split('\n');
      const missing = amended.filter(
        (line) => !written.some((one) => one.replace(/,$/, '') === line.replace(/,$/, '')),
      );
      assert.deepEqual(missing, []);
      const gone = await engine.continueAmended(id);
      assert.deepEqual(
        gone.chunks.map(({ chunk, status }) => [chunk, status]),
        [
          ['greet', 'pass'],
          ['door', 'pass'],
        ],
      );
    });
  }

  it('[ENF-AMEND-2] tells the chunks and the code that the change concerns', async () => {
    const main = "import { greet } from './greet.js';\nexport const started = greet('you');\n";
    const before = 'export function greet(name: string): string {\n  return name;\n}\n';
    using workspace = new Workspace(greetFiles({ 'src/main.ts': main, [sample.GREET]: before }));
    await using server = await startOpenAiChatServer(answering({ attempt: writesOptions, amendment: () => PROPOSAL }));
    await using engine = engineOf(workspace, server);
    await engine.runChunk({ contract: CONTRACT, chunk: 'greet' });
    const [amendment] = await engine.amendments();
    assert.deepEqual(
      amendment?.affectedChunks.map(({ id, reasons }) => [id, reasons]),
      [
        ['door', ['consumes greet()', 'depends on greet']],
        ['bell', ['depends on door, which is affected']],
      ],
    );
    assert.deepEqual(amendment.usedBy, [
      { file: 'src/main.ts', line: 1, column: 10, symbol: 'greet' },
      { file: 'src/main.ts', line: 2, column: 24, symbol: 'greet' },
    ]);
  });

  for (const [what, change] of [
    [
      'a pattern',
      ['export_exists, target: greet, file: src/greet.ts', "pattern_match, target: src/greet.ts, pattern: 'never'"],
    ],
    ['a command', ['maxAttempts: 2', "maxAttempts: 2\n    acceptanceCommands: ['node -e process.exit(1)']"]],
    ['the build', ['chunks:\n', "build: { command: 'node -e process.exit(1)' }\nchunks:\n"]],
  ] as const) {
    it(`[ENF-AMEND-1] never asks for an amendment where ${what} is what fails`, async () => {
      const [from, to] = change;
      const isBuild = what === 'the build';
      // A build that fails is no proof of anything; otherwise the signature is right.
      const text = (isBuild ? sample.CONTRACT_TEXT : sample.AMENDED_TEXT).replace(from, to);
      using workspace = new Workspace(greetFiles({ [CONTRACT]: text }));
      await using server = await startOpenAiChatServer(
        answering({ attempt: writesOptions, amendment: () => PROPOSAL }),
      );
      await using engine = engineOf(workspace, server);
      const run = await engine.runChunk({ contract: CONTRACT, chunk: 'greet' });
      assert.equal(run.status, 'fail');
      assert.equal(run.amendment, undefined);
      assert.deepEqual(await engine.amendments(), []);
      assert.ok(server.requests.every((request) => !request.text.includes('You decide how a contract must change')));
    });
  }

  for (const landing of ['commit', 'review', 'none'] as const) {
    it(`[ENF-AMEND-5] is superseded once the chunk has passed without it and landed (${landing})`, async () => {
      using workspace = new Workspace(greetFiles());
      const right = writes('export function greet(name: string): string {\n  return name;\n}\n', sample.GREET);
      const attempt = (number: number) => (number <= 2 ? writesOptions() : right);
      await using server = await startOpenAiChatServer(answering({ attempt, amendment: () => PROPOSAL }));
      await using engine = engineOf(workspace, server);
      await engine.runChunk({ contract: CONTRACT, chunk: 'greet' });
      const statuses = async () => (await engine.amendments()).map(({ status }) => status);
      assert.deepEqual(await statuses(), ['pending']);
      const { status, runId } = await engine.runChunk({ contract: CONTRACT, chunk: 'greet', landing });
      assert.equal(status, 'pass');
      if (landing !== 'commit') assert.deepEqual(await statuses(), ['pending'], 'nothing has landed');
      if (landing === 'review') await engine.accept(runId);
      assert.deepEqual(await statuses(), [landing === 'none' ? 'pending' : 'superseded']);
      const [amendment] = await engine.amendments();
      assert.equal(amendment?.resolvedAt !== undefined, landing !== 'none');
    });
  }

  it('[ENF-AMEND-1] makes no further attempt where the model asks for an amendment and fails on the contract', async () => {
    using workspace = new Workspace(greetFiles());
    await using server = await startOpenAiChatServer(answering({ attempt: asksForOptions, amendment: () => PROPOSAL }));
    await using engine = engineOf(workspace, server);
    const run = await engine.runChunk({ contract: CONTRACT, chunk: 'greet' });
    assert.equal(run.attempts.length, 1);
    assert.notEqual(run.amendment, undefined, run.reason);
    assert.match(run.reason ?? '', /the model asks for an amendment/);
    assert.ok(server.requests.at(-1)!.text.includes('Nobody can greet loudly.'));
  });

  it('[ENF-AMEND-1] heeds no request for an amendment where the contract holds', async () => {
    using workspace = new Workspace(greetFiles({ [CONTRACT]: sample.AMENDED_TEXT }));
    await using server = await startOpenAiChatServer(answering({ attempt: asksForOptions, amendment: () => PROPOSAL }));
    await using engine = engineOf(workspace, server);
    const run = await engine.runChunk({ contract: CONTRACT, chunk: 'greet' });
    assert.equal(run.status, 'pass', run.reason);
    assert.deepEqual(await engine.amendments(), []);
  });

  it('[ENF-AMEND-1] tells the model what is wrong with its proposal, and takes the one that is right', async () => {
    using workspace = new Workspace(greetFiles());
    const wrong = { ...PROPOSAL, proposedChanges: [{ ...PROPOSAL.proposedChanges[0], oldValue: '() => void' }] };
    const answers = ['I think it should have options.', wrong, PROPOSAL];
    await using server = await startOpenAiChatServer(
      answering({ attempt: writesOptions, amendment: (number) => answers[number - 1] }),
    );
    await using engine = engineOf(workspace, server);
    const run = await engine.runChunk({ contract: CONTRACT, chunk: 'greet' });
    assert.notEqual(run.amendment, undefined, run.reason);
    assert.ok(server.requests.at(-2)!.text.includes('There is no JSON object in it'));
    assert.ok(server.requests.at(-1)!.text.includes('the contract says'));
  });

  it('[ENF-AMEND-1] drops a proposal that is wrong three times, says so and keeps it', async () => {
    using workspace = new Workspace(greetFiles());
    const wrong = { ...PROPOSAL, proposedChanges: [{ path: 'chunks[0].title', oldValue: 'greet', newValue: 'Greet' }] };
    await using server = await startOpenAiChatServer(answering({ attempt: writesOptions, amendment: () => wrong }));
    await using engine = engineOf(workspace, server);
    const run = await engine.runChunk({ contract: CONTRACT, chunk: 'greet' });
    assert.equal(run.status, 'fail');
    assert.equal(run.amendment, undefined);
    assert.match(run.reason ?? '', /dropped.*chunks\[0\]\.title must stay as it is/s);
    const asked = server.requests.filter(({ text }) => text.includes('You decide how a contract must change'));
    assert.equal(asked.length, 3);
    const [dropped] = await engine.amendments('dropped');
    assert.ok(dropped);
    assert.match(dropped.note ?? '', /chunks\[0\]\.title must stay as it is/);
    assert.equal(dropped.reason, PROPOSAL.reason);
    assert.notEqual(dropped.resolvedAt, undefined);
    await assert.rejects(engine.acceptAmendment(dropped.id), { code: 'not-found' });
    assert.equal(workspace.read(CONTRACT), sample.CONTRACT_TEXT);
  });
});

describe('an amendment that waits', () => {
  /** A repository with one amendment that waits, and its engine. */
  async function withAmendment(
    work: (given: {
      readonly workspace: Workspace;
      readonly server: LoopbackServer;
      readonly engine: Engine;
      readonly id: string;
    }) => Promise<void>,
    contract = sample.CONTRACT_TEXT,
  ): Promise<void> {
    using workspace = new Workspace(greetFiles({ [CONTRACT]: contract }));
    await using server = await startOpenAiChatServer(answering({ attempt: asksForOptions, amendment: () => PROPOSAL }));
    await using engine = engineOf(workspace, server);
    const { amendment, reason } = await engine.runChunk({ contract: CONTRACT, chunk: 'greet' });
    assert.notEqual(amendment, undefined, reason);
    await work({ workspace, server, engine, id: amendment!.id });
  }

  it('[ENF-AMEND-4] is written in place, with line endings, comments and mode as they were', async () => {
    const crlf = (text: string): string => text.replaceAll('\n', '\r\n');
    await withAmendment(async ({ workspace, engine, id }) => {
      chmodSync(join(workspace.folder, CONTRACT), 0o640);
      await engine.acceptAmendment(id);
      assert.equal(workspace.read(CONTRACT), crlf(sample.AMENDED_TEXT));
      if (process.platform !== 'win32') assert.equal(statSync(join(workspace.folder, CONTRACT)).mode & 0o777, 0o640);
      assert.deepEqual(
        readdirSync(workspace.folder).filter((name) => name.startsWith(CONTRACT)),
        [CONTRACT],
      );
    }, crlf(sample.CONTRACT_TEXT));
  });

  it('[ENF-AMEND-4] changes nothing where the contract has changed since, and says so', async () => {
    await withAmendment(async ({ workspace, engine, id }) => {
      const now = `${sample.CONTRACT_TEXT}# a note\n`;
      workspace.write({ [CONTRACT]: now });
      await assert.rejects(engine.acceptAmendment(id), {
        code: 'conflict',
        message: /the contract has changed since the proposal/,
      });
      assert.equal(workspace.read(CONTRACT), now);
      assert.equal((await engine.amendments('pending')).length, 1);
    });
  });

  it('[ENF-AMEND-4] goes through the editor where it has the file, and is settled only once it is written', async () => {
    await withAmendment(async ({ workspace, server, id }) => {
      const calls: unknown[] = [];
      const broken = (...given: unknown[]): Promise<boolean> => {
        calls.push(given);
        return Promise.reject(new HoldfastError('conflict', 'Failed to write: it is read-only.'));
      };
      await using engine = engineOf(workspace, server, { replaceText: broken });
      await assert.rejects(engine.acceptAmendment(id), { code: 'conflict' });
      assert.deepEqual(calls, [[CONTRACT, sample.CONTRACT_TEXT, sample.AMENDED_TEXT]]);
      assert.equal((await engine.amendments('pending')).length, 1);
      assert.equal(workspace.read(CONTRACT), sample.CONTRACT_TEXT);
    });
  });

  for (const [whose, changes, text] of [
    ['the proposal', undefined, sample.AMENDED_TEXT],
    [
      "the person's own version",
      [{ ...PROPOSAL.proposedChanges[0]!, newValue: '(name: string, loud: boolean) => string' }],
      sample.CONTRACT_TEXT.replace(sample.OLD_SIGNATURE, '(name: string, loud: boolean) => string'),
    ],
  ] as const) {
    it(`[ENF-AMEND-4] is settled by the next try where a kill came after it was written (${whose})`, async () => {
      await withAmendment(async ({ workspace, server, engine, id }) => {
        const killed = (file: string, _expected: string, written: string): Promise<boolean> => {
          workspace.write({ [file]: written });
          return Promise.reject(new Error('killed'));
        };
        {
          await using dying = engineOf(workspace, server, { replaceText: killed });
          await assert.rejects(dying.acceptAmendment(id, changes), /killed/);
        }
        assert.equal(workspace.read(CONTRACT), text);
        assert.equal((await engine.amendments('pending')).length, 1);
        engine.filesChanged([CONTRACT]);
        const accepted = await engine.acceptAmendment(id);
        assert.equal(accepted.status, 'accepted');
        assert.equal(accepted.after, text);
        assert.equal(workspace.read(CONTRACT), text);
      });
    });
  }

  it("[ENF-AMEND-4] takes the person's own version, held to the same rules, and keeps what it was before", async () => {
    await withAmendment(async ({ workspace, engine, id }) => {
      const [change] = PROPOSAL.proposedChanges;
      const weaker = [
        ...PROPOSAL.proposedChanges,
        { path: 'chunks[0].allowedFiles[0]', oldValue: 'src/greet.ts', newValue: '**' },
      ];
      await assert.rejects(engine.acceptAmendment(id, weaker), {
        code: 'contract',
        message: /allowedFiles\[0\] must stay/,
      });
      assert.equal(workspace.read(CONTRACT), sample.CONTRACT_TEXT);
      const own = { ...change!, newValue: '(name: string, loud: boolean) => string' };
      const accepted = await engine.acceptAmendment(id, [own]);
      assert.deepEqual(accepted.proposedChanges, [own]);
      assert.equal(accepted.proposedChanges[0]?.oldValue, sample.OLD_SIGNATURE);
      assert.equal(accepted.before, sample.CONTRACT_TEXT);
      assert.match(workspace.read(CONTRACT), /loud: boolean/);
    });
  });

  it('[ENF-AMEND-4] makes others of the same contract obsolete once it is accepted', async () => {
    await withAmendment(async ({ engine, id }) => {
      const { amendment } = await engine.runChunk({ contract: CONTRACT, chunk: 'greet' });
      await engine.acceptAmendment(id);
      const all = await engine.amendments();
      assert.deepEqual(
        all.map((each) => [each.id, each.status]),
        [
          [amendment?.id, 'superseded'],
          [id, 'accepted'],
        ],
      );
      assert.ok(all.every(({ resolvedAt }) => resolvedAt !== undefined));
      await assert.rejects(engine.acceptAmendment(amendment?.id ?? ''), { code: 'not-found' });
    });
  });

  it('[ENF-AMEND-5] is rejected once: the chunk has failed, the contract is as it was', async () => {
    await withAmendment(async ({ workspace, engine, id }) => {
      const rejected = await engine.rejectAmendment(id);
      assert.equal(rejected.status, 'rejected');
      assert.notEqual(rejected.resolvedAt, undefined);
      assert.equal(workspace.read(CONTRACT), sample.CONTRACT_TEXT);
      await assert.rejects(engine.rejectAmendment(id), { code: 'not-found' });
      await assert.rejects(engine.acceptAmendment(id), { code: 'not-found' });
      await assert.rejects(engine.continueAmended(id), { code: 'not-found' });
      assert.equal((await engine.history())[0]?.status, 'fail');
    });
  });

  it('[ENF-AMEND-4] goes on with the amended contract and lands, once it is accepted', async () => {
    using workspace = new Workspace(greetFiles());
    await using server = await startOpenAiChatServer(answering({ attempt: writesOptions, amendment: () => PROPOSAL }));
    await using engine = engineOf(workspace, server);
    const { amendment } = await engine.runChunk({ contract: CONTRACT, chunk: 'greet' });
    const id = amendment?.id ?? '';
    const accepted = await engine.acceptAmendment(id);
    assert.equal(accepted.status, 'accepted');
    assert.notEqual(accepted.resolvedAt, undefined);
    assert.equal(workspace.read(CONTRACT), sample.AMENDED_TEXT);
    const run = await engine.continueAmended(id);
    assert.equal(run.status, 'pass', JSON.stringify(run));
    assert.equal(workspace.read(sample.GREET), sample.WITH_OPTIONS);
  });

  for (const landing of ['commit', 'review'] as const) {
    it(`[ENF-AMEND-4] goes on with the chunks that were blocked, where all were run (${landing})`, async () => {
      const more =
        '  - { id: bench, title: The bench, description: This is chunk bench., allowedFiles: [src/bench.ts] , creates: [bench()]}\n';
      using workspace = new Workspace(greetFiles({ [CONTRACT]: sample.CONTRACT_TEXT + more }));
      await using server = await startOpenAiChatServer(
        answering({ attempt: sample.writesAny, amendment: () => PROPOSAL }),
      );
      await using engine = engineOf(workspace, server);
      const statuses = ({ chunks }: ContractRunResult) => chunks.map(({ chunk, status }) => [chunk, status]);
      const first = await engine.runAll({ contract: CONTRACT, landing });
      assert.deepEqual(statuses(first), [
        ['greet', 'fail'],
        ['door', 'blocked'],
        ['bell', 'blocked'],
        ['bench', 'pass'],
      ]);
      const id = first.chunks[0]?.amendment?.id ?? '';
      await engine.acceptAmendment(id);
      const run = await engine.continueAmended(id);
      assert.deepEqual(statuses(run), [
        ['greet', 'pass'],
        ['door', 'pass'],
        ['bell', 'pass'],
        ['bench', 'pass'],
      ]);
      assert.equal(run.chunks[3]?.runId, first.chunks[3]?.runId);
      if (landing === 'review') {
        const [review, ...others] = await engine.pendingReviews();
        assert.ok(review);
        assert.deepEqual(others, []);
        assert.deepEqual(review.chunks.map((chunk) => chunk.id).sort(), ['bell', 'bench', 'door', 'greet']);
        await engine.accept(review.runId, 'working-tree');
      }
      for (const name of ['greet', 'door', 'bell', 'bench']) {
        assert.match(workspace.read(`src/${name}.ts`), new RegExp(`function ${name}\\(`));
      }
    }).timeout(180_000);
  }
});
