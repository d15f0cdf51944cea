import type { Resource } from '../../../contract/model.ts';
import type { Evidence } from '../evidence/evidence.ts';
import type { BatchSlot } from '../evidence/type-batch.ts';
import type { ValidationContext } from '../interfaces/validator.ts';

/** The context of one assertion. Built-in validators also use its evidence and its slot for the type checker. */
export class CheckContext implements ValidationContext {
  readonly evidence: Evidence;
  readonly typeSlot: BatchSlot;
  readonly stepOutputs: ReadonlyMap<string, string>;
  readonly signal: AbortSignal;

  constructor(evidence: Evidence, typeSlot: BatchSlot, stepOutputs: ReadonlyMap<string, string>, signal: AbortSignal) {
    this.evidence = evidence;
    this.typeSlot = typeSlot;
    this.stepOutputs = stepOutputs;
    this.signal = signal;
  }

  get workingDir(): string {
    return this.evidence.tree.root;
  }

  get availableResources(): readonly Resource[] {
    return this.evidence.subject.resources;
  }

  get protocol(): string {
    return this.evidence.subject.protocol ?? '';
  }

  async readText(path: string): Promise<string | undefined> {
    return (await this.evidence.tree.kindOf(path)) === 'file' ? this.evidence.tree.readText(path) : undefined;
  }

  stepOutput(id: string): Promise<string> {
    return this.evidence.steps.outputOf(id);
  }
}
