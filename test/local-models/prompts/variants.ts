import type { Chunk } from '../../../src/contract/model.ts';
import type { PreviousAttempt } from '../../../src/models/prompts/prompt-input.ts';
import type { Prompt } from '../../../src/models/prompts/build-prompt.ts';
import { shortSystemPrompt, systemPrompt } from '../../../src/models/prompts/system-prompt.ts';
import type { ToolDialect } from '../server/tool-dialects.ts';
import type { Task } from '../runs/tasks.ts';
import { describeWrongAttempt } from './wrong-attempts.ts';

/** A prompt that differs from the current one in one part. */
export interface PromptVariant {
  readonly name: string;
  /** The variant that it is compared with. */
  readonly base?: string;
  readonly dialect: ToolDialect;
  /** The failed attempt that the prompt follows. */
  readonly retry?: (task: Task) => PreviousAttempt;
  /** Changes the system prompt. */
  readonly system?: (usual: string, chunk: Chunk) => string;
  /** Changes the user message. */
  readonly user?: (text: string, task: Task) => string;
}

const FIRST = 'first: current';
const SECOND = 'second: current';
/** The system prompt before the example had the language of the chunk. Chunks in TypeScript have the same one. */
export const EXAMPLE_IN_TYPESCRIPT = 'first: example in TypeScript';

const short = (_usual: string, chunk: Chunk): string => shortSystemPrompt(chunk);

/** Without files of one language, the example is in TypeScript. */
const inTypeScript = (): string => systemPrompt(false, { allowedFiles: [] });

const withBlock = (text: string, { file, language }: Task): string => {
  const fence = '```';
  return `${text}\n## ANSWER\n\nAnswer with one block of this form:\n\n${fence}${language === 'typescript' ? 'ts' : 'py'} path=${file}\nthe complete content of ${file}\n${fence}\n`;
};

/** Without the section on what the chunk must not change. */
const withoutProtection = (text: string): string =>
  text.replace(/## DO NOT CHANGE\n[\s\S]*?(?=\n## |$)/, '').replace(/\n{3,}/g, '\n\n');

const violations = (task: Task): PreviousAttempt => describeWrongAttempt(task, false);
const violationsWithCode = (task: Task): PreviousAttempt => describeWrongAttempt(task, true);

/** The variants. Each is measured after the one that it is compared with. */
export const VARIANTS: readonly PromptVariant[] = [
  { name: FIRST, dialect: 'dropped' },
  { name: EXAMPLE_IN_TYPESCRIPT, base: FIRST, dialect: 'dropped', system: inTypeScript },
  { name: 'first: block at the end', base: FIRST, dialect: 'dropped', user: withBlock },
  { name: 'first: no protection', base: FIRST, dialect: 'dropped', user: withoutProtection },
  { name: SECOND, dialect: 'dropped', retry: violationsWithCode },
  { name: 'second: violations alone', base: SECOND, dialect: 'dropped', retry: violations },
  {
    name: 'second: block at the end',
    base: SECOND,
    dialect: 'dropped',
    retry: violationsWithCode,
    user: withBlock,
  },
  { name: 'first: short system prompt', base: FIRST, dialect: 'dropped', system: short },
  { name: 'first: tools', base: FIRST, dialect: 'template' },
];

/** The system prompt of a variant. */
export function systemOf({ system, dialect }: PromptVariant, prompt: Prompt, chunk: Chunk): string {
  const usual = prompt.system(dialect === 'template');
  return system?.(usual, chunk) ?? usual;
}
