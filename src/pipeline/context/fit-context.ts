import { chooseTokenCounter } from '../../models/cost/token-estimate.ts';
import { markedData } from '../../models/prompts/marked-data.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import { CONTEXT_TIERS, type ContextItem, type OmittedItem } from './context-item.ts';

/** The context that fits into a model's window. */
export interface ContextPackage {
  /** From the highest tier to the lowest. Within a tier, in the given order. */
  readonly items: readonly ContextItem[];
  /** In the order in which the items were removed. */
  readonly omitted: readonly OmittedItem[];
  /** The estimated tokens of the kept items, and the limit. */
  readonly tokens: number;
  readonly limit: number;
}

/** What cannot be left out of a prompt does not fit into the model's window [ASSERT-CODE-006]. */
export class ContextTooLargeError extends HoldfastError {
  /** The estimated tokens of what cannot be left out. */
  readonly tokens: number;
  readonly limit: number;

  /** @param subject what cannot be left out, as a noun in the singular */
  constructor(subject: string, tokens: number, limit: number) {
    super('limit', `Failed to assemble the context: ${subject} has about ${tokens} tokens, and ${limit} fit`, {
      hint: 'Use a model with a larger window, or divide the work item.',
    });
    this.name = 'ContextTooLargeError';
    this.tokens = tokens;
    this.limit = limit;
  }
}

/**
 * Removes items until the others fit, from the last item of the lowest tier upwards [ASSERT-CODE-006]. The same items and
 * limit always give the same package. Items of the tier `interface` are never removed.
 *
 * @param limit the tokens of the model's window that the context may use
 * @throws ContextTooLargeError if the interface alone does not fit
 */
export async function fitContext(items: readonly ContextItem[], limit: number): Promise<ContextPackage> {
  const sorted = CONTEXT_TIERS.flatMap((tier) => items.filter((item) => item.tier === tier));
  const texts = sorted.map((item) => `${formatItem(item)}\n\n`);
  const countTokens = await chooseTokenCounter(texts.join(''), limit);
  const sizes = texts.map((text) => countTokens(text));
  let tokens = sizes.reduce((sum, size) => sum + size, 0);
  let kept = sorted.length;
  const omitted: OmittedItem[] = [];
  for (; tokens > limit; kept--) {
    const item = sorted[kept - 1];
    const size = sizes[kept - 1] ?? 0;
    if (item === undefined || item.tier === 'interface') {
      throw new ContextTooLargeError(
        `the interface of the current sub-item (${sorted
          .slice(0, kept)
          .map(({ name }) => name)
          .join(', ')})`,
        tokens,
        limit,
      );
    }
    omitted.push({ tier: item.tier, name: item.name, tokens: size });
    tokens -= size;
  }
  return { items: sorted.slice(0, kept), omitted, tokens, limit };
}

/** The context as a part of a prompt. Each text is marked as data [PIPE-5]. */
export function formatContext(items: readonly ContextItem[]): string {
  return items.map(formatItem).join('\n\n');
}

function formatItem({ tier, name, text }: ContextItem): string {
  return markedData(tier, { name }, text);
}
