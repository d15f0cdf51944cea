/** The providers whose models the published list describes, by their name in model references. */
const LISTED_PROVIDERS: readonly string[] = ['anthropic', 'google', 'openai'];

/**
 * The context window of a model in tokens, from the published list; undefined if it is unknown. The list is large, so it is
 * loaded on first use.
 *
 * @param reference `provider:model`
 */
export async function findContextWindow(reference: string): Promise<number | undefined> {
  const [provider = '', ...rest] = reference.split(':');
  if (!LISTED_PROVIDERS.includes(provider)) return undefined;
  const { calcPrice } = await import('@pydantic/genai-prices');
  try {
    const result = calcPrice({ input_tokens: 0, output_tokens: 0 }, rest.join(':'), { providerId: provider });
    return result?.model.context_window;
  } catch {
    // The library throws if it lists the model without a price.
    return undefined;
  }
}
