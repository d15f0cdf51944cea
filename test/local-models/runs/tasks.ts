/** The kinds of tasks, from the smallest to the largest. */
export type TaskKind =
  | 'constant'
  | 'list'
  | 'one-line'
  | 'text'
  | 'two-cases'
  | 'boundary'
  | 'from-list'
  | 'record'
  | 'extend-file'
  | 'use-import';

export type TaskLanguage = 'typescript' | 'python';

/** One task that a person would give a small model, in one language. */
export interface Task {
  readonly id: string;
  readonly kind: TaskKind;
  readonly language: TaskLanguage;
  readonly title: string;
  readonly description: string;
  /** The file that the chunk may write. */
  readonly file: string;
  /** The exports that the chunk creates, as in a contract. */
  readonly creates: readonly string[];
  /** The signature that the contract requires, with the name of its function. */
  readonly signature?: { readonly name: string; readonly text: string };
  /** The files of the repository before the chunk. */
  readonly before: Readonly<Record<string, string>>;
  /** Expressions in the language with the exports in scope, and their values as JSON. */
  readonly examples: readonly (readonly [expression: string, value: unknown])[];
}

interface Words {
  readonly name: string;
  readonly signature?: string;
  readonly before?: string;
  readonly examples: readonly (readonly [expression: string, value: unknown])[];
}

interface TaskTemplate {
  readonly kind: TaskKind;
  readonly title: string;
  readonly description: (name: string) => string;
  /** The name of the module. */
  readonly module: string;
  readonly typescript: Words;
  readonly python: Words;
}

