import type { ModuleIndex } from '../../../code/index/module-index.ts';
import type { Resource } from '../../../contract/model.ts';
import { HoldfastError } from '../../../foundation/errors.ts';
import type { InterfaceEvaluation } from '../interfaces/interface-evaluation.ts';
import type { CheckSubject } from '../interfaces/subject.ts';
import { NativePatterns } from '../patterns/native-patterns.ts';
import { SchemaCompiler } from '../schemas/schema-compiler.ts';
import { nearestName } from '../wording/nearest-name.ts';
import { readContent } from './content.ts';
import type { Content } from './content.ts';
import { HttpCalls } from './http-calls.ts';
import { findResource } from './resource-source.ts';
import { StepOutputs } from './step-outputs.ts';
import { TreeEvidence } from './tree-evidence.ts';

const PATTERN_LIMIT_MS = 2_000;

/**
 * Everything that the checks of one validation read. All results are cached: each file is read once, each step runs once,
 * and each request is sent once.
 */
export class Evidence implements AsyncDisposable {
  readonly subject: CheckSubject;
  readonly tree: TreeEvidence;
  readonly steps: StepOutputs;
  readonly calls: HttpCalls;
  readonly nativePatterns: NativePatterns;
  readonly schemas: SchemaCompiler;

  readonly #isRequired: (name: string) => boolean;
  #interfaces: Promise<InterfaceEvaluation> | undefined;

  /** @param isRequired whether the contract requires a name */
  constructor(subject: CheckSubject, isRequired: (name: string) => boolean) {
    this.subject = subject;
    this.#isRequired = isRequired;
    this.tree = new TreeEvidence(subject.tree, subject.index);
    this.steps = new StepOutputs(subject.steps, subject.stepOutput, subject.trusted);
    this.calls = new HttpCalls(subject.trusted, subject.environment, subject.signal);
    this.nativePatterns = new NativePatterns(PATTERN_LIMIT_MS, subject.signal);
    this.schemas = new SchemaCompiler((path) => this.tree.readText(path));
  }

  get index(): ModuleIndex {
    return this.subject.index;
  }

  /** The resource that a check refers to. */
  findResource(reference: string | undefined): Resource {
    return findResource(reference, this.subject.resources, this.steps.ids);
  }

  /**
   * The name that was most likely written instead of a missing one (ENF-VAL-15). It is never a name that the contract
   * requires, because the code needs that name where it is.
   */
  nearestName(missing: string, names: Iterable<string>): string | undefined {
    return nearestName(
      missing,
      [...names].filter((name) => !this.#isRequired(name)),
    );
  }

  readContent(resource: Resource): Promise<Content> {
    return readContent(resource, this.tree, this.steps, this.calls);
  }

  /** The comparison of the tree with its interface definitions. The domain services are called once. */
  interfaceEvaluation(): Promise<InterfaceEvaluation> {
    return (this.#interfaces ??= this.#evaluateInterfaces());
  }

  async #evaluateInterfaces(): Promise<InterfaceEvaluation> {
    const { evaluateInterfaces } = this.subject;
    if (evaluateInterfaces) return evaluateInterfaces();
    throw new HoldfastError('configuration', 'Failed to check interfaces: there are no domain services here', {
      hint: 'Run the check with "holdfast check" or in the editor.',
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.nativePatterns[Symbol.asyncDispose]();
  }
}
