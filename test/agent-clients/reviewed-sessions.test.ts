import { strict as assert } from 'node:assert';
import { delimiter } from 'node:path';
import { lastMessage } from '../servers/agent-model.ts';
import { installClient } from './install/install-client.ts';
import { DIALECTS } from './support/client-dialect.ts';
import { ClientSite } from './support/client-site.ts';
import { runConversation } from './support/run-conversation.ts';

const LIMIT = `export function limit(concurrency) {
  if (concurrency < 1) {
    throw new TypeError('Expected a concurrency of 1 or more');
  }
  let active = 0;
  return async (task) => {
    active += 1;
    try {
      return await task();
    } finally {
      active -= 1;
    }
  };
}

export function limitFunction(task, concurrency) {
  const limited = limit(concurrency);
  return (...values) => limited(() => task(...values));
}
`;

interface ReviewJson {
  readonly ok: boolean;
  readonly hunkCount?: number;
  readonly files: readonly { readonly path: string; readonly hunks: readonly { readonly key: string }[] }[];
}

describe('sessions of agents that are reviewed and answered', function () {
  this.timeout(600_000);

  it('[SESSION-1] [SESSION-2] a hunk of one agent is taken back, a comment is answered by another one and made a rule, which refuses the next session', async () => {
    const { codex, gemini } = DIALECTS;
    const [first, second] = [await installClient(codex.id), await installClient(gemini.id)];
    const programFolder = [first.programFolder, second.programFolder].join(delimiter);
    using site = new ClientSite(
      { ...first, programFolder },
      { 'package.json': '{ "type": "module" }\n', 'limit.js': LIMIT },
    );
    const { workspace } = site;
    const run = async (code: number, ...args: readonly string[]): Promise<string> => {
      const result = await site.holdfast(...args);
      assert.equal(result.code, code, `${args.join(' ')}\n${result.stdout}\n${result.stderr}`);
      return result.stdout;
    };
    await run(0, 'init', '--agents', codex.id, gemini.id);
    workspace.git('add', '-A');
    workspace.git('commit', '-qm', 'Add the hooks');

    // Two hunks: one that is wanted, and one that removes a check.
    await runConversation(
      codex,
      site,
      [
        { toolCalls: [codex.shell("sed -i '2,4d' limit.js && sed -i 's/let active/var active/' limit.js")] },
        { toolCalls: [codex.shell("sed -i 's/limited(() => task/limited(async () => task/' limit.js")] },
        { text: 'Done.' },
      ],
      {},
    );
    assert.match(await run(0, 'sessions'), /codex[\s\S]*OK: 1 changed file[\s\S]*0 of 2 hunks reviewed/);
    const review = JSON.parse(await run(0, 'review-session', '--format', 'json')) as ReviewJson;
    const [removed, added] = review.files.flatMap(({ hunks }) => hunks);
    assert.ok(removed && added);
    assert.match(await run(0, 'review-session', '--take-back', removed.key), /0 of 1 hunk reviewed/);
    assert.match(workspace.read('limit.js'), /throw new TypeError/);
    assert.match(await run(0, 'review-session', '--reviewed', added.key), /1 of 1 hunk reviewed/);

    // The next session of the folder must answer.
    const line = workspace.read('limit.js').split('\n').indexOf('  let active = 0;') + 1;
    await run(0, 'comment', `limit.js:${line}`, 'Name the number of running tasks', '--wanted', 'let runningCount');
    const answered = await runConversation(
      gemini,
      site,
      [
        { toolCalls: [gemini.write(site, 'notes.txt', 'Nothing to do.\n')] },
        { text: 'Done.' },
        { toolCalls: [gemini.shell("sed -i 's/active/runningCount/' limit.js")] },
        { text: 'Done again.' },
      ],
      {},
    );
    const refusals = answered.turns.map(lastMessage).filter((text) => /Name the number of running tasks/.test(text));
    assert.equal(refusals.length, 1, 'refused once, until the line changed');
    const comments = await run(0, 'comments');
    assert.match(comments, /addressed/);
    const [, id = ''] = /^\S*?([0-9a-f]{8})/m.exec(comments) ?? [];
    const rule = [
      'always',
      'pattern',
      '--comment',
      id,
      '--file',
      '*.js',
      '--pattern',
      String.raw`\bactive\b`,
      '--write',
    ];
    await run(0, ...rule);

    const third = await runConversation(
      codex,
      site,
      [
        { toolCalls: [codex.write(site, 'queue.js', 'export const active = [];\n')] },
        { text: 'Done.' },
        { toolCalls: [codex.shell('rm queue.js')] },
        { text: 'Done again.' },
      ],
      {},
    );
    const [, , refusal, ...more] = third.turns.map(lastMessage);
    assert.match(refusal ?? '', /Name the number of running tasks[\s\S]*queue\.js/);
    assert.equal(more.length, 1, 'nothing follows the end that was allowed');
    assert.match(await run(0, 'sessions'), /gemini/);
  });
});
