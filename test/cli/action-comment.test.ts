import assert from 'node:assert/strict';
import { startCommentServer, WORKFLOW_BOT, type CommentServer } from '../servers/github/comment-server.ts';
import { runAction, type ActionResult } from './support/action.ts';
import { Workspace } from './support/workspace.ts';

/** A branch with files that import a name that it has removed. */
function createChange(uses: number): Workspace & { readonly base: string } {
  const names = Array.from({ length: uses }, (_, index) => `src/use${index}.ts`);
  const importing = "import { price } from './price.ts';\nexport const used = price;\n";
  const workspace = new Workspace({
    'src/price.ts': 'export const price = 1;\n',
    ...Object.fromEntries(names.map((name) => [name, importing])),
  });
  const base = workspace.git('rev-parse', 'HEAD');
  workspace.git('switch', '-qc', 'work');
  workspace.write({ 'src/price.ts': 'export const cost = 1;\n' });
  workspace.git('commit', '-qam', 'rename it');
  return Object.assign(workspace, { base });
}

async function judge(
  workspace: Workspace & { readonly base: string },
  { apiUrl }: CommentServer,
  { run = 1, inputs = {} }: { readonly run?: number; readonly inputs?: Readonly<Record<string, string>> } = {},
): Promise<ActionResult> {
  const head = workspace.git('rev-parse', 'HEAD');
  return runAction(workspace, {
    name: 'pull_request',
    event: { pull_request: { number: 7, base: { sha: workspace.base }, head: { sha: head } } },
    inputs,
    variables: { GITHUB_API_URL: apiUrl, GITHUB_RUN_ID: String(run) },
  });
}

describe('the comment of the GitHub Action', () => {
  it('[CHANGE-7] is written once and updated: the verdict in ten lines, and the rest folded', async () => {
    using workspace = createChange(12);
    await using server = await startCommentServer();
    // A page of comments of others, among them a copy of the marker.
    for (let index = 0; index < 120; index++) {
      server.comments.push({
        id: index,
        user: { login: 'someone' },
        body: '<!-- holdfast-check: ci%2Fcontracts%2F. -->',
      });
    }
    const first = await judge(workspace, server);
    assert.deepEqual([first.status, first.outputs['verdict']], [1, 'failed'], first.stderr);
    assert.match(first.stderr, /Comment of the pull request: created\./);
    const own = (): readonly string[] =>
      server.comments.filter(({ user }) => user.login === WORKFLOW_BOT).map(({ body }) => body);
    const [body = ''] = own();
    const [open = '', folded = ''] = body.split('<details>');
    assert.match(open, /^## Holdfast: ❌ the check failed\n\n12 errors/);
    const head = open.split('\n').filter((line) => line !== '' && !/^\| (?:\| Where|---)/.test(line));
    assert.equal(head.length, 10, open);
    assert.equal(folded.match(/src\/use\d+/g)?.length, 12);
    assert.match(folded, /<\/details>/);

    const again = await judge(workspace, server, { run: 2 });
    assert.match(again.stderr, /: updated\./, 'the number of the run is part of the text');
    workspace.write({ 'src/price.ts': 'export const price = 2;\n' });
    workspace.git('commit', '-qam', 'repair it');
    const repaired = await judge(workspace, server, { run: 3 });
    assert.equal(repaired.status, 0, repaired.stdout);
    assert.equal(own().length, 1);
    assert.match(own()[0] ?? '', /^## Holdfast: ✅ the check passed/);
    // A run that ends later than the one that was started after it.
    const late = await judge(workspace, server, { run: 2 });
    assert.match(late.stderr, /: outdated\./);
  });

  it('[CHANGE-7] is not written for a change that passes without a remark', async () => {
    using workspace = createChange(0);
    await using server = await startCommentServer();
    workspace.write({ 'src/price.ts': 'export const price = 1;\n\nexport type Price = number;\n' });
    workspace.git('commit', '-qam', 'a type');
    const run = await judge(workspace, server);
    assert.equal(run.outputs['verdict'], 'passed', run.stdout);
    assert.match(run.stderr, /: none\./);
    assert.deepEqual(server.comments, []);
  });

  it('[CHANGE-7] is one comment, if two runs create it at the same time', async () => {
    using workspace = createChange(1);
    const others: string[] = [];
    await using server = await startCommentServer({
      beforeCreation: (comments) => {
        comments.push(...others.map((body) => ({ id: 1, user: { login: WORKFLOW_BOT }, body })));
      },
    });
    await judge(workspace, server);
    others.push(server.comments.pop()?.body ?? '');
    await judge(workspace, server, { run: 2 });
    assert.deepEqual(
      server.comments.map(({ id }) => id),
      [1],
    );
    assert.match(server.comments[0]?.body ?? '', /holdfast-run: 2/);
  });

  it('[CHANGE-7] changes no verdict if the token may not write, and is not written if the input says so', async () => {
    using workspace = createChange(1);
    await using server = await startCommentServer({ mayWrite: false });
    const run = await judge(workspace, server);
    assert.deepEqual([run.status, run.outputs['verdict']], [1, 'failed']);
    assert.match(run.stderr, /pull-requests: write/);
    assert.doesNotMatch(run.stdout, /could not run/);
    const requests = server.requests.length;
    await judge(workspace, server, { inputs: { comment: 'false' } });
    assert.equal(server.requests.length, requests);
  });
});
