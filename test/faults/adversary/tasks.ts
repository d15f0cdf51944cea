import type { Random } from './random.ts';
import { functionVariants, typeVariants } from './variants.ts';
import { remove, write, type Task } from './task.ts';

const NOUNS = ['Order', 'Invoice', 'Parcel', 'Ticket', 'Route', 'Sensor', 'Reading', 'Session'];
const VERBS = ['format', 'merge', 'count', 'select', 'order', 'scale'];

/** Files of the user that the tasks change. */
export const TASK_FILES: Readonly<Record<string, string>> = {
  'src/old/only.ts': 'export const only = 1;\n',
  'config/service.json': '{ "name": "service", "port": 80 }\n',
  'docs/guide.md': '# Guide\n\nObsolete text.\n',
};

/** @param isOnly whether the contract has no other task */
type CreateTask = (index: number, random: Random, isOnly: boolean) => Task;

/** Part of a contract, with what it means. */
type Part = Pick<Task, 'keys' | 'expectations'>;

/** All parts, or one of them, so that no other part catches what it misses. */
function chooseParts(random: Random, parts: readonly Part[]): Part {
  const chosen = random.chance(0.4) ? parts : [random.pick(parts)];
  return {
    keys: Object.assign({}, ...chosen.map(({ keys }) => keys)) as Task['keys'],
    expectations: chosen.flatMap(({ expectations }) => expectations),
  };
}

const createTypeTask: CreateTask = (index, random) => {
  const name = `${random.pick(NOUNS)}${index}`;
  const file = `src/types/${name.toLowerCase()}.ts`;
  const type = random.pick([
    '{ id: string; total: number }',
    "{ status: 'ok' | 'down'; checkedAt: string; note?: string }",
    '{ items: readonly string[]; count: number }',
  ]);
  return {
    id: `type-${index}`,
    title: `Declare ${name} in task ${index}`,
    file,
    ...chooseParts(random, [
      { keys: { creates: [name] }, expectations: [{ kind: 'export', file, name }] },
      { keys: { types: [{ name, file, definition: type }] }, expectations: [{ kind: 'shape', file, name, type }] },
      {
        keys: { assertions: [{ message: `Exports ${name}`, check: { type: 'export_exists', target: name, file } }] },
        expectations: [{ kind: 'export', file, name }],
      },
    ]),
    answer: [write(file, `export interface ${name} ${type}\n`)],
    variants: typeVariants(name, type),
  };
};

const createFunctionTask: CreateTask = (index, random) => {
  const name = `${random.pick(VERBS)}${random.pick(NOUNS)}${index}`;
  const file = `src/functions/${name}.ts`;
  const { type, body } = random.pick([
    { type: '(a: number, b: number) => number', body: '(a: number, b: number): number {\n  return a + b;\n}\n' },
    {
      type: '(text: string, limit?: number) => string[]',
      body: '(text: string, limit?: number): string[] {\n  return [text].slice(0, limit);\n}\n',
    },
    {
      type: '(ids: readonly string[]) => Promise<Map<string, number>>',
      body: '(ids: readonly string[]): Promise<Map<string, number>> {\n  return Promise.resolve(new Map(ids.map((id, at) => [id, at])));\n}\n',
    },
  ]);
  return {
    id: `function-${index}`,
    title: `Write ${name} in task ${index}`,
    file,
    ...chooseParts(random, [
      { keys: { creates: [`${name}()`] }, expectations: [{ kind: 'function', file, name }] },
      {
        keys: { functions: [{ name, file, signature: type }] },
        expectations: [{ kind: 'signature', file, name, type }],
      },
      {
        keys: {
          assertions: [
            { message: `Exports ${name}`, check: { type: 'export_exists', target: name, file } },
            {
              message: 'Does not print',
              check: { type: 'pattern_match', target: file, pattern: 'console\\.log', not: true },
            },
          ],
        },
        expectations: [
          { kind: 'export', file, name },
          { kind: 'pattern', file, pattern: 'console\\.log', isAbsent: true },
        ],
      },
    ]),
    answer: [write(file, `export function ${name}${body}`)],
    variants: functionVariants(name, type, body),
  };
};

