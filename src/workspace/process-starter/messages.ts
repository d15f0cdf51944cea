import type { ProcessCall, ProcessEnd } from './process-call.ts';

/** To the process starter. */
export type StarterRequest =
  | { readonly kind: 'run'; readonly id: number; readonly call: ProcessCall }
  | { readonly kind: 'stop'; readonly id: number };

/** From the process starter. `failure` is why the process could not start. */
export type StarterAnswer = Omit<ProcessEnd, 'cause' | 'cancelled'> & {
  readonly id: number;
  readonly failure?: { readonly code: string | undefined; readonly message: string };
};
