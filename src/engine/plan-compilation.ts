import { createHash, randomUUID } from 'node:crypto';
import { CHECKS } from '../checks/table.ts';
import type { CompilePlanOptions, PlanCompilation } from '../engine.ts';
import type { CallReport } from '../models/call-report.ts';
import { guardModel } from '../models/guarded-model.ts';
import { DEFAULT_RETRY_POLICY } from '../models/retry-policy.ts';
import { compilePlan } from '../plan/compile/compile-plan.ts';
import { repositoryOutline } from '../plan/compile/repository-outline.ts';
import { planSituation } from '../plan/plan-situation.ts';
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
  const { history, configuration, signal } = services;
  const model = await services.model();
  const records: Promise<void>[] = [];
  const guarded = guardModel(model, {
    retry: DEFAULT_RETRY_POLICY,
    stallTimeoutMs: configuration.limits.stallTimeoutSeconds * 1000,
    clock: services.clock,
    budget: services.budget,
    onCall: (call: CallReport) => records.push(history.recordCall({ call: { ...call, purpose: 'plan' } })),
  });
  const { file, text } = options.specification;
  const specification = { file, text: model.redact(text) };
  try {
    const compiled = await compilePlan({
      specification,
      outline: model.redact(await repositoryOutline(tree, services.analysis)),
      reading: {
        ...(await planSituation(tree, services.analysis)),
        file: options.out,
        source: file,
        checks: CHECKS,
      },
      model: guarded,
      tries: options.tries ?? DEFAULT_TRIES,
      signal,
      ...(options.onTry ? { onTry: options.onTry } : {}),
    });
    await history.recordCompilation({
      id: randomUUID(),
      specification: file,
      specificationHash: createHash('sha256').update(text, 'utf8').digest('hex'),
      model: model.reference,
      status: compiled.plan ? 'valid' : 'invalid',
      tries: compiled.tries,
    });
    return compiled;
  } finally {
    await Promise.all(records);
  }
}
