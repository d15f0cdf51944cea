import { HoldfastError } from '../../foundation/errors.ts';

/** A model as settings, flags and contracts name it: `provider:model`. */
interface ModelReference {
  readonly provider: string;
  /** The provider's name of the model. For `replay`, the path of a recording. */
  readonly model: string;
}

/** Parses `provider:model`. Only the first colon separates: models (`llama3:8b`) and paths may contain colons. */
export function parseModelReference(text: string): ModelReference {
  const trimmed = text.trim();
  const colon = trimmed.indexOf(':');
  const provider = trimmed.slice(0, Math.max(colon, 0)).trim();
  const model = trimmed.slice(colon + 1).trim();
  if (provider === '' || model === '') {
    throw new HoldfastError('configuration', `Invalid model "${text}": expected provider:model`, {
      hint: 'Use for example openai-compatible:glm-4.6, anthropic:claude-sonnet-4-5 or replay:replies.yaml.',
    });
  }
  return { provider, model };
}

export function formatModelReference(reference: ModelReference): string {
  return `${reference.provider}:${reference.model}`;
}