/** The signature names a type of the same file. */
const createNamedTypeTask: CreateTask = (index, random) => {
  const name = `convert${random.pick(NOUNS)}${index}`;
  const file = `src/named/${name}.ts`;
  const type = 'export interface Input { id: string }\n';
  const body = '(input: Input) => Promise<string>';
  const code = (first: string): string =>
    `${first}export async function ${name}(input: Input): Promise<string> {\n  return String(input);\n}\n`;
  return {
    id: `named-${index}`,
    title: `Convert with ${name} in task ${index}`,
    file,
    keys: { creates: [`${name}()`, 'Input'], functions: [{ name, file, signature: body }] },
    expectations: [
      { kind: 'function', file, name },
      { kind: 'export', file, name: 'Input' },
      { kind: 'signature', file, name, type: body.replace('Input', `import('./${file}').Input`) },
      { kind: 'known type', file, name: 'Input' },
    ],
    answer: [write(file, code(type))],
    variants: {
      any: code('export type Input = any;\n'),
      'alias of any': code('type Local = any;\nexport type Input = Local;\n'),
      'absent type': code("import type { Input } from './absent.ts';\nexport type { Input };\n"),
      'type not exported': code('interface Input { id: string }\n'),
      'not async': code(type).replace('async ', '').replace('Promise<string>', 'string'),
      'no type': `export async function ${name}(input) {\n  return String(input);\n}\nexport type Input = unknown;\n`,
    },
  };
};

const createDataTask: CreateTask = (index, random) => {
  const file = 'config/service.json';
  const value = random.integer(1_000, 9_000);
  return {
    id: `data-${index}`,
    title: `Set the port in task ${index}`,
    file,
    keys: {
      assertions: [
        { message: 'Sets the port', check: { type: 'equals', target: file, pointer: '/port', expected: value } },
        { message: 'Is valid', check: { type: 'schema_match', target: file, schema: 'schemas/service.json' } },
      ],
    },
    expectations: [
      { kind: 'data', file, key: 'port', value },
      { kind: 'data', file, key: 'name', value: 'service' },
    ],
    answer: [write(file, `{ "name": "service", "port": ${value} }\n`)],
    variants: {
      'port as text': `{ "name": "service", "port": "${value}" }\n`,
      'name removed': `{ "port": ${value} }\n`,
      'name changed': `{ "name": "other", "port": ${value} }\n`,
      'two keys': `{ "name": "service", "port": ${value}, "port": 1 }\n`,
      'broken data': `{ "name": "service", "port": ${value}\n`,
      'marked bytes': `\uFEFF{ "name": "service", "port": ${value} }\r\n`,
      'empty file': '',
    },
  };
};

const createMoveTask: CreateTask = (index, random) => {
  const file = random.pick([`src/moved/only${index}.ts`, `src/old/renamed${index}.ts`]);
  return {
    id: `move-${index}`,
    title: `Move the module in task ${index}`,
    file,
    keys: {
      postconditions: [
        { kind: 'file_exists', path: file },
        { kind: 'file_absent', path: 'src/old/only.ts' },
      ],
      assertions: [{ message: 'Exports only', check: { type: 'export_exists', target: 'only', file } }],
      allowedFiles: [file, 'src/old/only.ts'],
    },
    expectations: [
      { kind: 'file', file },
      { kind: 'file', file: 'src/old/only.ts', isAbsent: true },
      { kind: 'export', file, name: 'only' },
    ],
    answer: [remove('src/old/only.ts'), write(file, TASK_FILES['src/old/only.ts'] ?? '')],
    variants: {
      'forwarding file': "export { only } from '../old/only.ts';\n",
      'commented out': '// export const only = 1;\n',
    },
  };
};

