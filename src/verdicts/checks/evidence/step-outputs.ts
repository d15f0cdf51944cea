import { requireTrust } from './trust.ts';

/** The outputs of the contract's steps. A step runs once, when the first check needs its output. */
export class StepOutputs {
  readonly ids: readonly string[];
  readonly #run: (id: string) => Promise<string>;
  readonly #trusted: boolean;
  readonly #outputs = new Map<string, Promise<string>>();

  constructor(ids: readonly string[], run: (id: string) => Promise<string>, trusted: boolean) {
    this.ids = ids;
    this.#run = run;
    this.#trusted = trusted;
  }

  async outputOf(id: string): Promise<string> {
    requireTrust(this.#trusted, `the step ${id} runs a command`);
    let output = this.#outputs.get(id);
    if (!output) {
      output = this.#run(id);
      this.#outputs.set(id, output);
    }
    return output;
  }
}
