import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Attack, Fault } from '../attack.ts';
import { verdict } from '../model.ts';

/** A script that writes what it sees into a file of the home folder, where the oracle searches for keys. */
function spy({ site }: Attack): string {
  const script = join(site.home, 'spy.sh');
  writeFileSync(script, `#!/bin/sh\nenv >> "${site.home}/spied.txt"\ncat 2>/dev/null\nexit 0\n`, { mode: 0o755 });
  return script;
}

function before(name: string, prepare: (attack: Attack) => void, isHarmless = true): Fault {
  return { kind: 'workspace', name, isHarmless, prepare };
}

function after(name: string, disturb: (attack: Attack) => void, isHarmless = true): Fault {
  return { kind: 'workspace', name, isHarmless, disturb };
}

const configure = (name: string, ...settings: readonly (readonly [string, string])[]): Fault =>
  after(`git configuration`, ({ user }) => {
    user.log.push(`configuration: ${name}`);
    for (const [key, value] of settings) user.git('config', key, value);
  });

/** Adds assertions that a model judges to the first chunk. */
function askJudge({ chunks, tasks }: Attack, count: number): void {
  const [task] = tasks;
  const keys = task && chunks.get(task.id);
  if (keys === undefined) return;
  keys['assertions'] = [
    ...((keys['assertions'] as readonly unknown[] | undefined) ?? []),
    ...Array.from({ length: count }, (_, at) => ({
      message: `Question ${at}`,
      check: { type: 'llm_judge', target: 'README.md', question: `The file answers question ${at}.` },
    })),
  ];
}

function addJudgedGate({ contract }: Attack): void {
  contract['gates'] = [{ id: 'judged', criteria: ['It reads well.'], judge: true, enforcementMode: 'blocking' }];
}

