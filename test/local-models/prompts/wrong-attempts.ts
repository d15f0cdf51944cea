import type { PreviousAttempt } from '../../../src/models/prompts/prompt-input.ts';
import type { Task } from '../runs/tasks.ts';

/** What a small model really wrote first: the right code, but not exported, or under another name. */
const BODIES: Readonly<Record<string, string>> = {
  'constant-ts': 'const MAX_RETRIES = 3;\n',
  'list-ts': "const COLORS = ['red', 'green', 'blue'];\n",
  'one-line-ts': 'function double(value: number): number {\n  return value * 2;\n}\n',
  'text-ts': 'function welcome(name: string): string {\n  return `Welcome, ${name}!`;\n}\n',
  'two-cases-ts':
    "function parity(value: number): string {\n  if (value % 2 === 0) {\n    return 'even';\n  }\n  return 'odd';\n}\n",
  'boundary-ts': 'function shippingCost(total: number): number {\n  return total >= 50 ? 0 : 5;\n}\n',
  'from-list-ts':
    'function largest(values: number[]): number {\n  return values.length === 0 ? 0 : Math.max(...values);\n}\n',
  'record-ts': 'function sumOf(point: { x: number; y: number }): number {\n  return point.x + point.y;\n}\n',
  'extend-file-ts':
    'export function add(a: number, b: number): number {\n  return a + b;\n}\n\nfunction subtract(a: number, b: number): number {\n  return a - b;\n}\n',
  'use-import-ts':
    "import { TAX } from './tax.ts';\n\nfunction priceWithTax(price: number): number {\n  return price + TAX;\n}\n",
  'constant-py': 'max_retries = 3\n',
  'list-py': "colors = ['red', 'green', 'blue']\n",
  'one-line-py': 'def double_value(value: int) -> int:\n    return value * 2\n',
  'text-py': 'def welcome_text(name: str) -> str:\n    return f"Welcome, {name}!"\n',
  'two-cases-py': 'def even_or_odd(value: int) -> str:\n    return "even" if value % 2 == 0 else "odd"\n',
  'boundary-py': 'def shipping(total: int) -> int:\n    return 0 if total >= 50 else 5\n',
  'from-list-py': 'def get_largest(values: list[int]) -> int:\n    return max(values) if values else 0\n',
  'record-py': 'def sum_point(point: dict[str, int]) -> int:\n    return point["x"] + point["y"]\n',
  'extend-file-py':
    'def add(a: int, b: int) -> int:\n    return a + b\n\n\ndef sub(a: int, b: int) -> int:\n    return a - b\n',
  'use-import-py': 'from tax import TAX\n\n\ndef price_tax(price: int) -> int:\n    return price + TAX\n',
};

/** A failed first attempt of a task in the words of the engine, with its code or without. */
export function describeWrongAttempt(
  { id, file, creates, before, language }: Task,
  withCode: boolean,
): PreviousAttempt {
  const text = BODIES[id] ?? '';
  const [created = ''] = creates;
  const name = created.replace('()', '');
  const declares = language === 'typescript' ? `; ${file} declares ${name}, which is not exported` : '';
  return {
    attempt: 2,
    maxAttempts: 2,
    previousViolations: [
      {
        assertion: { message: `Must create ${created}` },
        expected: `One of the files that this chunk wrote (${file}) exports ${name}`,
        actual: `None of the files that this chunk wrote (${file}) exports ${name}${declares}`,
      },
    ],
    ...(withCode ? { work: { diff: toDiff(file, before[file] ?? '', text), errors: [], files: [] } } : {}),
  };
}

/** The diff that writes a whole file. */
function toDiff(file: string, before: string, after: string): string {
  const lines = (text: string): readonly string[] => text.replace(/\n$/, '').split('\n');
  const old = before === '' ? [] : lines(before);
  const added = lines(after);
  const kept = old.every((line, index) => line === added[index]) ? old.length : 0;
  return [
    `diff --git a/${file} b/${file}`,
    ...(before === '' ? ['new file mode 100644', '--- /dev/null'] : [`--- a/${file}`]),
    `+++ b/${file}`,
    `@@ -${before === '' ? '0,0' : `1,${old.length}`} +1,${added.length} @@`,
    ...old.slice(0, kept).map((line) => ` ${line}`),
    ...old.slice(kept).map((line) => `-${line}`),
    ...added.slice(kept).map((line) => `+${line}`),
    '',
  ].join('\n');
}
