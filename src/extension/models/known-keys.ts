/** A key that a person may store, under the name of the environment variable that would hold it. */
export interface KnownKey {
  readonly name: string;
  readonly title: string;
  readonly detail: string;
}

/** The keys of the providers' table and of the hosts that the OpenAI-compatible provider knows; a test compares. */
export const knownKeys: readonly KnownKey[] = [
  { name: 'ANTHROPIC_API_KEY', title: 'Anthropic', detail: 'For models anthropic:…' },
  { name: 'OPENAI_API_KEY', title: 'OpenAI', detail: 'For models openai:…, and openai-compatible:… at openai.com' },
  { name: 'GOOGLE_GENERATIVE_AI_API_KEY', title: 'Google', detail: 'For models google:…' },
  { name: 'ZAI_API_KEY', title: 'Z.ai', detail: 'For models openai-compatible:… at z.ai, such as GLM' },
  { name: 'OPENROUTER_API_KEY', title: 'OpenRouter', detail: 'For models openai-compatible:… at openrouter.ai' },
  { name: 'DEEPSEEK_API_KEY', title: 'DeepSeek', detail: 'For models openai-compatible:… at deepseek.com' },
  {
    name: 'HOLDFAST_API_KEY',
    title: 'Any other service',
    detail: 'For models openai-compatible:… elsewhere. It stands before the keys above, whatever the model',
  },
];
