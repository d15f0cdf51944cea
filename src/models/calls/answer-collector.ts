import type { LanguageModelV4Content, LanguageModelV4StreamPart } from '@ai-sdk/provider';

/** Collects the parts of a streamed answer into whole content, in the order in which the parts started. */
export class AnswerCollector {
  readonly #content: LanguageModelV4Content[] = [];
  /** Unfinished text and reasoning, by type and id. */
  readonly #unfinished = new Map<string, { type: 'text' | 'reasoning'; text: string }>();

  add(part: LanguageModelV4StreamPart): void {
    switch (part.type) {
      case 'text-start':
      case 'reasoning-start': {
        const type = part.type === 'text-start' ? 'text' : 'reasoning';
        const content = { type, text: '' } as const;
        this.#unfinished.set(`${type} ${part.id}`, content);
        this.#content.push(content);
        break;
      }
      case 'text-delta':
        this.#append(`text ${part.id}`, part.delta);
        break;
      case 'reasoning-delta':
        this.#append(`reasoning ${part.id}`, part.delta);
        break;
      case 'tool-call':
        this.#content.push(part);
        break;
      default:
        break;
    }
  }

  content(): readonly LanguageModelV4Content[] {
    return this.#content;
  }

  #append(key: string, delta: string): void {
    const content = this.#unfinished.get(key);
    if (content !== undefined) content.text += delta;
  }
}