const TEMPLATES: readonly TaskTemplate[] = [
  {
    kind: 'constant',
    title: 'The number of retries',
    description: (name) => `Export the constant ${name}, which is the number 3.`,
    module: 'retries',
    typescript: { name: 'MAX_RETRIES', examples: [['MAX_RETRIES', 3]] },
    python: { name: 'MAX_RETRIES', examples: [['MAX_RETRIES', 3]] },
  },
  {
    kind: 'list',
    title: 'The names of the colors',
    description: (name) => `Export ${name}, a list with the texts "red", "green" and "blue" in this order.`,
    module: 'colors',
    typescript: { name: 'COLORS', examples: [['COLORS', ['red', 'green', 'blue']]] },
    python: { name: 'COLORS', examples: [['list(COLORS)', ['red', 'green', 'blue']]] },
  },
  {
    kind: 'one-line',
    title: 'The double of a number',
    description: (name) => `Write the function ${name}, which returns its argument multiplied by two.`,
    module: 'double',
    typescript: {
      name: 'double',
      signature: '(value: number) => number',
      examples: [
        ['double(4)', 8],
        ['double(-1)', -2],
      ],
    },
    python: {
      name: 'double',
      signature: '(value: int) -> int',
      examples: [
        ['double(4)', 8],
        ['double(-1)', -2],
      ],
    },
  },
  {
    kind: 'text',
    title: 'A welcome',
    description: (name) =>
      `Write the function ${name}, which returns "Welcome, " followed by the name and an exclamation mark.`,
    module: 'welcome',
    typescript: {
      name: 'welcome',
      signature: '(name: string) => string',
      examples: [
        ['welcome("Ada")', 'Welcome, Ada!'],
        ['welcome("")', 'Welcome, !'],
      ],
    },
    python: {
      name: 'welcome',
      signature: '(name: str) -> str',
      examples: [
        ['welcome("Ada")', 'Welcome, Ada!'],
        ['welcome("")', 'Welcome, !'],
      ],
    },
  },
  {
    kind: 'two-cases',
    title: 'Even or odd',
    description: (name) =>
      `Write the function ${name}, which returns "even" for even numbers and "odd" for odd numbers.`,
    module: 'parity',
    typescript: {
      name: 'parity',
      signature: '(value: number) => string',
      examples: [
        ['parity(4)', 'even'],
        ['parity(7)', 'odd'],
        ['parity(0)', 'even'],
      ],
    },
    python: {
      name: 'parity',
      signature: '(value: int) -> str',
      examples: [
        ['parity(4)', 'even'],
        ['parity(7)', 'odd'],
        ['parity(0)', 'even'],
      ],
    },
  },
  {
    kind: 'boundary',
    title: 'Shipping cost',
    description: (name) => `Write the function ${name}, which returns 0 if the total is 50 or more, and 5 otherwise.`,
    module: 'shipping',
    typescript: {
      name: 'shippingCost',
      signature: '(total: number) => number',
      examples: [
        ['shippingCost(49)', 5],
        ['shippingCost(50)', 0],
        ['shippingCost(51)', 0],
      ],
    },
    python: {
      name: 'shipping_cost',
      signature: '(total: int) -> int',
      examples: [
        ['shipping_cost(49)', 5],
        ['shipping_cost(50)', 0],
        ['shipping_cost(51)', 0],
      ],
    },
  },
  {
    kind: 'from-list',
    title: 'The largest number',
    description: (name) =>
      `Write the function ${name}, which returns the largest number of a list, and 0 for an empty list.`,
    module: 'largest',
    typescript: {
      name: 'largest',
      signature: '(values: number[]) => number',
      examples: [
        ['largest([3, 9, 4])', 9],
        ['largest([])', 0],
        ['largest([-5, -2])', -2],
      ],
    },
    python: {
      name: 'largest',
      signature: '(values: list[int]) -> int',
      examples: [
        ['largest([3, 9, 4])', 9],
        ['largest([])', 0],
        ['largest([-5, -2])', -2],
      ],
    },
  },
  {
    kind: 'record',
    title: 'A point',
    description: (name) => `Write the function ${name}, which returns the sum of the fields x and y of its argument.`,
    module: 'point',
    typescript: {
      name: 'sumOf',
      signature: '(point: { x: number; y: number }) => number',
      examples: [['sumOf({ x: 2, y: 5 })', 7]],
    },
    python: {
      name: 'sum_of',
      signature: '(point: dict[str, int]) -> int',
      examples: [['sum_of({"x": 2, "y": 5})', 7]],
    },
  },
  {
    kind: 'extend-file',
    title: 'Subtraction',
    description: (name) =>
      `Add the function ${name} to the file. It returns the first argument minus the second. Keep what is there.`,
    module: 'calculator',
    typescript: {
      name: 'subtract',
      signature: '(a: number, b: number) => number',
      before: 'export function add(a: number, b: number): number {\n  return a + b;\n}\n',
      examples: [
        ['subtract(5, 2)', 3],
        ['add(5, 2)', 7],
      ],
    },
    python: {
      name: 'subtract',
      signature: '(a: int, b: int) -> int',
      before: 'def add(a: int, b: int) -> int:\n    return a + b\n',
      examples: [
        ['subtract(5, 2)', 3],
        ['add(5, 2)', 7],
      ],
    },
  },
  {
    kind: 'use-import',
    title: 'The price with tax',
    description: (name) =>
      `Write the function ${name}, which returns the price plus TAX. Import TAX from the module "tax" next to the file.`,
    module: 'price',
    typescript: { name: 'priceWithTax', signature: '(price: number) => number', examples: [['priceWithTax(10)', 12]] },
    python: { name: 'price_with_tax', signature: '(price: int) -> int', examples: [['price_with_tax(10)', 12]] },
  },
];

const LANGUAGES = {
  typescript: { extension: 'ts', short: 'ts', tax: 'export const TAX = 2;\n' },
  python: { extension: 'py', short: 'py', tax: 'TAX = 2\n' },
} as const;

/** Every task in both languages. */
export const TASKS: readonly Task[] = TEMPLATES.flatMap((template) =>
  (['typescript', 'python'] as const).map((language) => createTask(template, language)),
);

