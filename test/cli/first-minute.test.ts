import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import type { Command } from 'commander';
import { COMMAND_GROUPS, MORE_COMMANDS } from '../../src/cli/help/command-groups.ts';
import { visibleCommands } from '../../src/cli/help/visible-commands.ts';
import { EXAMPLES } from '../../src/cli/help/examples.ts';
import { buildProgram } from '../../src/cli/program.ts';
import { callHoldfast } from './support/holdfast.ts';
import { Workspace } from './support/workspace.ts';

const CONTRACT = `version: 2
spec: { id: shop, title: Shop }
chunks:
  - id: price
    title: Price
    description: The price.
    allowedFiles: ['src/price.ts']
    creates: [price]
`;
const FILES = { 'src/price.ts': 'export const price = 1;\n' };

async function run(workspace: Workspace, ...args: readonly string[]) {
  const ended = await callHoldfast(workspace.folder, args, workspace.environment());
  return { ...ended, lines: ended.stdout.trimEnd().split('\n') };
}

function createProgram(): Command {
  return buildProgram({} as Parameters<typeof buildProgram>[0], () => undefined);
}

/** Every command with the names that lead to it. */
function listCommands(command: Command, path = ''): readonly (readonly [path: string, command: Command])[] {
  return visibleCommands(command).flatMap((inner) => {
    const own = `${path} ${inner.name()}`.trim();
    return [[own, inner] as const, ...listCommands(inner, own)];
  });
}

describe('holdfast alone', () => {
  it('[CHANGE-6] prints what is set up, and the step that brings the most now', async () => {
    using workspace = new Workspace(FILES);
    const lines = async (): Promise<readonly string[]> => (await run(workspace)).lines;
    assert.deepEqual(await lines(), [
      'contracts  none',
      'change     none since HEAD',
      'agents     none has files here',
      'commits    not checked',
      'CI         not checked',
      '',
      'Next: holdfast init',
      '      nothing checks a commit or a pull request yet',
    ]);
    workspace.write({ '.claude/settings.json': '{}\n', 'shop.contract.yaml': CONTRACT });
    workspace.git('add', '-A');
    workspace.git('commit', '-qm', 'agents');
    assert.deepEqual(
      (await lines()).filter((line) => /agents|contracts|Next/.test(line)),
      ['contracts  1 contract, 1 chunk', 'agents     claude (no hooks)', 'Next: holdfast init --agents'],
    );
    workspace.git('switch', '-qc', 'work');
    workspace.write({ 'src/price.ts': 'export const price = 2;\n', 'src/new.ts': 'export {};\n' });
    workspace.git('commit', '-qam', 'work');
    assert.deepEqual(
      (await lines()).filter((line) => /change|Next/.test(line)),
      ['change     2 files since main', 'Next: holdfast check --since main', '      may this change be merged?'],
    );
    assert.equal((await run(workspace, '--no-progress')).code, 0);
  });

  it('[CHANGE-6] names a contract with errors first', async () => {
    using workspace = new Workspace({ ...FILES, 'shop.contract.yaml': 'chunks: 1\n' });
    const { code, lines } = await run(workspace);
    assert.equal(code, 0);
    assert.deepEqual(lines.slice(-2), ['Next: holdfast check', '      shop.contract.yaml has errors']);
  });

  it('[CHANGE-6] works without git, and before the first commit', async () => {
    using plain = new Workspace(FILES, { git: false });
    assert.equal((await run(plain)).lines.at(-2), 'Next: git init');
    plain.git('init', '-q');
    const { code, lines } = await run(plain);
    assert.equal(code, 0);
    assert.ok(lines.includes('change     no commit to compare with'), lines.join('\n'));
  });

  it('[CHANGE-6] doctor ends with the same step', async () => {
    using workspace = new Workspace(FILES);
    const doctor = await run(workspace, 'doctor');
    assert.deepEqual(doctor.lines.slice(-2), (await run(workspace)).lines.slice(-2));
  });
});

