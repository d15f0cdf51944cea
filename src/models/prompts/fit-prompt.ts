import type { CountTokens } from '../cost/token-estimate.ts';
import { buildPrompt, SECTIONS, type Prompt, type PromptSection } from './build-prompt.ts';
import { boundedText } from './bounded-text.ts';
import type { PromptInput } from './prompt-input.ts';
import { shortSystemPrompt } from './system-prompt.ts';
import { CHARACTERS_PER_TOKEN, FEEDBACK_SHARE, leftOutNote, MIN_PART_TOKENS, promptTokensOf } from './window-budget.ts';

/** Below this window, the definitions of the tools and the usual system prompt leave too little room for the task. */
const SMALLEST_WITH_TOOLS = 6_000;
/** The tokens of the definitions of the tools, which the server adds. */
const TOOL_TOKENS = 1_300;

export interface FittedPrompt extends Prompt {
  /** Whether the window has room for tools. */
  readonly offersTools: boolean;
  /** What the message does not contain, for people and for the model. Empty if everything fits. */
  readonly leftOut: readonly string[];
}

/**
 * Builds a prompt that fits a context window together with an answer. What a chunk must do always stays. The rest is left out
 * from the least important section to the most important one, and the message says so.
 *
 * @param window in tokens
 */
export function fitPrompt(input: PromptInput, window: number, count: CountTokens): FittedPrompt {
  const offersTools = window >= SMALLEST_WITH_TOOLS;
  const { system, user } = buildPrompt(input);
  const usedSystem = offersTools ? system : () => shortSystemPrompt(input.chunk);
  const systemTokens = count(usedSystem(offersTools)) + (offersTools ? TOOL_TOKENS : 0);
  const budget = promptTokensOf(window) - systemTokens;
  const base = { system: usedSystem, offersTools };
  if (count(user) <= budget) return { ...base, user, leftOut: [] };

  const leftOut: string[] = [];
  const bounded = { ...input, countTokens: count, retryTokens: Math.max(0, Math.floor(budget * FEEDBACK_SHARE)) };
  const texts = new Map(SECTIONS.map((section) => [section, section.render(bounded)]));
  if (input.retry !== undefined) leftOut.push('parts of the previous attempt');
  const total = (): number =>
    [...texts.values()].reduce((sum, text) => sum + (text === undefined ? 0 : count(text) + 1), 0);
  const note = (): string => leftOutNote(leftOut);
  for (const section of byImportance(SECTIONS)) {
    if (total() + count(note()) <= budget) break;
    if (texts.get(section) === undefined) continue;
    texts.set(section, undefined);
    const room = budget - total() - count(note());
    const shortened = section.name === 'the context files' ? shortenContext(bounded, section, room, count) : undefined;
    texts.set(section, shortened);
    leftOut.push(shortened === undefined ? section.name : `parts of ${section.name}`);
  }
  const parts = [...texts.values()].filter((text) => text !== undefined);
  return { ...base, user: `${[...parts, ...(leftOut.length === 0 ? [] : [note()])].join('\n\n')}\n`, leftOut };
}

/** The sections that can be left out, the least important one first. */
function byImportance(sections: readonly PromptSection[]): readonly PromptSection[] {
  const placed = sections.flatMap((section) =>
    section.dropped === undefined ? [] : [{ section, place: section.dropped }],
  );
  return placed.sort((one, other) => one.place - other.place).map(({ section }) => section);
}

/** The context files with the same part of each, or `undefined` if there is no room for any. */
function shortenContext(
  input: PromptInput,
  section: PromptSection,
  room: number,
  count: CountTokens,
): string | undefined {
  for (let tokens = room; tokens >= MIN_PART_TOKENS; tokens = Math.floor(tokens * 0.8)) {
    const length = Math.floor((tokens * CHARACTERS_PER_TOKEN) / input.contextFiles.length);
    const contextFiles = input.contextFiles.map((file) =>
      file.text === undefined ? file : { ...file, text: boundedText(file.text, { head: length, tail: 0 }) },
    );
    const text = section.render({ ...input, contextFiles });
    if (text === undefined || count(text) <= room) return text;
  }
  return undefined;
}
