import type { Assertion, Resource } from '../../../contract/model.ts';
import type { ValidationContext } from '../interfaces/validator.ts';

/** A TypeScript module as CommonJS. `imports` maps its specifiers to the absolute paths of other such modules. */
export interface TranspiledModule {
  readonly code: string;
  readonly imports: Readonly<Record<string, string>>;
}

/** A validator of a module. Its index in the module's list identifies it. */
export interface ValidatorDescription {
  readonly type: string;
  readonly supportedResourceTypes: readonly string[];
  /** The `spec.protocol` for which an adapter registered it. If absent, it applies to every contract. */
  readonly protocol?: string | undefined;
}

/** The part of a validation context that can be cloned. The thread requests the rest with `request` messages. */
export type PlainContext = Pick<ValidationContext, 'workingDir' | 'availableResources' | 'stepOutputs' | 'protocol'>;

/** What a validator can request during a validation: the text of a file, or the output of a step. */
export type RequestKind = 'text' | 'step';

export type MessageToThread =
  | {
      readonly kind: 'load';
      /** Absolute path of the module. */
      readonly file: string;
      readonly url: string;
      /** By absolute path; empty if the module is JavaScript. */
      readonly modules: ReadonlyMap<string, TranspiledModule>;
    }
  | { readonly kind: 'supports'; readonly validatorIndex: number; readonly resource: Resource }
  | {
      readonly kind: 'validate';
      readonly validatorIndex: number;
      readonly resource: Resource;
      readonly assertion: Assertion;
      readonly context: PlainContext;
    }
  | {
      readonly kind: 'response';
      readonly id: number;
      readonly value?: string | undefined;
      readonly error?: string | undefined;
    };

export type MessageFromThread =
  | { readonly kind: 'log'; readonly text: string }
  | { readonly kind: 'loaded'; readonly validators: readonly ValidatorDescription[] }
  | { readonly kind: 'answer'; readonly value: unknown }
  | { readonly kind: 'error'; readonly message: string }
  | { readonly kind: 'request'; readonly id: number; readonly request: RequestKind; readonly name: string };
