import * as l10n from '@vscode/l10n';
import * as z from 'zod';
import type { ChangedFile, Engine } from '../../engine.ts';
import { RetryableCache } from '../../foundation/retryable-cache.ts';
import type { PipelineServices } from './pipeline-services.ts';
import type { WorkDocument } from './work-document-uri.ts';

const documentSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('answer'),
    folder: z.string(),
    item: z.string(),
    stage: z.string(),
    hash: z.string(),
  }),
  z.object({ kind: z.literal('pull-request'), folder: z.string(), number: z.int() }),
  z.object({
    kind: z.literal('file'),
    folder: z.string(),
    base: z.string(),
    result: z.string(),
    side: z.enum(['before', 'after']),
  }),
]) satisfies z.ZodType<WorkDocument>;

/** How many comparisons are kept. A diff editor requests each side of each file separately. */
const KEPT_COMPARISONS = 4;

export interface DocumentServices {
  readonly engines: Pick<PipelineServices['engines'], 'get'>;
  readonly pipelines: PipelineServices['pipelines'];
}

/** Reads the documents of work items by their URIs. */
export class WorkDocumentReader {
  readonly #services: DocumentServices;
  /** By folder and commits, which never change. */
  readonly #comparisons = new RetryableCache<string, readonly ChangedFile[]>();

  constructor(services: DocumentServices) {
    this.#services = services;
  }

  async read(uri: { readonly path: string; readonly query: string }): Promise<string> {
    const document = documentSchema.parse(JSON.parse(uri.query));
    const { engines, pipelines } = this.#services;
    const { folder } = document;
    switch (document.kind) {
      case 'answer': {
        const { answers } = await (await pipelines.get(folder)).item(document.item);
        const answer = answers.find(({ stage, hash }) => stage === document.stage && hash === document.hash);
        return answer?.text ?? l10n.t('This version was replaced. Open the current one from the view Work Items.\n');
      }
      case 'pull-request':
        return (await (await pipelines.get(folder)).pullRequest(document.number)).diff;
      case 'file': {
        const path = uri.path.replace(/^\//, '');
        const { side } = document;
        const change = (await this.#compare(await engines.get(folder), document)).find(
          (one) => (side === 'before' ? (one.previousPath ?? one.path) : one.path) === path,
        );
        return change?.[side] ?? '';
      }
    }
  }

  #compare(engine: Engine, { folder, base, result }: Comparison): Promise<readonly ChangedFile[]> {
    const key = JSON.stringify([folder, base, result]);
    const isKept = this.#comparisons.get(key) !== undefined;
    if (!isKept && this.#comparisons.values().length >= KEPT_COMPARISONS) this.#comparisons.clear();
    return this.#comparisons.getOrCreate(key, () => engine.results.changesBetween(base, result));
  }
}

type Comparison = Extract<WorkDocument, { kind: 'file' }>;
