import assert from 'node:assert/strict';
import { chmodSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Engine } from '../../../src/engine.ts';
import { openHistory } from '../../../src/history/open-history.ts';
import type { RunEvent } from '../../../src/run/report/run-events.ts';
import type { ContractRunResult } from '../../../src/run/report/run-result.ts';
import { HoldfastError } from '../../../src/foundation/errors.ts';
import { writeFileReply } from '../../cli/support/health-check.ts';
import { Workspace } from '../../cli/support/workspace.ts';
import type { LoopbackServer } from '../../servers/loopback-server.ts';
import { startOpenAiChatServer } from '../../servers/openai-chat.ts';
import * as sample from '../support/amended-repository.ts';
import { preparedState } from '../support/prepared-state.ts';

const {
  CONTRACT,
  createAnswerScript,
  replyWithAmendmentRequest,
  openEngine,
  createGreetingFiles,
  PROPOSAL,
  replyWithOptions,
} = sample;

/** Runs the chunk until its amendment waits for a person, and closes the engine. */
async function requestAmendment(workspace: Workspace) {
  await using server = await startOpenAiChatServer(
    createAnswerScript({ attempt: replyWithAmendmentRequest, amendment: () => PROPOSAL }),
  );
  await using engine = openEngine(workspace, server);
  const run = await engine.runs.runChunk({ contract: CONTRACT, chunk: 'greet' });
  assert.notEqual(run.amendment, undefined, run.reason);
  return { id: run.amendment!.id, run, lastRequest: server.requests.at(-1)!.text };
}

const openAmended = preparedState('pending-amendment', createGreetingFiles(), requestAmendment);