const createTextTask: CreateTask = (index) => {
  const file = 'docs/guide.md';
  const heading = `## Section ${index}`;
  return {
    id: `text-${index}`,
    title: `Describe the section in task ${index}`,
    file,
    keys: {
      assertions: [
        {
          message: 'Has the section',
          check: { type: 'pattern_match', target: file, pattern: `^${heading}$`, flags: 'm' },
        },
        { message: 'Is current', check: { type: 'pattern_match', target: file, pattern: 'Obsolete', not: true } },
      ],
    },
    expectations: [
      { kind: 'pattern', file, pattern: `(^|\\n)${heading}\\r?(\\n|$)` },
      { kind: 'pattern', file, pattern: 'Obsolete', isAbsent: true },
    ],
    answer: [write(file, `# Guide\n\n${heading}\n\nCurrent text.\n`)],
    variants: {
      'old text kept': `# Guide\n\nObsolete text.\n\n${heading}\n`,
      'section in a sentence': `# Guide\n\nSee ${heading} below.\n`,
      'empty file': '',
    },
  };
};

/** The files that the user's test reads. */
export const SUM_TEST = 'test/sum.test.mjs';
export const SUM_TEST_TEXT = `import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sum } from '../src/sum.mjs';

it('adds', () => {
  assert.equal(sum(2, 3), 5);
});

it('adds nothing', () => {
  assert.equal(sum(0, 0), 0);
});
`;

const createTestedTask: CreateTask = (index, random, isOnly) => {
  const report = 'src/sum-report.txt';
  const command = `node --test ${SUM_TEST}`;
  const hasReport = random.chance(0.5);
  const isVerified = isOnly && random.chance(0.5);
  const reportCheck = { message: 'Has a report', check: { type: 'file_exists', target: report } };
  return {
    id: `tested-${index}`,
    title: `Fix sum in task ${index}`,
    file: 'src/sum.mjs',
    keys: {
      ...(isVerified ? {} : { acceptanceCommands: [command] }),
      assertions: [
        { message: 'Exports sum', check: { type: 'export_exists', target: 'sum', file: 'src/sum.mjs' } },
        ...(hasReport ? [reportCheck] : []),
      ],
      allowedFiles: ['src/sum.mjs', report],
    },
    contractKeys: isVerified ? { verify: { command, requires: [{ kind: 'file_exists', path: SUM_TEST }] } } : {},
    expectations: [
      { kind: 'value', file: 'src/sum.mjs', name: 'sum', value: 5 },
      ...(hasReport ? [{ kind: 'file', file: report } as const] : []),
    ],
    answer: [write('src/sum.mjs', 'export const sum = (a, b) => a + b;\n'), write(report, 'Fixed.\n')],
    variants: {
      'still wrong': 'export const sum = (a, b) => a * b;\n',
      'not exported': 'const sum = (a, b) => a + b;\n',
      'no report': 'export const sum = (a, b) => a + b;\n',
    },
  };
};

const TASKS: readonly CreateTask[] = [
  createTypeTask,
  createTypeTask,
  createFunctionTask,
  createFunctionTask,
  createNamedTypeTask,
  createDataTask,
  createMoveTask,
  createTextTask,
  createTestedTask,
];

/** One to four tasks that write different files. */
export function createTasks(random: Random): readonly Task[] {
  const count = random.pick([1, 1, 1, 1, 1, 2, 2, 3, 4]);
  const tasks: Task[] = [];
  while (tasks.length < count) {
    const task = random.pick(TASKS)(tasks.length + 1, random, count === 1);
    if (tasks.every(({ file }) => file !== task.file) && !(task.id.startsWith('move') && hasMove(tasks)))
      tasks.push(task);
  }
  return tasks;
}

function hasMove(tasks: readonly Task[]): boolean {
  return tasks.some(({ id }) => id.startsWith('move'));
}
