import type { ModelProvider } from '../model-provider.ts';
import { anthropic } from './anthropic.ts';
import { google } from './google.ts';
import { openaiCompatible } from './openai-compatible.ts';
import { openai } from './openai.ts';
import { replay } from './replay.ts';
import { vscode } from './vscode.ts';

/** Every provider. Each loads its package only when a model is made. */
export const modelProviders: readonly ModelProvider[] = [openaiCompatible, openai, anthropic, google, vscode, replay];

/** The environment variables that hold keys. The commands of a contract never see them. */
export const keyVariables: readonly string[] = [...new Set(modelProviders.flatMap((provider) => provider.keyNames))];
