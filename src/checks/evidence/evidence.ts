import type { ModuleIndex } from '../../code/module-index.ts';
import type { Resource } from '../../contract/model.ts';
import { NativePatterns } from '../patterns/native-patterns.ts';
import { SchemaCompiler } from '../schemas/schema-compiler.ts';
import type { CheckSubject } from '../subject.ts';
import { contentOf } from './content.ts';
import type { Content } from './content.ts';
import { HttpCalls } from './http-calls.ts';
import { resourceNamed } from './resource-place.ts';
import { StepOutputs } from './step-outputs.ts';
import { TreeEvidence } from './tree-evidence.ts';

const PATTERN_LIMIT_MS = 2_000;

/**
 * What the checks of one validation look at. It is made for one validation and remembers what it has seen: a file is
 * read once, a step runs once, a request is sent once.
 */
export class Evidence implements AsyncDisposable {
  readonly subject: CheckSubject;
  readonly tree: TreeEvidence;
  readonly steps: StepOutputs;
  readonly calls: HttpCalls;
  readonly nativePatterns: NativePatterns;
  readonly schemas: SchemaCompiler;

  constructor(subject: CheckSubject) {
    this.subject = subject;
    this.tree = new TreeEvidence(subject.tree, subject.index);
    this.steps = new StepOutputs(subject.steps, subject.stepOutput, subject.trusted);
    this.calls = new HttpCalls(subject.trusted, subject.environment, subject.signal);
    this.nativePatterns = new NativePatterns(PATTERN_LIMIT_MS, subject.signal);
    this.schemas = new SchemaCompiler(this.tree);
  }

  get index(): ModuleIndex {
    return this.subject.index;
  }

  /** The resource that a check speaks of. */
  resourceNamed(reference: string | undefined): Resource {
    return resourceNamed(reference, this.subject.resources, this.steps.ids);
  }

  /** The text behind a resource. */
  contentOf(resource: Resource): Promise<Content> {
    return contentOf(resource, this.tree, this.steps, this.calls);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.nativePatterns[Symbol.asyncDispose]();
  }
}
