import type { Assertion, Resource } from '../../contract/model.ts';

/** A module of TypeScript as the thread runs it: CommonJS, and where its imports of other such modules lead. */
export interface TranspiledModule {
  readonly code: string;
  readonly imports: Readonly<Record<string, string>>;
}

/** A validator that a module gives, by its place among them. */
export interface ValidatorDescription {
  readonly type: string;
  readonly supportedResourceTypes: readonly string[];
  /** The protocol whose adapter registered it. */
  readonly protocol?: string;
}

/** What of a validation's context can be sent to a thread; the rest is asked for. */
export interface PlainContext {
  readonly workingDir: string;
  readonly availableResources: readonly Resource[];
  readonly stepOutputs: ReadonlyMap<string, string>;
  readonly protocol: string;
}

export type ToThread =
  | {
      readonly kind: 'load';
      /** Absolute path of the module, and its address. */
      readonly file: string;
      readonly url: string;
      /** By absolute path; empty where the module is JavaScript. */
      readonly modules: ReadonlyMap<string, TranspiledModule>;
    }
  | { readonly kind: 'supports'; readonly validator: number; readonly resource: Resource }
  | {
      readonly kind: 'validate';
      readonly validator: number;
      readonly resource: Resource;
      readonly assertion: Assertion;
      readonly context: PlainContext;
    }
  | { readonly kind: 'abort' }
  | { readonly kind: 'told'; readonly id: number; readonly value?: string; readonly error?: string };

export type FromThread =
  | { readonly kind: 'log'; readonly text: string }
  | { readonly kind: 'loaded'; readonly validators: readonly ValidatorDescription[] }
  | { readonly kind: 'answer'; readonly value: unknown }
  | { readonly kind: 'error'; readonly message: string }
  | { readonly kind: 'ask'; readonly id: number; readonly what: 'text' | 'step'; readonly name: string };
