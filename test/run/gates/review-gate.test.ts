import assert from 'node:assert/strict';
import { openFolderEngine } from '../support/folder-engine.ts';
import {
  findingsReply,
  isReviewRequest,
  promptOf,
  startReviewServer,
} from '../../verdicts/review/support/review-scene.ts';
import {
  createHealthFiles,
  textReply,
  TYPES_FILE,
  VALID_TYPES,
  writeFileReply,
} from '../../cli/support/health-check.ts';
import { Workspace } from '../../cli/support/workspace.ts';

const GATE = `gates:
  - id: review
    enforcementMode: blocking
    review: true
    criteria: [Every field has a comment.]
`;

const DOCUMENTED = 'export interface HealthCheckResult {\n  /** Whether it is healthy. */\n  ok: boolean;\n}\n';

const FINDING = {
  file: TYPES_FILE,
  line: 2,
  severity: 'blocking',
  category: 'missing-comment',
  explanation: 'The field ok has no comment.',
  suggestion: 'Add a comment.',
};

const attempt = (text: string) => [writeFileReply(text), textReply('Done.')];
const RUN = { contract: 'health.contract.yaml', chunk: 'types' } as const;

describe('A gate of kind review', () => {
  it('[ASSERT-REVIEW-004] feeds a blocking finding back, and passes when the next attempt corrects it', async () => {
    using workspace = new Workspace(createHealthFiles({ more: GATE }));
    await using server = await startReviewServer({ quality: [findingsReply(FINDING), findingsReply()] }, [
      ...attempt(VALID_TYPES),
      ...attempt(DOCUMENTED),
    ]);
    await using engine = openFolderEngine(workspace, { server });
    const result = await engine.runs.runChunk(RUN);
    assert.equal(result.status, 'pass', JSON.stringify(result.gates));
    const [first] = result.attempts;
    const [gate] = first?.validation.gates ?? [];
    assert.equal(gate?.verdict, 'FAIL');
    assert.deepEqual(gate.findings, [{ pass: 'quality', ...FINDING, code: 'ok: boolean;' }]);
    const second = promptOf(server.requests.filter((request) => !isReviewRequest(request))[2]!);
    assert.match(
      second,
      /src\/health\/types\.ts:2: \[blocking\] quality\/missing-comment: The field ok has no comment\. Suggestion: Add a comment\./,
    );
    assert.equal(workspace.read(TYPES_FILE), DOCUMENTED);
    assert.deepEqual(result.usage?.byPurpose.map(({ purpose, calls }) => `${purpose} ${calls}`).sort(), [
      'attempt 4',
      'review 6',
    ]);
  });

  it('gives the review the task, the criteria and only the change of the attempt', async () => {
    using workspace = new Workspace(createHealthFiles({ more: GATE }));
    workspace.write({ 'src/main.ts': 'export const answer = 43;\n' });
    await using server = await startReviewServer({}, attempt(VALID_TYPES));
    await using engine = openFolderEngine(workspace, { server, landing: 'none' });
    const result = await engine.runs.runChunk(RUN);
    assert.equal(result.status, 'pass');
    const prompt = promptOf(server.requests.find(isReviewRequest)!);
    assert.match(prompt, /1\. Every field has a comment\./);
    assert.match(prompt, /Declare the result of a health check\./);
    assert.match(prompt, /must: Must export the HealthCheckResult type/);
    assert.match(prompt, /<diff-data path="src\/health\/types\.ts" change="created">/);
    assert.ok(!prompt.includes('answer = 43'), 'the change of the user is not part of the attempt');
    assert.deepEqual(result.gates[0]?.findings, []);
  });

  it('is broken, and does not land the result, if a pass has no valid answer', async () => {
    using workspace = new Workspace(createHealthFiles({ more: GATE }));
    const invalid = textReply('Approved.');
    await using server = await startReviewServer({ security: [invalid, invalid, invalid] }, attempt(VALID_TYPES));
    await using engine = openFolderEngine(workspace, { server });
    const result = await engine.runs.runChunk(RUN);
    assert.equal(result.status, 'undecided');
    assert.equal(result.gates[0]?.verdict, 'BROKEN');
    assert.match(result.gates[0].reasoning, /The pass security has no valid answer/);
    assert.equal(workspace.git('status', '--porcelain'), '');
  });

  it('blocks a secret without naming it, and does not send it to the model', async () => {
    const token = ['ghp', 'wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx'].join('_');
    const leak = `${VALID_TYPES}export const token = '${token}';\n`;
    using workspace = new Workspace(createHealthFiles({ more: GATE }));
    await using server = await startReviewServer({}, [...attempt(leak), ...attempt(VALID_TYPES)]);
    await using engine = openFolderEngine(workspace, { server, landing: 'none' });
    const result = await engine.runs.runChunk(RUN);
    assert.equal(result.status, 'pass', result.reason);
    const gate = result.attempts[0]?.validation.gates?.[0];
    assert.deepEqual(
      gate?.findings?.map(({ pass, category, line, code }) => [pass, category, line, code]),
      [['hygiene', 'secret', 4, undefined]],
    );
    assert.ok(!JSON.stringify(gate).includes(token));
    const reviews = server.requests.filter(isReviewRequest);
    assert.ok(reviews.length > 0 && reviews.every((request) => !request.text.includes(token)));
    assert.match(promptOf(reviews[0]!), /token = '\[secret\]'/);
  });

  it('adds a warning and lands if it is advisory', async () => {
    using workspace = new Workspace(createHealthFiles({ more: GATE.replace('blocking', 'advisory') }));
    await using server = await startReviewServer({ quality: [findingsReply(FINDING)] }, attempt(VALID_TYPES));
    await using engine = openFolderEngine(workspace, { server });
    const result = await engine.runs.runChunk(RUN);
    assert.equal(result.status, 'pass');
    assert.match(result.warnings.join(), /"review" failed: The review has 1 blocking/);
    assert.equal(workspace.read(TYPES_FILE), VALID_TYPES);
  });

  it('has the recorded verdict in a full check, and reviews the whole files if a model may be called', async () => {
    using workspace = new Workspace(createHealthFiles({ more: GATE }));
    await using server = await startReviewServer(
      { quality: [findingsReply(), findingsReply(FINDING)] },
      attempt(VALID_TYPES),
    );
    await using engine = openFolderEngine(workspace, { server });
    assert.equal((await engine.runs.runChunk(RUN)).status, 'pass');
    const recorded = await engine.checks.check(RUN.contract, { full: true });
    assert.deepEqual(
      recorded.chunks[0]?.full?.gates.map(({ verdict }) => verdict),
      ['PASS'],
    );
    workspace.write({ [TYPES_FILE]: `${VALID_TYPES}// changed\n` });
    engine.filesChanged([TYPES_FILE]);
    const unknown = await engine.checks.check(RUN.contract, { full: true });
    assert.deepEqual(
      unknown.chunks[0]?.full?.gates.map(({ verdict }) => verdict),
      ['NOT_JUDGED'],
    );
    const judged = await engine.checks.check(RUN.contract, { full: true, judge: true });
    const [gate] = judged.chunks[0]?.full?.gates ?? [];
    assert.equal(gate?.verdict, 'FAIL');
    assert.deepEqual(
      gate.findings?.map(({ file, line }) => `${file}:${line}`),
      [`${TYPES_FILE}:2`],
    );
  });
});
