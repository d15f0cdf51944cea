import type { ModelProvider } from '../base/model-provider.ts';
import { anthropic } from './anthropic.ts';
import { google } from './google.ts';
import { openaiCompatible } from './openai-compatible.ts';
import { openai } from './openai.ts';
import { replay } from './replay.ts';
import { vscode } from './vscode.ts';

/** All providers. A provider loads its SDK package only when it creates a model. */
export const modelProviders: readonly ModelProvider[] = [openaiCompatible, openai, anthropic, google, vscode, replay];
