import { createHash, randomUUID } from 'node:crypto';
import { CHECKS } from '../checks/table.ts';
import type { CompilePlanOptions, PlanCompilation } from '../engine.ts';
import { guardModel } from '../models/guarded-model.ts';
import { compilePlan } from '../plan/compile/compile-plan.ts';
import { repositoryOutline } from '../plan/compile/repository-outline.ts';
import { planSituation } from '../plan/plan-situation.ts';
import { withRecordedCalls } from '../run/recorded-calls.ts';
import type { RunServices } from '../run/services.ts';
import type { SourceTree } from '../workspace/source-tree.ts';

/** How often the planner may answer where nobody says. */
const DEFAULT_TRIES = 4;

/** Makes a plan from a specification and records its tries; what it made is returned, not written. */
export async function compilePlanOf(
  parts: { readonly tree: SourceTree; readonly services: RunServices },
  options: CompilePlanOptions,
): Promise<PlanCompilation> {
  const { tree, services } = parts;
  const { history, analysis, signal } = services;
  const model = await services.model();
  const { file, text } = options.specification;
  const situation = await planSituation(tree, analysis);
  const outline = model.redact(await repositoryOutline(tree, analysis));
  const compiled = await withRecordedCalls(services, { purpose: 'plan' }, (policy) =>
    compilePlan({
      specification: { file, text: model.redact(text) },
      outline,
      reading: { ...situation, file: options.out, source: file, checks: CHECKS },
      model: guardModel(model, policy),
      tries: options.tries ?? DEFAULT_TRIES,
      signal,
      ...(options.onTry ? { onTry: options.onTry } : {}),
    }),
  );
  await history.recordCompilation({
    id: randomUUID(),
    specification: file,
    specificationHash: createHash('sha256').update(text, 'utf8').digest('hex'),
    model: model.reference,
    status: compiled.plan ? 'valid' : 'invalid',
    tries: compiled.tries,
  });
  return compiled;
}