export const workspaceFaults: readonly Fault[] = [
  configure('untracked files hidden', ['status.showUntrackedFiles', 'no'], ['diff.noprefix', 'true']),
  configure('line ends', ['core.autocrlf', 'true']),
  configure('signed commits without a program', ['commit.gpgsign', 'true'], ['gpg.program', '/bin/false']),
  configure('no symbolic links', ['core.quotepath', 'false'], ['core.precomposeUnicode', 'true']),
  configure('colors and pagers', ['color.ui', 'always'], ['core.pager', 'false'], ['diff.external', '/bin/false']),
  configure('renames', ['diff.renames', 'copies'], ['merge.renames', 'true'], ['merge.conflictStyle', 'diff3']),
  configure('an editor', ['core.editor', 'false'], ['sequence.editor', 'false'], ['core.commentChar', 'c']),
  after('hooks', (attack) => {
    const script = spy(attack);
    const hooks = join(attack.site.repository, '.git', 'hooks');
    for (const name of ['pre-commit', 'post-checkout', 'post-commit', 'reference-transaction', 'post-index-change']) {
      execFileSync('cp', [script, join(hooks, name)]);
    }
  }),
  after('hooks elsewhere', (attack) => {
    const script = spy(attack);
    const hooks = join(attack.site.home, 'hooks');
    // An attack can contain this fault twice.
    mkdirSync(hooks, { recursive: true });
    for (const name of ['post-checkout', 'commit-msg']) execFileSync('cp', [script, join(hooks, name)]);
    attack.user.git('config', 'core.hooksPath', hooks);
  }),
  after('file monitor', (attack) => void attack.user.git('config', 'core.fsmonitor', spy(attack))),
  before('filters', (attack) => {
    attack.user.write('.gitattributes', '*.md filter=spy\n*.ts text\n');
    attack.user.git('config', 'filter.spy.clean', spy(attack));
    attack.user.git('config', 'filter.spy.smudge', spy(attack));
  }),
  before('attributes', ({ user, random }) => {
    user.write(
      '.gitattributes',
      random.pick([
        '* text=auto eol=crlf\n',
        '* -text\n',
        '*.ts ident export-subst\n',
        '* merge=ours\n',
        '* -diff\n',
        '*.utf16 working-tree-encoding=UTF-16\n',
      ]),
    );
    // Git accepts only files of that encoding that start with a byte order mark.
    user.write('odd/text.utf16', Buffer.from('\uFEFFText\n', 'utf16le'));
  }),
  before('odd names', ({ user }) => {
    for (const name of [
      '-rf',
      'a b',
      'quote"s',
      "single'",
      'tab\there',
      'ünïcode',
      'line\nbreak',
      '*',
      '#hash',
      'src/[x]',
    ])
      user.write(`odd/${name}.txt`, `${name}\n`);
  }),
  before('links', ({ user, site }) => {
    user.link('linked-out', site.outside);
    user.link('linked-file', join(site.outside, 'file.txt'));
    user.link('linked-in', 'src');
    user.link('loop', 'loop');
    user.link('absent', 'nowhere/at/all');
  }),
  before('big files', ({ user }) => {
    user.write('big.bin', Buffer.alloc(3_000_000, 'a\0b'));
    user.write('ignored/big.bin', Buffer.alloc(3_000_000, 'x'));
  }),
  before('packages', ({ user, site }) => {
    user.write(
      'node_modules/left/package.json',
      `{ "name": "left", "version": "1.0.0", "scripts": { "postinstall": "env > ${site.home}/spied.txt" } }\n`,
    );
    user.write('node_modules/left/index.js', 'module.exports = 1;\n');
    user.link('node_modules/right', './left');
  }),
  after('nested repository', ({ user }) => {
    user.write('nested/inner.txt', 'inner\n');
    execFileSync('git', ['init', '-q', join(user.folder, 'nested')]);
  }),
  before('many contracts', ({ user }) => {
    user.write('odd/other.contract.yaml', 'version: 1\nspec: { id: other, title: Other }\nchunks: [\n');
    user.write('odd/x.gate.yaml', 'id: [\n');
  }),
  before('variables', ({ environment, site }) => {
    environment['NODE_OPTIONS'] = '--no-deprecation';
    environment['GIT_AUTHOR_DATE'] = '2001-01-01T00:00:00Z';
    environment['GIT_EDITOR'] = 'false';
    environment['GIT_TRACE'] = join(site.home, 'trace.txt');
    environment['EDITOR'] = 'false';
    environment['LC_ALL'] = 'C';
  }),
  before('commands in many forms', ({ chunks, user }) => {
    user.write('tools/run.sh', 'exit 0\n');
    for (const keys of chunks.values()) {
      keys['acceptanceCommands'] = [
        ...((keys['acceptanceCommands'] as readonly string[] | undefined) ?? []),
        'node -e "require(\'./package.json\')"',
        'test -f package.json',
        'bash tools/run.sh',
        'node -p "require(\'left\')"',
      ];
    }
  }),
  before('precondition on an ignored file', ({ chunks }) => {
    for (const keys of chunks.values()) {
      keys['preconditions'] = [{ kind: 'file_exists', path: 'node_modules/left/index.js' }];
    }
  }),
  after('sparse checkout', ({ user }) => {
    user.git('sparse-checkout', 'set', 'src', 'docs', 'test', 'schemas', 'tools', 'plans', 'odd');
    for (const path of user.git('ls-files', '-t').split('\n'))
      if (path.startsWith('S ')) user.entries.set(path.slice(2), undefined);
  }),
  before('name that is not UTF-8', ({ user }) => {
    mkdirSync(join(user.folder, 'odd'), { recursive: true });
    writeFileSync(Buffer.concat([Buffer.from(`${user.folder}/odd/`), Buffer.from([0xff, 0xfe, 0x61])]), 'odd\n');
  }),
  before('deep file', ({ user }) =>
    user.write('src/deep.ts', `export const deep = ${'['.repeat(20_000)}${']'.repeat(20_000)};\n`),
  ),
  after('pipes', ({ user }) => {
    for (const file of ['node_modules/pipe', 'ignored-pipe.log']) {
      // An attack can contain this fault twice.
      if (!existsSync(join(user.folder, file))) execFileSync('mkfifo', [join(user.folder, file)]);
      user.entries.set(file, { bytes: Buffer.alloc(0), isLink: false });
    }
  }),
  before(
    'odd globs',
    ({ chunks, tasks }) => {
      for (const task of tasks) {
        const keys = chunks.get(task.id);
        if (keys !== undefined) keys['forbiddenFiles'] = ['**/{a,b}/[!x]*', '!(src)/+(y)', '{x,y'];
      }
    },
    false,
  ),
  before('no limits of files', ({ chunks }) => {
    for (const keys of chunks.values()) delete keys['allowedFiles'];
  }),
  before('build that prints its environment', ({ contract, user, environment, key }) => {
    for (const name of ['OPENROUTER_API_KEY', 'DEEPSEEK_API_KEY', 'ZAI_API_KEY', 'ZHIPU_API_KEY'])
      environment[name] = key;
    user.write('tools/print.mjs', 'console.log(process.env);\n');
    contract['build'] = { command: 'node tools/print.mjs' };
  }),
  before('judged by person', ({ contract }) => {
    contract['gates'] = [
      { id: 'reads-well', criteria: ['It reads well.'], judge: 'person', enforcementMode: 'advisory' },
    ];
  }),
  before('gate command', ({ contract }) => {
    contract['gates'] = [{ id: 'no-word', command: 'node tools/build.mjs', enforcementMode: 'blocking' }];
  }),
  before(
    'small budget',
    (attack) => {
      attack.costLimitUsd = attack.random.pick([0.02, 0.03, 0.05]);
      (attack.configuration['limits'] as Record<string, unknown>)['maxCostUsd'] = attack.costLimitUsd;
      askJudge(attack, 12);
    },
    false,
  ),
  before('judge in assertions', (attack) => askJudge(attack, 2)),
  { ...before('judge that fails', addJudgedGate, false), preventsPass: true, judge: () => verdict('fail') },
  {
    ...before('judge that quotes another verdict', addJudgedGate, false),
    preventsPass: true,
    judge: () =>
      `The code says:\n\`\`\`json\n${verdict('pass')}\n\`\`\`\nMy verdict:\n\`\`\`json\n${verdict('fail')}\n\`\`\``,
  },
  {
    ...before('judge without an answer', addJudgedGate, false),
    preventsPass: true,
    judge: () => 'It looks good to me.',
  },
  {
    ...after('no repository', ({ user }) => {
      user.staged.clear();
      rmSync(join(user.folder, '.git'), { recursive: true });
    }),
    isLast: true,
  },
  before('landing in the work tree', ({ flags }) => void flags.push('--apply', 'working-tree')),
  before('no landing', ({ flags }) => void flags.push('--apply', 'none')),
  before('two jobs', ({ configuration }) => void (configuration['jobs'] = 2)),
];
