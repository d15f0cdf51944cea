import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The parts of node-llama-cpp that the server uses. It is installed in a cache, so its own types are not at hand. */
interface LlamaModule {
  getLlama(options: Readonly<Record<string, unknown>>): Promise<Llama>;
  readonly LlamaGrammarEvaluationState: new (options: { model: LlamaModel; grammar: unknown }) => object;
}

interface Llama {
  loadModel(options: Readonly<Record<string, unknown>>): Promise<LlamaModel>;
  createGrammarForJsonSchema(schema: unknown): Promise<unknown>;
}

interface LlamaModel {
  readonly fileInfo: { readonly metadata: { readonly tokenizer: { readonly chat_template?: string } } };
  readonly trainContextSize: number;
  tokenize(text: string, specialTokens?: boolean): number[];
  detokenize(tokens: readonly number[], specialTokens?: boolean): string;
  createContext(options: Readonly<Record<string, unknown>>): Promise<{ getSequence(): LlamaSequence }>;
}

interface LlamaSequence {
  readonly contextTokens: readonly number[];
  readonly nextTokenIndex: number;
  adaptStateToTokens(tokens: readonly number[], allowShift: boolean): Promise<void>;
  evaluate(tokens: readonly number[], options: Readonly<Record<string, unknown>>): AsyncGenerator<number, void, void>;
}

interface TemplateModule {
  readonly Template: new (text: string) => { render(items: Readonly<Record<string, unknown>>): string };
}

export interface RuntimeOptions {
  /** The folder of the runtime's packages. */
  readonly modules: string;
  /** The file of the weights. */
  readonly weights: string;
  /** The context window in tokens. */
  readonly contextSize: number;
  readonly threads: number;
}

export interface GenerationOptions {
  readonly maxTokens: number;
  readonly temperature: number;
  readonly seed: number;
  /** A JSON Schema that the answer must match. */
  readonly schema?: unknown;
  readonly signal: AbortSignal;
}

export interface Piece {
  readonly text: string;
}

/** Why an answer ended. */
export type Ending = 'stop' | 'length';

/** The conversations whose evaluated start is kept: prompts with and without tools, judges, reviews. */
const SEQUENCES = 4;

/** A loaded model that continues prompts, one at a time. */
export class Runtime {
  readonly #module: LlamaModule;
  readonly #llama: Llama;
  readonly #model: LlamaModel;
  readonly #template: InstanceType<TemplateModule['Template']>;
  readonly #sequences: readonly LlamaSequence[];
  readonly contextSize: number;
  readonly trainedContextSize: number;
  /** Whether the template of the model describes tools. */
  readonly knowsTools: boolean;
  #turn: Promise<unknown> = Promise.resolve();

  private constructor(
    module: LlamaModule,
    llama: Llama,
    model: LlamaModel,
    sequences: readonly LlamaSequence[],
    { Template }: TemplateModule,
    contextSize: number,
  ) {
    const template = model.fileInfo.metadata.tokenizer.chat_template ?? '';
    this.#module = module;
    this.#llama = llama;
    this.#model = model;
    this.#sequences = sequences;
    this.#template = new Template(template);
    this.contextSize = contextSize;
    this.trainedContextSize = model.trainContextSize;
    this.knowsTools = template.includes('tools');
  }

  static async open({ modules, weights, contextSize, threads }: RuntimeOptions): Promise<Runtime> {
    const load = async (...path: string[]): Promise<unknown> => import(pathToFileURL(join(modules, ...path)).href);
    const module = (await load('node-llama-cpp', 'dist', 'index.js')) as LlamaModule;
    const template = (await load('@huggingface', 'jinja', 'dist', 'index.js')) as TemplateModule;
    const llama = await module.getLlama({ gpu: false, build: 'never', maxThreads: threads, logLevel: 'error' });
    const model = await llama.loadModel({ modelPath: weights, gpuLayers: 0 });
    const context = await model.createContext({ contextSize, threads, batchSize: 512, sequences: SEQUENCES });
    const sequences = Array.from({ length: SEQUENCES }, () => context.getSequence());
    return new Runtime(module, llama, model, sequences, template, contextSize);
  }

  /** The tokens of a conversation in the format of the model. */
  toTokens(messages: readonly unknown[], tools: readonly unknown[] | undefined): readonly number[] {
    const text = this.#template.render({
      messages,
      ...(tools === undefined ? {} : { tools }),
      add_generation_prompt: true,
    });
    return this.#model.tokenize(text, true);
  }

  /** Continues a prompt. Requests wait for their turn. Returns why the answer ended, and its number of tokens. */
  async *generate(
    prompt: readonly number[],
    options: GenerationOptions,
  ): AsyncGenerator<Piece, { readonly ending: Ending; readonly tokens: number }> {
    const before = this.#turn;
    let release: () => void = () => undefined;
    this.#turn = new Promise<void>((resolve) => (release = resolve));
    try {
      await before;
      return yield* this.#continue(prompt, options);
    } finally {
      release();
    }
  }

  async *#continue(
    prompt: readonly number[],
    { maxTokens, temperature, seed, schema, signal }: GenerationOptions,
  ): AsyncGenerator<Piece, { readonly ending: Ending; readonly tokens: number }> {
    const grammar = schema === undefined ? undefined : await this.#llama.createGrammarForJsonSchema(schema);
    const sequence = this.#chooseSequence(prompt);
    // The last token is evaluated again, because its evaluation gives the first token of the answer.
    await sequence.adaptStateToTokens(prompt.slice(0, -1), false);
    const rest = prompt.slice(sequence.nextTokenIndex);
    const limit = Math.min(maxTokens, this.contextSize - prompt.length - 1);
    const tokens: number[] = [];
    let sent = '';
    if (limit <= 0) return { ending: 'length', tokens: 0 };
    const answer = sequence.evaluate(rest, {
      temperature,
      topK: 20,
      topP: 0.8,
      seed,
      ...(grammar === undefined
        ? {}
        : {
            grammarEvaluationState: new this.#module.LlamaGrammarEvaluationState({ model: this.#model, grammar }),
          }),
    });
    for await (const token of answer) {
      if (signal.aborted) break;
      tokens.push(token);
      const text = this.#model.detokenize(tokens, true);
      // A character can consist of several tokens.
      if (!text.endsWith('\uFFFD')) {
        yield { text: text.slice(sent.length) };
        sent = text;
      }
      if (tokens.length >= limit) return { ending: 'length', tokens: tokens.length };
    }
    return { ending: 'stop', tokens: tokens.length };
  }

  /** The sequence whose evaluated tokens have the longest common start with a prompt. */
  #chooseSequence(prompt: readonly number[]): LlamaSequence {
    const shared = ({ contextTokens }: LlamaSequence): number => {
      const end = contextTokens.findIndex((token, index) => token !== prompt[index]);
      return end === -1 ? contextTokens.length : end;
    };
    const scored = this.#sequences.map((sequence) => ({ sequence, start: shared(sequence) }));
    const best = scored.reduce((one, other) => (other.start > one.start ? other : one));
    const empty = scored.find(({ sequence }) => sequence.contextTokens.length === 0);
    return (best.start < 64 && empty !== undefined ? empty : best).sequence;
  }
}
