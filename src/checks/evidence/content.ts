import type { Resource } from '../../contract/model.ts';
import { HoldfastError } from '../../shared/errors.ts';
import { dataFormatOf } from '../data/data-format.ts';
import type { DataFormat } from '../data/data-format.ts';
import type { HttpCalls } from './http-calls.ts';
import { placeOf } from './resource-place.ts';
import type { StepOutputs } from './step-outputs.ts';
import type { TreeEvidence } from './tree-evidence.ts';

/** The text behind a resource, and how to speak of it. */
export interface Content {
  /** For people: a path, `the output of step X`, or a method and URL. */
  readonly name: string;
  readonly text: string;
  readonly format: DataFormat | undefined;
  /** The path in the tree, where it is a file. */
  readonly file?: string;
}

/** Reads what stands behind a resource: a file, the body of a URL, or the output of a step. */
export async function contentOf(
  resource: Resource,
  tree: TreeEvidence,
  steps: StepOutputs,
  calls: HttpCalls,
): Promise<Content> {
  const place = placeOf(resource, steps.ids);
  switch (place.kind) {
    case 'file': {
      const text = await tree.readText(place.path);
      return { name: place.path, text, format: dataFormatOf(resource.format, place.path), file: place.path };
    }
    case 'step': {
      const text = await steps.outputOf(place.step);
      return { name: `the output of step ${place.step}`, text, format: dataFormatOf(resource.format, undefined) };
    }
    case 'url': {
      const reply = await calls.send({ method: 'GET', url: place.url });
      if (reply.status < 200 || reply.status > 299) {
        throw new HoldfastError('not-found', `Failed to read ${place.url}: GET answered ${reply.status}`);
      }
      return {
        name: `GET ${place.url}`,
        text: reply.text,
        format: dataFormatOf(resource.format, new URL(place.url).pathname) ?? 'json',
      };
    }
    case 'nowhere':
      throw new HoldfastError(
        'contract',
        `Failed to read the resource ${resource.id}: it has no location, and no step has its id`,
        { hint: 'Give it a location, or name a step with metadata: { step: … }.' },
      );
  }
}