describe('The help', () => {
  it('[CHANGE-6] has at most 30 lines of 80 columns, and every command once', async () => {
    using workspace = new Workspace(FILES);
    const { lines } = await run(workspace, '--help');
    assert.ok(lines.length <= 30, `${lines.length} lines`);
    assert.deepEqual(
      lines.filter((line) => line.length > 80),
      [],
    );
    const listed = [
      ...COMMAND_GROUPS.flatMap(([, entries]) => entries.map(({ command }) => command)),
      ...MORE_COMMANDS,
      // A command that belongs to another one is named in its line.
      ...COMMAND_GROUPS.flatMap(([, entries]) =>
        entries.flatMap(({ description }) => [...description.matchAll(/"([a-z]+)"/g)].map(([, name = '']) => name)),
      ),
    ].filter((command) => !command.includes(' '));
    const defined = visibleCommands(createProgram()).map((command) => command.name());
    assert.deepEqual([...listed].sort(), [...defined].sort());
  });

  it('[CHANGE-6] of each command has two examples, which its options and arguments allow', async () => {
    const commands = listCommands(createProgram());
    assert.deepEqual(Object.keys(EXAMPLES).sort(), commands.map(([path]) => path).sort());
    const known = new Map(commands);
    for (const [path, examples] of Object.entries(EXAMPLES)) {
      for (const example of examples) {
        const words = toWords(example);
        const name = [2, 1].map((count) => words.slice(0, count).join(' ')).find((one) => known.has(one));
        const command = known.get(name ?? '');
        assert.ok(command !== undefined && name !== undefined && name.startsWith(path), example);
        const { operands, unknown } = command.parseOptions(words.slice(name.split(' ').length));
        assert.deepEqual(unknown, [], example);
        const expected = command.registeredArguments;
        assert.ok(operands.length >= expected.filter(({ required }) => required).length, example);
        assert.ok(expected.some(({ variadic }) => variadic) || operands.length <= expected.length, example);
      }
    }
    using workspace = new Workspace(FILES);
    const { stdout } = await run(workspace, 'amendments', 'propose', '--help');
    assert.match(stdout, /\nExamples:\n {2}holdfast amendments propose .*\n {2}holdfast amendments propose /);
  });

  it('[CHANGE-6] -v and -V print the version', async () => {
    using workspace = new Workspace(FILES);
    const versions = await Promise.all(['-v', '-V', '--version'].map((option) => run(workspace, option)));
    for (const { code, stdout } of versions) {
      assert.equal(code, 0);
      assert.match(stdout, /^\d+\.\d+\.\d+\n$/);
    }
  });
});

/** The words of an example after the program, without what the shell redirects. */
function toWords(example: string): readonly string[] {
  const command = example.replace(/^source <\((.*)\)$/, '$1').replace(/ [<>] .*$/, '');
  const words = command.match(/"[^"]*"|\S+/g) ?? [];
  assert.equal(words[0], 'holdfast', example);
  return words.slice(1).map((word) => word.replaceAll('"', ''));
}

describe('holdfast completion', () => {
  it('[CHANGE-6] completes commands and options in bash', async () => {
    using workspace = new Workspace(FILES);
    const { stdout } = await run(workspace, 'completion', 'bash');
    const complete = (...words: readonly string[]): readonly string[] => {
      const list = ['holdfast', ...words].map((word) => `'${word}'`).join(' ');
      const script = `${stdout}\nCOMP_WORDS=(${list}); COMP_CWORD=${words.length}; _holdfast; echo "\${COMPREPLY[@]}"`;
      return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trim().split(' ');
    };
    assert.deepEqual(complete('pl'), ['plan']);
    assert.deepEqual(complete('plan', 'c'), ['check', 'compile']);
    assert.deepEqual(complete('check', '--si'), ['--since']);
    assert.deepEqual(complete('check', '--since', 'main', '--run'), ['--run-tests']);
    assert.deepEqual(complete('completion', 'f'), ['fish']);
  });

  it('[CHANGE-6] prints a script for the other shells, and refuses an unknown one', async () => {
    using workspace = new Workspace(FILES);
    const scripts = await Promise.all(
      ['zsh', 'fish', 'powershell'].map((shell) => run(workspace, 'completion', shell)),
    );
    const [zsh, fish, powershell] = scripts.map(({ stdout }) => stdout);
    assert.match(zsh ?? '', /^autoload -U \+X bashcompinit && bashcompinit$/m);
    assert.match(fish ?? '', /^complete -c holdfast -n '__fish_seen_subcommand_from plan' -a compile$/m);
    assert.match(powershell ?? '', /'plan' = @\('check', 'sync', 'compile', 'log', '--help'\)/);
    assert.equal((await run(workspace, 'completion', 'tcsh')).code, 2);
  });
});
