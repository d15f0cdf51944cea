import type { Resource } from '../../contract/model.ts';
import type { Evidence } from '../evidence/evidence.ts';
import type { TypeSeat } from '../evidence/type-batch.ts';
import type { ValidationContext } from './validator.ts';

/** The context of one assertion; the built-in validators find in it what they look at. */
export class CheckContext implements ValidationContext {
  readonly evidence: Evidence;
  readonly types: TypeSeat;
  readonly stepOutputs: ReadonlyMap<string, string>;
  readonly signal: AbortSignal;

  constructor(evidence: Evidence, types: TypeSeat, stepOutputs: ReadonlyMap<string, string>, signal: AbortSignal) {
    this.evidence = evidence;
    this.types = types;
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
