/** Answers that real small models gave in `npm run test:model`, each as an example of its kind. */
export interface ObservedAnswer {
  /** The kind of deviation, or of answer. */
  readonly kind: string;
  readonly model: 'Qwen2.5-Coder-0.5B-Instruct' | 'SmolLM2-135M-Instruct';
  /** Of the model. */
  readonly licence: 'Apache-2.0';
  /** Whether the request had tools. */
  readonly hadTools: boolean;
  /** The only file that the chunk may write. */
  readonly onlyFile: string;
  readonly text: string;
  readonly finishReason: 'stop' | 'length';
  readonly expected: {
    readonly stopReason: string;
    /** The content of the file; `null` if nothing must be written. */
    readonly content: string | null;
    /** What the next attempt reads. */
    readonly problem?: RegExp;
    readonly unusedMeans?: 'tools' | 'blocks';
  };
}

const QWEN = { model: 'Qwen2.5-Coder-0.5B-Instruct', licence: 'Apache-2.0' } as const;
const SMOL = { model: 'SmolLM2-135M-Instruct', licence: 'Apache-2.0' } as const;

export const OBSERVED_ANSWERS: readonly ObservedAnswer[] = [
  {
    ...QWEN,
    kind: 'the path is the first line of the block',
    hadTools: false,
    onlyFile: 'src/parity.ts',
    text: '```ts\nsrc/parity.ts\nexport function parity(value: number): string {\n  if (value % 2 === 0) {\n    return "even";\n  } else {\n    return "odd";\n  }\n}\n```\n\nThis function correctly determines whether a given number is even or odd.',
    finishReason: 'stop',
    expected: {
      stopReason: 'finished',
      content:
        'export function parity(value: number): string {\n  if (value % 2 === 0) {\n    return "even";\n  } else {\n    return "odd";\n  }\n}\n',
    },
  },
  {
    ...QWEN,
    kind: 'a call of a tool that does not exist, as text',
    hadTools: true,
    onlyFile: 'src/double.ts',
    text: '```json\n{\n  "name": "double",\n  "arguments": {\n    "value": 10\n  }\n}\n```',
    finishReason: 'stop',
    expected: {
      stopReason: 'no-change',
      content: null,
      problem: /json.*was not written to src\/double\.ts/,
      unusedMeans: 'tools',
    },
  },
  {
    ...QWEN,
    kind: 'a call of a tool that does not exist, as text without a fence',
    hadTools: true,
    onlyFile: 'src/retries.py',
    text: '{"name": "constant-py", "arguments": {"MAX_RETRIES": 3}}',
    finishReason: 'stop',
    expected: { stopReason: 'no-change', content: null, problem: /changed no file/, unusedMeans: 'tools' },
  },
  {
    ...QWEN,
    kind: 'the path behind the language, without an attribute',
    hadTools: false,
    onlyFile: 'src/retries.py',
    text: '```py src/retries.py\nMAX_RETRIES = 3\n```',
    finishReason: 'stop',
    expected: { stopReason: 'finished', content: 'MAX_RETRIES = 3\n' },
  },
  {
    ...QWEN,
    kind: 'the file in the fence of another language',
    hadTools: false,
    onlyFile: 'src/double.py',
    text: '```ts path=src/double.py\nexport function double(value: int): int {\n  return value * 2;\n}\n```',
    finishReason: 'stop',
    // The fence names the file. That its content is no Python is what the checks find.
    expected: {
      stopReason: 'finished',
      content: 'export function double(value: int): int {\n  return value * 2;\n}\n',
    },
  },
  {
    ...QWEN,
    kind: 'the prompt again, cut off',
    hadTools: false,
    onlyFile: 'src/parity.ts',
    text: '### Chunk: two-cases-ts · attempt 2 of 2\n\n#### Task: Even or odd\n\nWrite the function `parity`, which returns "even" for even numbers and "odd" for odd numbers.\n\n## YOU MUST CREATE\n\n- `parity`, a function\n\nA file that you write must export',
    finishReason: 'length',
    expected: { stopReason: 'output-limit', content: null, problem: /cut off at the limit of output tokens/ },
  },
  {
    ...SMOL,
    kind: 'rules of the prompt instead of a block',
    hadTools: false,
    onlyFile: 'src/retries.ts',
    text: 'The file src/retries.ts is a chunk of the specification "A small task" (task). The chunk fails if any of the following are missing or have a different name:\n\n- Existing tests: do not delete, skip, comment out, and empty the file.\n- The configuration of compilers, linters and test runners: do not change it.',
    finishReason: 'stop',
    expected: { stopReason: 'no-change', content: null, problem: /changed no file/, unusedMeans: 'blocks' },
  },
  {
    ...SMOL,
    kind: 'code of another language in an explanation',
    hadTools: false,
    onlyFile: 'src/double.py',
    text: 'I\'m happy to help you with your task. The function must have the following signature:\n\n```python\ndef double(string: str) -> str:\n    return string + "double"\n```\n\nThe string you will create should be a concatenation.',
    finishReason: 'stop',
    expected: { stopReason: 'finished', content: 'def double(string: str) -> str:\n    return string + "double"\n' },
  },
  {
    ...SMOL,
    kind: 'the same lines again and again',
    hadTools: false,
    onlyFile: 'src/colors.ts',
    text: `This task requires 2 blocks of code.\n\n${'###\n\nThe task requires 2 blocks of code.\n\n'.repeat(20)}`,
    finishReason: 'length',
    expected: { stopReason: 'output-limit', content: null, problem: /cut off at the limit of output tokens/ },
  },
  {
    ...QWEN,
    kind: 'a call of a tool that exists, as text',
    hadTools: true,
    onlyFile: 'hello.txt',
    text: '```json\n{\n  "name": "write_file",\n  "arguments": {\n    "path": "hello.txt",\n    "content": "hi"\n  }\n}\n```',
    finishReason: 'stop',
    expected: { stopReason: 'finished', content: 'hi' },
  },
];
