import type { Resource } from '../../../contract/model.ts';
import type { Evidence } from './evidence.ts';
import type { BatchSlot } from './type-batch.ts';

/** The resource and the services that a check is evaluated with. */
export interface CheckInput {
  /** The resource that the check refers to: one of the contract, or one created from a path, a URL or a step id. */
  readonly resource: Resource;
  readonly evidence: Evidence;
  /** The assertion's slot in the batch of queries for the type checker. */
  readonly typeSlot: BatchSlot;
}