describe('a run that fails repeatedly because of the contract', () => {
  it('[ENF-AMEND-1, ENF-AMEND-5] fails with a pending amendment that survives a restart', async () => {
    using workspace = new Workspace(createGreetingFiles());
    await using server = await startOpenAiChatServer(
      createAnswerScript({ attempt: replyWithOptions, amendment: () => PROPOSAL }),
    );
    const before = workspace.state();
    const events: RunEvent[] = [];
    let id = '';
    {
      await using engine = openEngine(workspace, server);
      const run = await engine.runs.runChunk({
        contract: CONTRACT,
        chunk: 'greet',
        onEvent: (event) => events.push(event),
      });
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
    await using again = openEngine(workspace, server);
    const [pending, ...more] = await again.amendments.list('pending');
    assert.deepEqual(more, []);
    assert.equal(pending?.id, id);
    assert.deepEqual(pending.proposedChanges, PROPOSAL.proposedChanges);
    assert.equal(pending.before, sample.CONTRACT_TEXT);
    assert.equal(pending.after, sample.AMENDED_TEXT);
    assert.equal(pending.violations.length, 1);
  });

  it('[ENF-AMEND-1] sends the contract part, the violations, the diff and the execution output to the model, without secrets', async () => {
    const secret = '// sk-loopback-key\n';
    const build = 'build: { command: node build.mjs }\nchunks:\n';
    using workspace = new Workspace(
      createGreetingFiles({
        [CONTRACT]: sample.CONTRACT_TEXT.replace('chunks:\n', build),
        'build.mjs': "console.log('compiled-greetings');\n",
        // The key is in the user's file already: a model cannot add it.
        [sample.GREET]: secret,
      }),
    );
    const leaking = sample.requestAmendmentFor(secret + sample.MODULE_WITH_OPTIONS);
    await using server = await startOpenAiChatServer(
      createAnswerScript({ attempt: () => leaking, amendment: () => PROPOSAL }),
    );
    await using engine = openEngine(workspace, server);
    await engine.runs.runChunk({ contract: CONTRACT, chunk: 'greet' });
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
    const prompt = JSON.stringify(body['messages']);
    assert.match(prompt, /compiled-greetings\\n<\/output-data>/);
    assert.match(prompt, /What the developer said at the end:/);
  });

  it('[TRUST-3] does not accept a proposal that contains the API key, and stores no part of it', async () => {
    using workspace = new Workspace(createGreetingFiles());
    const leaking = { ...PROPOSAL, reason: `${PROPOSAL.reason} sk-loopback-key` };
    await using server = await startOpenAiChatServer(
      createAnswerScript({
        attempt: replyWithAmendmentRequest,
        amendment: (number) => (number === 1 ? leaking : PROPOSAL),
      }),
    );
    await using engine = openEngine(workspace, server);
    await engine.runs.runChunk({ contract: CONTRACT, chunk: 'greet' });
    const [pending] = await engine.amendments.list('pending');
    assert.equal(pending?.reason, PROPOSAL.reason);
    const { text } = server.requests.at(-1)!;
    assert.match(text, /contains an API key of the model/);
    assert.ok(!text.includes('sk-loopback-key'));
    assert.ok(!readFileSync(await engine.history.file()).includes('sk-loopback-key'));
  });

  for (const [file, text] of sample.MANIFESTS) {
    it(`[COMP-COMPAT] [ENF-AMEND-4] amends ${file} in the form of a manifest, and continues`, async () => {
      using workspace = new Workspace({ ...createGreetingFiles(), [file]: text });
      const proposal = { ...PROPOSAL, additionalTypes: [{ name: 'GreetOptions', definition: '{ loud?: boolean }' }] };
      await using server = await startOpenAiChatServer(
        createAnswerScript({
          attempt: (number, request) =>
            number === 1 ? replyWithAmendmentRequest() : sample.replyForChunk(number, request),
          amendment: () => proposal,
        }),
      );
      await using engine = openEngine(workspace, server);
      // All chunks of one form, and a single chunk of the other.
      const isBatch = file.endsWith('.yaml');
      const run = isBatch
        ? await engine.runs.runAll({ contract: file })
        : { chunks: [await engine.runs.runChunk({ contract: file, chunk: 'greet' })] };
      const id = run.chunks[0]?.amendment?.id ?? '';
      const accepted = await engine.amendments.accept(id);
      assert.deepEqual(
        accepted.affectedChunks.map((affected) => affected.id),
        ['door'],
      );

      const document = await engine.contracts.read(file);
      assert.deepEqual([document.form, document.problems], ['manifest', []]);
      assert.deepEqual(document.contract?.chunks[0]?.types, [
        { name: 'GreetOptions', file: 'src/greet.ts', definition: '{ loud?: boolean }' },
      ]);
      // Apart from the added type, only the signature differs.
      const amended = text.replace(sample.OLD_SIGNATURE, sample.NEW_SIGNATURE).split('\n');
      const written = workspace.read(file).split('\n');
      const missing = amended.filter(
        (line) => !written.some((other) => other.replace(/,$/, '') === line.replace(/,$/, '')),
      );
      assert.deepEqual(missing, []);
      const continued = await engine.amendments.continue(id);
      assert.deepEqual(
        continued.chunks.map(({ chunk, status }) => [chunk, status]),
        [['greet', 'pass'], ...(isBatch ? [['door', 'pass']] : [])],
      );
      for (const { chunk } of continued.chunks) {
        assert.match(workspace.read(`src/${chunk}.ts`), new RegExp(`function ${chunk}\\(`));
      }
    });
  }

  it('[ENF-AMEND-2] lists the chunks and the code that the change affects', async () => {
    const main = "import { greet } from './greet.js';\nexport const started = greet('you');\n";
    const before = 'export function greet(name: string): string {\n  return name;\n}\n';
    using workspace = new Workspace(createGreetingFiles({ 'src/main.ts': main, [sample.GREET]: before }));
    await using server = await startOpenAiChatServer(
      createAnswerScript({ attempt: replyWithAmendmentRequest, amendment: () => PROPOSAL }),
    );
    await using engine = openEngine(workspace, server);
    await engine.runs.runChunk({ contract: CONTRACT, chunk: 'greet' });
    const [amendment] = await engine.amendments.list();
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

  it('[ENF-AMEND-1] does not request an amendment if the build fails', async () => {
    // With a failing build, the wrong signature is not proven.
    const text = sample.CONTRACT_TEXT.replace(
      'chunks:\n',
      'build: { command: \'node -e "process.exit(1)"\' }\nchunks:\n',
    );
    using workspace = new Workspace(createGreetingFiles({ [CONTRACT]: text }));
    await using server = await startOpenAiChatServer(
      createAnswerScript({ attempt: replyWithOptions, amendment: () => PROPOSAL }),
    );
    await using engine = openEngine(workspace, server);
    const run = await engine.runs.runChunk({ contract: CONTRACT, chunk: 'greet', allowFailingBuild: true });
    assert.equal(run.status, 'fail');
    assert.equal(run.attempts.length, 2);
    assert.equal(run.amendment, undefined);
    assert.deepEqual(await engine.amendments.list(), []);
    assert.ok(server.requests.every((request) => !request.text.includes('You decide how a contract must change')));
  });

  for (const landing of ['commit', 'review', 'none'] as const) {
    it(`[ENF-AMEND-5] [EDIT-7] is superseded when the chunk has passed without it (${landing})`, async () => {
      using workspace = await openAmended();
      const right = writeFileReply('export function greet(name: string): string {\n  return name;\n}\n', sample.GREET);
      await using server = await startOpenAiChatServer(createAnswerScript({ attempt: () => right }));
      await using engine = openEngine(workspace, server);
      const statuses = async () => (await engine.amendments.list()).map(({ status }) => status);
      assert.deepEqual(await statuses(), ['pending']);
      const { status, runId } = await engine.runs.runChunk({ contract: CONTRACT, chunk: 'greet', landing });
      assert.equal(status, 'pass');
      assert.deepEqual(await statuses(), [landing === 'none' ? 'pending' : 'superseded']);
      if (landing === 'review') await engine.results.accept(runId);
      const [amendment] = await engine.amendments.list();
      assert.equal(amendment?.resolvedAt !== undefined, landing !== 'none');
    });
  }

  it('[ENF-AMEND-1] starts no further attempt if the model requests an amendment and violates the contract', async () => {
    using workspace = await openAmended();
    const { run, lastRequest } = workspace.facts;
    assert.equal(run.attempts.length, 1);
    assert.match(run.reason ?? '', /the model requested an amendment/);
    assert.ok(lastRequest.includes('No one can greet loudly.'));
  });

  it('[ENF-AMEND-1] ignores a request for an amendment if the asserts hold', async () => {
    using workspace = new Workspace(createGreetingFiles({ [CONTRACT]: sample.AMENDED_TEXT }));
    await using server = await startOpenAiChatServer(
      createAnswerScript({ attempt: replyWithAmendmentRequest, amendment: () => PROPOSAL }),
    );
    await using engine = openEngine(workspace, server);
    const run = await engine.runs.runChunk({ contract: CONTRACT, chunk: 'greet', landing: 'none' });
    assert.equal(run.status, 'pass', run.reason);
    assert.deepEqual(await engine.amendments.list(), []);
  });

  it('[ENF-AMEND-1] reports the errors of a proposal to the model, and accepts the corrected one', async () => {
    using workspace = new Workspace(createGreetingFiles());
    const wrong = { ...PROPOSAL, proposedChanges: [{ ...PROPOSAL.proposedChanges[0], oldValue: '() => void' }] };
    const answers = ['I think it needs options.', wrong, PROPOSAL];
    await using server = await startOpenAiChatServer(
      createAnswerScript({ attempt: replyWithAmendmentRequest, amendment: (number) => answers[number - 1] }),
    );
    await using engine = openEngine(workspace, server);
    const run = await engine.runs.runChunk({ contract: CONTRACT, chunk: 'greet' });
    assert.notEqual(run.amendment, undefined, run.reason);
    assert.ok(server.requests.at(-2)!.text.includes('It contains no JSON object'));
    assert.ok(server.requests.at(-1)!.text.includes('the value in the contract is'));
  });

  it('[ENF-AMEND-1] drops and stores a proposal that is invalid three times, and reports the reason', async () => {
    using workspace = new Workspace(createGreetingFiles());
    const wrong = { ...PROPOSAL, proposedChanges: [{ path: 'chunks[0].title', oldValue: 'greet', newValue: 'Greet' }] };
    await using server = await startOpenAiChatServer(
      createAnswerScript({ attempt: replyWithAmendmentRequest, amendment: () => wrong }),
    );
    await using engine = openEngine(workspace, server);
    const run = await engine.runs.runChunk({ contract: CONTRACT, chunk: 'greet' });
    assert.equal(run.status, 'fail');
    assert.equal(run.amendment, undefined);
    assert.match(run.reason ?? '', /dropped.*chunks\[0\]\.title: the value must not change/s);
    const amendmentRequests = server.requests.filter(({ text }) =>
      text.includes('You decide how a contract must change'),
    );
    assert.equal(amendmentRequests.length, 3);
    const [dropped] = await engine.amendments.list('dropped');
    assert.ok(dropped);
    assert.match(dropped.note ?? '', /chunks\[0\]\.title: the value must not change/);
    assert.equal(dropped.reason, PROPOSAL.reason);
    assert.notEqual(dropped.resolvedAt, undefined);
    await assert.rejects(engine.amendments.accept(dropped.id), { code: 'not-found' });
    assert.equal(workspace.read(CONTRACT), sample.CONTRACT_TEXT);
  });
});

describe('a pending amendment', () => {
  interface Context {
    readonly workspace: Workspace;
    readonly server: LoopbackServer;
    readonly engine: Engine;
    readonly id: string;
  }

  async function withEngine(
    workspace: Workspace,
    id: string,
    work: (context: Context) => Promise<void>,
  ): Promise<void> {
    await using server = await startOpenAiChatServer(
      createAnswerScript({ attempt: replyWithAmendmentRequest, amendment: () => PROPOSAL }),
    );
    await using engine = openEngine(workspace, server);
    await work({ workspace, server, engine, id });
  }

  /** Runs `work` with a repository that has one pending amendment. */
  async function withAmendment(work: (context: Context) => Promise<void>): Promise<void> {
    using workspace = await openAmended();
    await withEngine(workspace, workspace.facts.id, work);
  }

  it('[ENF-AMEND-4] is written in place, with line endings, comments and mode as they were', async () => {
    const crlf = (text: string): string => text.replaceAll('\n', '\r\n');
    using workspace = new Workspace(createGreetingFiles({ [CONTRACT]: crlf(sample.CONTRACT_TEXT) }));
    const { id } = await requestAmendment(workspace);
    await withEngine(workspace, id, async ({ engine }) => {
      chmodSync(join(workspace.folder, CONTRACT), 0o640);
      await engine.amendments.accept(id);
      assert.equal(workspace.read(CONTRACT), crlf(sample.AMENDED_TEXT));
      if (process.platform !== 'win32') assert.equal(statSync(join(workspace.folder, CONTRACT)).mode & 0o777, 0o640);
      assert.deepEqual(
        readdirSync(workspace.folder).filter((name) => name.startsWith(CONTRACT)),
        [CONTRACT],
      );
    });
  });

  it('[ENF-AMEND-4] is refused if the contract has changed since', async () => {
    await withAmendment(async ({ workspace, engine, id }) => {
      const now = `${sample.CONTRACT_TEXT}# a note\n`;
      workspace.write({ [CONTRACT]: now });
      await assert.rejects(engine.amendments.accept(id), {
        code: 'conflict',
        message: /the contract has changed since the proposal/,
      });
      assert.equal(workspace.read(CONTRACT), now);
      assert.equal((await engine.amendments.list('pending')).length, 1);
    });
  });

  it('[ENF-AMEND-4] is written through the editor if the file is open there, and accepted only if writing succeeds', async () => {
    await withAmendment(async ({ workspace, server, id }) => {
      const calls: unknown[] = [];
      const failToReplace = (...parameters: unknown[]): Promise<boolean> => {
        calls.push(parameters);
        return Promise.reject(new HoldfastError('conflict', 'Failed to write: it is read-only.'));
      };
      await using engine = openEngine(workspace, server, { replaceText: failToReplace });
      await assert.rejects(engine.amendments.accept(id), { code: 'conflict' });
      assert.deepEqual(calls, [[CONTRACT, sample.CONTRACT_TEXT, sample.AMENDED_TEXT]]);
      assert.equal((await engine.amendments.list('pending')).length, 1);
      assert.equal(workspace.read(CONTRACT), sample.CONTRACT_TEXT);
    });
  });

  for (const [version, changes, text] of [
    ['the proposal', undefined, sample.AMENDED_TEXT],
    [
      "the person's own version",
      [{ ...PROPOSAL.proposedChanges[0]!, newValue: '(name: string, loud: boolean) => string' }],
      sample.CONTRACT_TEXT.replace(sample.OLD_SIGNATURE, '(name: string, loud: boolean) => string'),
    ],
  ] as const) {
    it(`[ENF-AMEND-4] is accepted by the next call if the process was killed after writing (${version})`, async () => {
      await withAmendment(async ({ workspace, server, engine, id }) => {
        const writeAndFail = (file: string, _expected: string, written: string): Promise<boolean> => {
          workspace.write({ [file]: written });
          return Promise.reject(new Error('killed'));
        };
        {
          await using killedEngine = openEngine(workspace, server, { replaceText: writeAndFail });
          await assert.rejects(killedEngine.amendments.accept(id, changes), /killed/);
        }
        assert.equal(workspace.read(CONTRACT), text);
        assert.equal((await engine.amendments.list('pending')).length, 1);
        engine.filesChanged([CONTRACT]);
        const accepted = await engine.amendments.accept(id);
        assert.equal(accepted.status, 'accepted');
        assert.equal(accepted.after, text);
        assert.equal(workspace.read(CONTRACT), text);
      });
    });
  }

  it("[ENF-AMEND-4] accepts the person's version according to the same rules, and stores the old values", async () => {
    await withAmendment(async ({ workspace, engine, id }) => {
      const [change] = PROPOSAL.proposedChanges;
      const weakerChanges = [
        ...PROPOSAL.proposedChanges,
        { path: 'chunks[0].allowedFiles[0]', oldValue: 'src/greet.ts', newValue: '**' },
      ];
      await assert.rejects(engine.amendments.accept(id, weakerChanges), {
        code: 'contract',
        message: /allowedFiles\[0\]: the value must not change/,
        details: [
          {
            path: 'chunks[0].allowedFiles[0]',
            message:
              'the value must not change, because an amendment can only change what the chunk creates and consumes, its functions and types, and the assertions about them.',
          },
        ],
      });
      assert.equal(workspace.read(CONTRACT), sample.CONTRACT_TEXT);
      const edited = { ...change!, newValue: '(name: string, loud: boolean) => string' };
      const accepted = await engine.amendments.accept(id, [edited]);
      assert.deepEqual(accepted.proposedChanges, [edited]);
      assert.equal(accepted.proposedChanges[0]?.oldValue, sample.OLD_SIGNATURE);
      assert.equal(accepted.before, sample.CONTRACT_TEXT);
      assert.match(workspace.read(CONTRACT), /loud: boolean/);
    });
  });

  it('[ENF-AMEND-4] supersedes the other amendments of the same contract when it is accepted', async () => {
    await withAmendment(async ({ engine, id }) => {
      await using history = await openHistory(await engine.history.file(), { create: false });
      const [record] = (await history?.listAmendments({ id })) ?? [];
      await history?.proposeAmendment({ ...record!, id: 'other', chunkId: 'door', status: 'pending' });
      await engine.amendments.accept(id);
      const all = await engine.amendments.list();
      assert.deepEqual(
        all.map((one) => [one.id, one.status]),
        [
          ['other', 'superseded'],
          [id, 'accepted'],
        ],
      );
      assert.ok(all.every(({ resolvedAt }) => resolvedAt !== undefined));
      await assert.rejects(engine.amendments.accept('other'), { code: 'not-found' });
    });
  });

  it('[EDIT-7] is superseded by the amendment of a newer run of its chunk', async () => {
    await withAmendment(async ({ engine, id }) => {
      const { amendment } = await engine.runs.runChunk({ contract: CONTRACT, chunk: 'greet' });
      assert.deepEqual(
        (await engine.amendments.list()).map((one) => [one.id, one.status]),
        [
          [amendment?.id, 'pending'],
          [id, 'superseded'],
        ],
      );
      assert.equal((await engine.amendments.accept(amendment?.id ?? '')).status, 'accepted');
    });
  });

  it('[ENF-AMEND-5] can be rejected once: the chunk has failed, and the contract is unchanged', async () => {
    await withAmendment(async ({ workspace, engine, id }) => {
      const rejected = await engine.amendments.reject(id);
      assert.equal(rejected.status, 'rejected');
      assert.notEqual(rejected.resolvedAt, undefined);
      assert.equal(workspace.read(CONTRACT), sample.CONTRACT_TEXT);
      await assert.rejects(engine.amendments.reject(id), { code: 'not-found' });
      await assert.rejects(engine.amendments.accept(id), { code: 'not-found' });
      await assert.rejects(engine.amendments.continue(id), { code: 'not-found' });
      assert.equal((await engine.history.list())[0]?.status, 'fail');
    });
  });

  it('[ENF-AMEND-4] lets the run continue with the amended contract after it is accepted', async () => {
    using workspace = await openAmended();
    const { id } = workspace.facts;
    await using server = await startOpenAiChatServer(createAnswerScript({ attempt: replyWithOptions }));
    await using engine = openEngine(workspace, server);
    const accepted = await engine.amendments.accept(id);
    assert.equal(accepted.status, 'accepted');
    assert.notEqual(accepted.resolvedAt, undefined);
    assert.equal(workspace.read(CONTRACT), sample.AMENDED_TEXT);
    const run = await engine.amendments.continue(id);
    assert.equal(run.status, 'pass', JSON.stringify(run));
    assert.equal(workspace.read(sample.GREET), sample.MODULE_WITH_OPTIONS);
  });

  it('[ENF-AMEND-4] lets a batch continue with the blocked chunks, in one review', async () => {
    const more =
      '  - { id: bench, title: The bench, description: This is chunk bench., allowedFiles: [src/bench.ts] , creates: [bench()]}\n';
    using workspace = new Workspace(
      createGreetingFiles({ [CONTRACT]: sample.CONTRACT_TEXT.replace(/ {2}- id: bell\n.*/s, more) }),
    );
    await using server = await startOpenAiChatServer(
      createAnswerScript({ attempt: sample.replyForChunk, amendment: () => PROPOSAL }),
    );
    await using engine = openEngine(workspace, server);
    const statuses = ({ chunks }: ContractRunResult) => chunks.map(({ chunk, status }) => [chunk, status]);
    const first = await engine.runs.runAll({ contract: CONTRACT, landing: 'review' });
    assert.deepEqual(statuses(first), [
      ['greet', 'fail'],
      ['door', 'blocked'],
      ['bench', 'pass'],
    ]);
    const id = first.chunks[0]?.amendment?.id ?? '';
    await engine.amendments.accept(id);
    const run = await engine.amendments.continue(id);
    assert.deepEqual(statuses(run), [
      ['greet', 'pass'],
      ['door', 'pass'],
      ['bench', 'pass'],
    ]);
    assert.equal(run.chunks[2]?.runId, first.chunks[2]?.runId);
    const [review, ...others] = await engine.results.pending();
    assert.ok(review);
    assert.deepEqual(others, []);
    assert.deepEqual(review.chunks.map((chunk) => chunk.id).sort(), ['bench', 'door', 'greet']);
    await engine.results.accept(review.runId, 'working-tree');
    for (const name of ['greet', 'door', 'bench']) {
      assert.match(workspace.read(`src/${name}.ts`), new RegExp(`function ${name}\\(`));
    }
  }).timeout(180_000);
});