function createTask(template: TaskTemplate, language: TaskLanguage): Task {
  const { extension, short, tax } = LANGUAGES[language];
  const { name, signature, before, examples } = template[language];
  const file = `src/${template.module}.${extension}`;
  return {
    id: `${template.kind}-${short}`,
    kind: template.kind,
    language,
    title: template.title,
    description: template.description(name),
    file,
    creates: [signature === undefined ? name : `${name}()`],
    ...(signature === undefined ? {} : { signature: { name, text: signature } }),
    before: {
      ...(before === undefined ? {} : { [file]: before }),
      ...(template.kind === 'use-import' ? { [`src/tax.${extension}`]: tax } : {}),
    },
    examples,
  };
}

/** How the contract of a run differs from the plain one. */
export interface ContractOptions {
  readonly attempts?: 'fresh' | 'continue';
  readonly maxAttempts: number;
  /** Whether a command of the contract tests the examples. */
  readonly hasAcceptance: boolean;
  /** A gate that the model judges. */
  readonly gate?: { readonly criterion: string; readonly mode: 'blocking' | 'advisory' };
  /** A signature that the task cannot be done with. */
  readonly signature?: string;
}

export const CONTRACT_FILE = 'task.contract.json';

/** The files of a repository with the task and its contract. */
export function createFiles(task: Task, options: ContractOptions): Readonly<Record<string, string>> {
  const { id, title, description, file, creates, language, before } = task;
  const signature = options.signature ?? task.signature?.text;
  const test = language === 'typescript' ? 'check/examples.mjs' : 'check/examples.py';
  const chunk = {
    id,
    title,
    description,
    maxAttempts: options.maxAttempts,
    ...(options.attempts === undefined ? {} : { attempts: options.attempts }),
    creates: [...creates],
    allowedFiles: [file],
    ...(before[file] === undefined ? { postconditions: [{ kind: 'file_exists', path: file }] } : {}),
    ...(task.signature === undefined || signature === undefined
      ? {}
      : { functions: [{ name: task.signature.name, file, signature }] }),
    ...(options.hasAcceptance
      ? { acceptanceCommands: [language === 'typescript' ? `node ${test}` : `python3 ${test}`] }
      : {}),
    ...(before[file] === undefined ? {} : { contextFiles: [file] }),
  };
  const gates =
    options.gate === undefined
      ? {}
      : {
          gates: [
            { id: 'readable', enforcementMode: options.gate.mode, criteria: [options.gate.criterion], judge: true },
          ],
        };
  const contract = { version: 2, spec: { id: 'task', title: 'A small task' }, ...gates, chunks: [chunk] };
  return {
    [CONTRACT_FILE]: `${JSON.stringify(contract, null, 2)}\n`,
    'package.json': '{ "type": "module" }\n',
    'tsconfig.json':
      '{ "compilerOptions": { "strict": true, "module": "nodenext", "target": "es2022", "noEmit": true, "allowImportingTsExtensions": true } }\n',
    ...before,
    ...(options.hasAcceptance ? { [test]: createExampleTest(task) } : {}),
  };
}

/** The program of the acceptance command. It belongs to the contract, and the oracle has its own. */
function createExampleTest({ language, file, examples }: Task): string {
  const cases = examples.map(([expression, value]) => [expression, JSON.stringify(value)] as const);
  if (language === 'typescript') {
    return [
      "import assert from 'node:assert/strict';",
      `import * as subject from '../${file}';`,
      ...cases.map(([expression, value]) => `assert.deepEqual(subject.${expression}, ${value});`),
      '',
    ].join('\n');
  }
  const module = file.replace(/^src\/|\.py$/g, '');
  return [
    'import json, sys',
    "sys.path.insert(0, 'src')",
    `from ${module} import *`,
    ...cases.map(
      ([expression, value]) =>
        `assert ${expression} == json.loads(${JSON.stringify(value)}), ${JSON.stringify(expression)}`,
    ),
    '',
  ].join('\n');
}
