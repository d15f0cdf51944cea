import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { findSandbox } from '../../../src/workspace/confinement/find-sandbox.ts';
import { Git } from '../../../src/workspace/git/git.ts';
import { findHiddenTexts, maskHiddenTexts, readFolderTexts } from '../../../src/workspace/holdout/hidden-texts.ts';
import { openRepository } from '../../../src/workspace/open-repository.ts';
import { OutputStream } from '../../../src/workspace/processes/output-stream.ts';
import { runCommand, type CommandOutcome } from '../../../src/workspace/processes/run-command.ts';
import type { AttemptWorktree } from '../../../src/workspace/worktree/attempt-worktree.ts';
import { GitUser } from '../support/git-user.ts';
import { temporaryFolder } from '../support/temporary.ts';

const WITHOUT = ['**/.holdfast/scenarios/**'];
const SCENARIO = '.holdfast/scenarios/refund/refund.scenario.yaml';
const TEXT = [
  'id: refund-after-cancel',
  'description: A customer cancels the order after the parcel left the warehouse',
  'steps:',
  '  - id: send',
  '    command: node src/index.js order-77341-c',
  '    expect: { output: "refund of 4711.20 EUR granted" }',
  '',
].join('\n');

describe('texts of scenarios in the output of commands', () => {
  const mask = async (
    files: Readonly<Record<string, string>>,
    outputs: readonly string[],
  ): Promise<readonly string[]> => {
    await using folder = await temporaryFolder();
    const user = await GitUser.init(folder.at('user'));
    for (const [file, text] of Object.entries(files)) await user.write(file, text);
    await user.commit('first');
    const texts = await findHiddenTexts(new Git(user.folder), { visible: ['HEAD'], contents: [TEXT] });
    return outputs.map((output) => maskHiddenTexts(output, texts));
  };

  it('[CONF-3] are replaced: words that are no words of a language, and phrases of four words', async () => {
    const masked = await mask({ 'README.md': 'Orders\n' }, [
      'kept order-77341-c for later',
      'got: "refund of 4711.20 EUR granted"',
      'a customer said: A customer cancels the order, twice',
      'the customer cancels\nthe order',
      'A\r\nCUSTOMER\nCancels\n\tthe order',
      '[\n  "refund",\n  "of",\n  "4711.20",\n  "EUR"\n]',
      '\u001b[31mrefund\u001b[0m \u001b[1;38;5;4mof 4711\u001b[7m.20 EUR\u001b[39m',
      '\u001b]8;;file:///a\u001b\\order-\u001b[1m77341-c\u001b]8;;\u0007',
      'wrote out/order-77341-c.txt',
      'a parcel left the warehouse steps id',
      'refund-after-cancel',
      'node src/index.js order-77341-c node src/index.js',
      'nothing of it',
      '',
    ]);
    assert.deepEqual(masked, [
      'kept [text of a scenario] for later',
      'got: "[text of a scenario]"',
      'a customer said: [text of a scenario], twice',
      'the [text of a scenario]',
      '[text of a scenario]',
      '[\n  "[text of a scenario]"\n]',
      '\u001b[31m[text of a scenario]\u001b[39m',
      '\u001b]8;;file:///a\u001b\\[text of a scenario]\u001b]8;;\u0007',
      'wrote out/[text of a scenario]',
      'a [text of a scenario]',
      '[text of a scenario]',
      '[text of a scenario] node src/index.js',
      'nothing of it',
      '',
    ]);
  });

  it('[CONF-3] are replaced in the forms in which programs print them', () => {
    const hidden = ['refund of 4711.20 eur', 'order-77341-c', 'zoë müller ordered three', 'strassenbahn-4711'];
    const forms = [
      // Wrapped, or overwritten.
      'order-77\n341-c',
      'order-77341-\r\n    c',
      'order-77\r341-c',
      // JSON, once and twice, and other escapes of languages.
      String.raw`"\norder-77341-c\n"`,
      String.raw`refund\tof\r\n4711.20\nEUR`,
      String.raw`\\nrefund\\nof\\n4711.20\\nEUR`,
      String.raw`Zo\u00eb M\u00fcller ordered three`,
      String.raw`Zo\xeb M\xfcller ordered three`,
      String.raw`b'Zo\xc3\xab M\xc3\xbcller ordered three'`,
      String.raw`\u{6f}rder-77341-c`,
      // URLs, HTML, mail.
      'refund%20of%204711.20%20EUR',
      'refund+of+4711.20+EUR',
      'Zo%C3%AB%20M%C3%BCller%20ordered%20three',
      'order%2D77341%2Dc',
      'refund&#32;of&nbsp;4711.20&#x20;EUR',
      'Zo=C3=AB M=C3=BCller ordered three',
      // Unicode.
      'Zoë Müller ordered three'.normalize('NFD'),
      'ｏｒｄｅｒ-７７３４１-ｃ',
      'order\u201177341\u2010c',
      'or\u200bder-77\u00ad341-c',
      'STRASSENBAHN-4711',
      'Straßenbahn-4711',
      // Terminals.
      'order-\u009b1m77341\u009b0m-c',
      String.raw`order-\u001b[1m77341-c`,
    ];
    for (const form of forms) {
      const masked = maskHiddenTexts(`before ${form} after`, hidden);
      assert.match(masked, /^before .*\[text of a scenario\].* after$/s, form);
      assert.doesNotMatch(masked, /77|4711|ordered/i);
    }
    const others = ['order-77342-c', String.raw`C:\new\refund\of\texts`, '100%', 'a\nb', 'order-77\n\n341-c'];
    for (const other of others) assert.equal(maskHiddenTexts(other, hidden), other);
  });

  it('[CONF-3] are replaced in an output that arrives in any parts', () => {
    const hidden = ['refund of 4711.20 eur', 'of 4711.20 eur granted', 'order-77341-c'];
    const output = 'one\nrefund\nof\n4711.20\nEUR\ngranted\nfour five\norder-77341-c\nsix';
    const expected = 'one\n[text of a scenario]\nfour five\n[text of a scenario]\nsix';
    for (const size of [1, 2, 3, 5, 8, 13, 21, 100]) {
      let passed = '';
      const stream = new OutputStream(hidden, (_, text) => (passed += text));
      for (let at = 0; at < output.length; at += size) stream.add(Buffer.from(output.slice(at, at + size)));
      stream.end();
      assert.equal(passed, expected, `in parts of ${size}`);
    }
    const escaped = String.raw`{"a":"\nrefund\nof\n4711.20\nEUR granted\n"}`.replace('4711', '\n4711');
    for (const size of [1, 2, 3, 5, 8, 13, 21, 100]) {
      let passed = '';
      const stream = new OutputStream(hidden, (_, text) => (passed += text));
      for (let at = 0; at < escaped.length; at += size) stream.add(Buffer.from(escaped.slice(at, at + size)));
      stream.end();
      assert.equal(passed, String.raw`{"a":"\n[text of a scenario]\n"}`, `in parts of ${size}`);
    }
  });

  it('[CONF-3] are not replaced where a visible file contains them', async () => {
    const visible = { 'src/index.js': '// Order-77341-C\n', 'docs/a.md': 'refund of 4711.20 EUR granted\n' };
    const outputs = ['order-77341-c', 'refund of 4711.20 EUR granted', 'refund-after-cancel'];
    assert.deepEqual(await mask(visible, outputs), [outputs[0], outputs[1], '[text of a scenario]']);
  });
});

