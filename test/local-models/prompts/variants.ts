import type { PreviousAttempt } from '../../../src/prompts/prompt-input.ts';
import type { Prompt } from '../../../src/prompts/build-prompt.ts';
import type { ToolDialect } from '../server/tool-dialects.ts';
import type { Task } from '../runs/tasks.ts';
import { describeWrongAttempt } from './wrong-attempts.ts';

/** A prompt that differs from the usual one in one part. */
export interface PromptVariant {
  readonly name: string;
  readonly dialect: ToolDialect;
  /** The failed attempt that the prompt follows. */
  readonly retry?: (task: Task) => PreviousAttempt;
  readonly system?: string;
  /** Changes the user message. */
  readonly user?: (text: string, task: Task) => string;
}

const SHORT_SYSTEM = `You are a software developer. Write the files that the task requires. Answer with one fenced block for each file. The fence names the path, and the block contains the complete file:

\`\`\`ts path=src/greeting.ts
export function greet(name: string): string {
  return \`Hello, \${name}\`;
}
\`\`\``;

const withExample = (text: string, { file, language }: Task): string => {
  const fence = '```';
  return `${text}\n## ANSWER\n\nAnswer with one block of this form:\n\n${fence}${language === 'typescript' ? 'ts' : 'py'} path=${file}\nthe complete content of ${file}\n${fence}\n`;
};

/** Without the section on what the chunk must not change. */
const withoutProtection = (text: string): string =>
  text.replace(/## DO NOT CHANGE\n[\s\S]*?(?=\n## |$)/, '').replace(/\n{3,}/g, '\n\n');

const violations = (task: Task): PreviousAttempt => describeWrongAttempt(task, false);
const violationsWithCode = (task: Task): PreviousAttempt => describeWrongAttempt(task, true);

/** The variants. Each is compared with the first of its kind: `first` or `second`. */
export const VARIANTS: readonly PromptVariant[] = [
  { name: 'first: usual', dialect: 'dropped' },
  { name: 'first: with an example of the block', dialect: 'dropped', user: withExample },
  { name: 'first: short system prompt', dialect: 'dropped', system: SHORT_SYSTEM },
  { name: 'first: short system prompt, with an example', dialect: 'dropped', system: SHORT_SYSTEM, user: withExample },
  {
    name: 'first: short system prompt, with an example, without protection',
    dialect: 'dropped',
    system: SHORT_SYSTEM,
    user: (text, task) => withExample(withoutProtection(text), task),
  },
  { name: 'first: tools', dialect: 'template' },
  { name: 'second: violations', dialect: 'dropped', retry: violations },
  { name: 'second: violations with code', dialect: 'dropped', retry: violationsWithCode },
  { name: 'second: violations with an example', dialect: 'dropped', retry: violations, user: withExample },
  {
    name: 'second: violations with code and example',
    dialect: 'dropped',
    retry: violationsWithCode,
    user: withExample,
  },
];

/** The system prompt of a variant. */
export function systemOf({ system, dialect }: PromptVariant, prompt: Prompt): string {
  return system ?? prompt.system(dialect === 'template');
}
