import type { PreviousAttempt } from '../../../src/models/prompts/prompt-input.ts';
import type { Prompt } from '../../../src/models/prompts/build-prompt.ts';
import type { ToolDialect } from '../server/tool-dialects.ts';
import type { Task } from '../runs/tasks.ts';
import { describeWrongAttempt } from './wrong-attempts.ts';

/** A prompt that differs from the usual one in one part. */
export interface PromptVariant {
  readonly name: string;
  /** The variant that it is compared with. */
  readonly base?: string;
  readonly dialect: ToolDialect;
  /** The failed attempt that the prompt follows. */
  readonly retry?: (task: Task) => PreviousAttempt;
  /** Changes the system prompt. */
  readonly system?: (usual: string, task: Task) => string;
  /** Changes the user message. */
  readonly user?: (text: string, task: Task) => string;
}

const TYPESCRIPT_EXAMPLE = `\`\`\`ts path=src/greeting.ts
export function greet(name: string): string {
  return \`Hello, \${name}\`;
}
\`\`\``;

const PYTHON_EXAMPLE = `\`\`\`py path=src/greeting.py
def greet(name: str) -> str:
    return f"Hello, {name}"
\`\`\``;

/** The usual system prompt, with its first example in the language of the task. */
const inLanguage = (usual: string, { language }: Task): string =>
  language === 'python' ? usual.replace(TYPESCRIPT_EXAMPLE, () => PYTHON_EXAMPLE) : usual;

const short = (_usual: string, { language }: Task): string =>
  `You are a software developer. Write the files that the task requires. Answer with one fenced block for each file. The fence names the path, and the block contains the complete file:\n\n${language === 'python' ? PYTHON_EXAMPLE : TYPESCRIPT_EXAMPLE}`;

const withBlock = (text: string, { file, language }: Task): string => {
  const fence = '```';
  return `${text}\n## ANSWER\n\nAnswer with one block of this form:\n\n${fence}${language === 'typescript' ? 'ts' : 'py'} path=${file}\nthe complete content of ${file}\n${fence}\n`;
};

/** Without the section on what the chunk must not change. */
const withoutProtection = (text: string): string =>
  text.replace(/## DO NOT CHANGE\n[\s\S]*?(?=\n## |$)/, '').replace(/\n{3,}/g, '\n\n');

const violations = (task: Task): PreviousAttempt => describeWrongAttempt(task, false);
const violationsWithCode = (task: Task): PreviousAttempt => describeWrongAttempt(task, true);

/** The variants. The first one of each base is measured before those that are compared with it. */
export const VARIANTS: readonly PromptVariant[] = [
  { name: 'first: usual', dialect: 'dropped' },
  { name: 'first: example in the language', base: 'first: usual', dialect: 'dropped', system: inLanguage },
  {
    name: 'first: example in the language, block at the end',
    base: 'first: example in the language',
    dialect: 'dropped',
    system: inLanguage,
    user: withBlock,
  },
  {
    name: 'first: short system prompt, block at the end',
    base: 'first: example in the language, block at the end',
    dialect: 'dropped',
    system: short,
    user: withBlock,
  },
  {
    name: 'first: short system prompt, block at the end, no protection',
    base: 'first: short system prompt, block at the end',
    dialect: 'dropped',
    system: short,
    user: (text, task) => withBlock(withoutProtection(text), task),
  },
  { name: 'first: tools', base: 'first: usual', dialect: 'template' },
  { name: 'second: violations', dialect: 'dropped', system: inLanguage, retry: violations },
  {
    name: 'second: violations with code',
    base: 'second: violations',
    dialect: 'dropped',
    system: inLanguage,
    retry: violationsWithCode,
  },
];

/** The system prompt of a variant. */
export function systemOf({ system, dialect }: PromptVariant, prompt: Prompt, task: Task): string {
  const usual = prompt.system(dialect === 'template');
  return system?.(usual, task) ?? usual;
}