describe('What a command leaves behind', () => {
  before(async function () {
    if ('reason' in (await findSandbox())) this.skip();
  });

  /** Every place that a command can write outside of its tree. */
  const PLACES = [
    '/tmp',
    '/var/tmp',
    '/run',
    '/run/lock',
    '/dev/shm',
    '$HOME',
    '$HOME/.cache',
    '$HOME/.npm',
    '$HOME/.config',
  ];

  const scriptOf =
    (attempt: AttemptWorktree) =>
    async (name: string, text: string): Promise<CommandOutcome> => {
      await writeFile(path.join(attempt.root, name), text);
      const { view, topLevel, privateFolder, hiddenTexts } = attempt;
      const confinement = {
        ...view,
        mode: 'auto',
        tree: topLevel,
        privateFolder,
        read: [],
        write: [],
        network: false,
      } as const;
      const rules = { passedVariables: [], hiddenTexts, confinement };
      return runCommand({ command: ['sh', name], cwd: attempt.root, timeoutMs: 60_000, rules });
    };

  it('[CONF-3] is shared by the commands of one verdict and gone for the next one, in every writable place', async () => {
    await using folder = await temporaryFolder();
    const user = await GitUser.init(folder.at('user'));
    await user.write(SCENARIO, TEXT);
    await user.write('src/index.js', '');
    await user.commit('first');
    await using repository = await openRepository({ folder: user.folder, storage: folder.at('storage') });
    const base = await repository.createBase();
    await using attempt = await repository.openWorktree(base, { without: WITHOUT });
    await using other = await repository.openWorktree(base, { without: WITHOUT });
    const leave = PLACES.map((place) => `mkdir -p ${place}; echo kept > ${place}/canary || exit 1`).join('\n');
    const find = `find ${PLACES.join(' ')} -name canary 2>/dev/null | sort -u | wc -l`;
    const run = scriptOf(attempt);
    assert.equal((await run('leave.sh', leave)).exitCode, 0);
    // /dev/shm is of each command alone.
    assert.equal((await run('find.sh', find)).output.trim(), String(PLACES.length - 1));
    assert.equal((await scriptOf(other)('find.sh', find)).output.trim(), '0');
    await attempt.reset();
    assert.equal((await run('find.sh', find)).output.trim(), '0');
  });

  it('[CONF-3] is found in a folder of scenarios outside of the repository, with scenarios in it and without', async () => {
    await using folder = await temporaryFolder();
    const outside = new GitUser(folder.at('acme-scenarios'));
    await outside.write('nested/refund.scenario.yaml', TEXT);
    await outside.write('.git/objects/blob', 'of-the-history-12');
    for (const inside of ['order-55-b', undefined]) {
      const user = await GitUser.init(folder.at(`user-${inside}`));
      if (inside !== undefined) await user.write(SCENARIO, `id: ${inside}\n`);
      await user.write('README.md', 'Sends 4711.20\n');
      await user.commit('first');
      await using repository = await openRepository({ folder: user.folder, storage: folder.at('storage') });
      const base = await repository.createBase();
      await using attempt = await repository.openWorktree(base, { without: WITHOUT, hidden: [outside.folder] });
      const text = `order-77341-c order-55-b of-the-history-12`;
      const own = inside === undefined ? 'order-55-b' : '[text of a scenario]';
      assert.equal(maskHiddenTexts(text, attempt.hiddenTexts), `[text of a scenario] ${own} of-the-history-12`);
      await using plain = await repository.openWorktree(base, { without: WITHOUT });
      assert.equal(maskHiddenTexts('order-77341-c', plain.hiddenTexts), 'order-77341-c');
    }
  });

  it('[CONF-3] [CONF-4] is not searched for in a folder that contains more than scenarios', async () => {
    await using folder = await temporaryFolder();
    await writeFile(folder.at('large'), Buffer.alloc(65 * 1024 * 1024, 'text '));
    await assert.rejects(readFolderTexts(folder.path), /the scenarios in .*: it has more than 5000 files or 64 MB/);
    assert.deepEqual(await readFolderTexts(folder.at('absent')), []);
  });

  it('[CONF-3] is replaced in every output of a command, as it arrives and at the end', async () => {
    await using folder = await temporaryFolder();
    const user = await GitUser.init(folder.at('user'));
    await user.write(SCENARIO, TEXT);
    await user.commit('first');
    await using repository = await openRepository({ folder: user.folder, storage: folder.at('storage') });
    await using attempt = await repository.openWorktree(await repository.createBase(), { without: WITHOUT });
    // The word arrives in two parts.
    await writeFile(
      path.join(attempt.root, 'print.cjs'),
      `process.stdout.write('order-77'); process.stderr.write('refund-after-cancel\\n');
       setImmediate(() => { process.stdout.write('341-c\\n'); process.stdout.write('order-77341-c'); });`,
    );
    const { view, topLevel, hiddenTexts } = attempt;
    const confinement = { ...view, mode: 'auto', tree: topLevel, read: [], write: [], network: false } as const;
    let streamed = '';
    const outcome = await runCommand({
      command: ['node', 'print.cjs'],
      cwd: attempt.root,
      timeoutMs: 60_000,
      rules: { passedVariables: [], hiddenTexts, confinement },
      onOutput: (text) => {
        streamed += text;
      },
    });
    assert.equal(outcome.standardOutput, '[text of a scenario]\n[text of a scenario]');
    assert.equal(outcome.standardError, '[text of a scenario]\n');
    for (const text of [streamed, outcome.output]) assert.doesNotMatch(text, /77341|after-cancel/);
    assert.equal(streamed.split('[text of a scenario]').length, 4);
  });
});
