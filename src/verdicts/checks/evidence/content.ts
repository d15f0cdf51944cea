import type { Resource } from '../../../contract/model.ts';
import { HoldfastError } from '../../../foundation/errors.ts';
import { dataFormatOf } from '../data/data-format.ts';
import type { DataFormat, UnsupportedFormat } from '../data/data-format.ts';
import type { HttpCalls } from './http-calls.ts';
import { sourceOf } from './resource-source.ts';
import type { StepOutputs } from './step-outputs.ts';
import type { TreeEvidence } from './tree-evidence.ts';

/** The text of a resource. */
export interface Content {
  /** For messages: a path, `the output of step X`, or a method and a URL. */
  readonly name: string;
  readonly text: string;
  readonly format: DataFormat | UnsupportedFormat | undefined;
  /** The path in the tree, if the resource is a file. */
  readonly file?: string;
}

/** Reads a file, the body of a URL, or the output of a step. */
export async function readContent(
  resource: Resource,
  tree: TreeEvidence,
  steps: StepOutputs,
  calls: HttpCalls,
): Promise<Content> {
  const source = sourceOf(resource, steps.ids);
  switch (source.kind) {
    case 'file': {
      const text = await tree.readText(source.path);
      return { name: source.path, text, format: dataFormatOf(resource.format, source.path), file: source.path };
    }
    case 'step': {
      const text = await steps.outputOf(source.step);
      return { name: `the output of step ${source.step}`, text, format: dataFormatOf(resource.format, undefined) };
    }
    case 'url': {
      const response = await calls.send({ method: 'GET', url: source.url });
      if (response.status < 200 || response.status > 299) {
        throw new HoldfastError('not-found', `Failed to read ${source.url}: GET responded with ${response.status}`);
      }
      return {
        name: `GET ${source.url}`,
        text: response.text,
        format: dataFormatOf(resource.format, new URL(source.url).pathname) ?? 'json',
      };
    }
    case 'none':
      throw new HoldfastError(
        'contract',
        `Failed to read the resource ${resource.id}: it has no location, and no step has its id`,
        { hint: 'Add a location, or name a step with metadata: { step: … }.' },
      );
  }
}
