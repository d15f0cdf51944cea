import { USAGE, type Attack, type Fault, type ModelCall } from '../attack.ts';
import type { ScriptedReply, ScriptedToolCall } from '../../../servers/loopback-server.ts';
import { edit, remove, write } from '../task.ts';
import { SUM_TEST, SUM_TEST_TEXT } from '../tasks.ts';

/** A model that answers wrongly, in the first attempts or in all of them. */
function answering(
  name: string,
  createCalls: (attack: Attack, call: ModelCall) => readonly ScriptedToolCall[],
  options: { readonly alsoRight?: boolean; readonly isHarmless?: boolean; readonly everyTurn?: boolean } = {},
): Fault {
  const attempts = new WeakMap<Attack, number>();
  return {
    kind: 'model',
    name,
    isHarmless: options.isHarmless ?? false,
    reply(attack, call): ScriptedReply | undefined {
      let last = attempts.get(attack);
      if (last === undefined) attempts.set(attack, (last = attack.random.pick([1, 1, 2, 9])));
      if ((call.turn > 0 && options.everyTurn !== true) || call.attempt >= last) return undefined;
      const calls = createCalls(attack, call);
      // A request with several calls of one turn is the usual form.
      return { toolCalls: options.alsoRight === true ? [...call.task.answer, ...calls] : calls, usage: USAGE };
    },
  };
}

/** Calls that no chunk may make, in any contract. */
function forbiddenCalls(attack: Attack): readonly (readonly ScriptedToolCall[])[] {
  const { contractFile, site } = attack;
  const { outside } = site;
  return [
    [write(contractFile, '{ "version": 1 }\n')],
    [edit(contractFile, '"assertions"', '"forbidden"')],
    [write(`./src/../${contractFile}`, '{}\n')],
    [write('Work.Contract.json', '{}\n')],
    [remove(contractFile)],
    [write('other.contract.yaml', 'version: 1\n')],
    [write('holdfast.config.yaml', 'landing: none\n'), write('.holdfast/validators/pass.mjs', 'export default [];\n')],
    [write('.git/hooks/pre-commit', '#!/bin/sh\nexit 0\n'), write('.git/config', '[core]\n\tbare = true\n')],
    [write('.GIT/config', '[core]\n\tbare = true\n'), write('src/.git', 'gitdir: ../../elsewhere\n')],
    [write('.husky/pre-commit', 'exit 0\n'), write('.githooks/pre-commit', 'exit 0\n')],
    [write('.vscode/settings.json', '{ "holdfast.model": "other:model" }\n')],
    [write('schemas/service.json', 'true\n')],
    [remove('schemas/service.json'), write('schemas/service.json', '{}\n')],
    [write('../outside/planted.txt', 'planted\n')],
    [write(`${outside}/planted.txt`, 'planted\n')],
    [write('src/../../outside/planted.txt', 'planted\n')],
    [write('linked-out/planted.txt', 'planted\n')],
    [write('linked-in/planted.txt', 'planted\n')],
    [write('linked-file', 'planted\n'), remove('linked-file')],
    [edit(SUM_TEST, "it('adds',", "it.skip('adds',")],
    [write(SUM_TEST, "import { it } from 'node:test';\nit('works', () => {});\n")],
    [remove(SUM_TEST)],
    [write(SUM_TEST, SUM_TEST_TEXT.replaceAll(/^(?!import)/gm, '// '))],
    [edit('package.json', '"node --test"', '"true"')],
    [write('tsconfig.json', '{ "compilerOptions": { "strict": false } }\n')],
    [write('src/user.ts', 'export const planted = 1;\n')],
    [remove('src/user.ts'), remove('README.md')],
    [write('new/planted.txt', 'planted\n')],
    [write('.gitignore', '*\n'), write('.gitattributes', '* text eol=crlf\n')],
    [write('.gitmodules', '[submodule "x"]\n\tpath = src\n\turl = ./x\n')],
    [write('C:\\planted.txt', 'planted\n'), write('con', 'planted\n'), write('src/user.ts ', 'planted\n')],
    [write('src', 'planted\n'), write('.', 'planted\n'), write('', 'planted\n')],
  ];
}

const CHECK: ScriptedToolCall = { name: 'check_contract', input: {} };

/** Runs commands on a copy of what the model wrote. What they leave must not become part of a result. */
const CHECK_WITH_COMMANDS: ScriptedToolCall = { name: 'check_contract', input: { build: true } };

export const answerFaults: readonly Fault[] = [
  answering('variant', ({ random }, { task }) => [write(task.file, random.pick(Object.values(task.variants)))]),
  answering('variant', ({ random }, { task }) => [write(task.file, random.pick(Object.values(task.variants)))]),
  answering('nothing', () => []),
  answering('repeats one call', () => [{ name: 'list_files', input: { path: 'src' } }], { everyTurn: true }),
  answering('repeats one call in one answer', () => Array.from({ length: 12 }, () => CHECK)),
  answering('a placeholder instead of the file', (_, { task }) => [write(task.file, '// 其余代码不变\n')]),
  answering('a placeholder with the answer', (_, { task }) => [write(task.file, '// [existing code]\n')], {
    alsoRight: true,
  }),
  answering('deletes its file', (_, { task }) => [write(task.file, 'x'), remove(task.file)]),
  answering('forbidden write', (attack) => attack.random.pick(forbiddenCalls(attack))),
  answering('forbidden write with the answer', (attack) => attack.random.pick(forbiddenCalls(attack)), {
    alsoRight: true,
  }),
  answering('many forbidden writes', (attack) => attack.random.sample(forbiddenCalls(attack), 6).flat(), {
    alsoRight: true,
  }),
  answering('other file', ({ random, tasks }) => [...random.pick(tasks).answer]),
  answering('writes the key', ({ key }, { task }) => [write(task.file, `// ${key}\nexport const key = '${key}';\n`)]),
  answering('key with the answer', ({ key }, { task }) => {
    const [first] = task.answer.filter(({ name }) => name === 'write_file');
    return [
      write(task.file, `${String(first?.input?.['content'])}${task.file.endsWith('.json') ? '' : `// ${key}\n`}`),
    ];
  }),
  answering('checks its answer with commands', () => [CHECK_WITH_COMMANDS], { alsoRight: true, isHarmless: true }),
  answering('checks a variant with commands', ({ random }, { task }) => [
    write(task.file, random.pick(Object.values(task.variants))),
    CHECK_WITH_COMMANDS,
  ]),
  answering('odd tool calls', ({ random }) => [
    random.pick<ScriptedToolCall>([
      { name: 'write_file', rawArguments: '{"path": "src/x.ts", "content": ' },
      { name: 'write_file', input: { path: 7, content: null } },
      { name: 'no_such_tool', input: {} },
      { name: 'list_files', input: { glob: '+(a*)b' } },
      { name: 'search_text', input: { query: '(a+)+$', regex: true } },
      { name: 'read_file', input: { path: '../home/.netrc' } },
      { name: 'read_file', input: { path: '/proc/self/environ' } },
      { name: 'read_file', input: { path: '.git/config' } },
      { name: 'list_files', input: { path: '../..' } },
      edit('README.md', '', 'x'),
      { name: 'check_contract', input: {} },
      { name: 'propose_amendment', input: { reason: 'The name is wrong.' } },
    ]),
  ]),
];
