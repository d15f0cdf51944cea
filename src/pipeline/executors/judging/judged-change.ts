import type { CostBudget } from '../../../models/cost/cost-budget.ts';
import { subItemOf } from '../../state/changes.ts';
import { planAnswerSchema } from '../../stages/planning/plan-answer.ts';
import type { SubItem } from '../../state/sub-item.ts';
import type { StageInput } from '../../step/stage-executor.ts';
import { readSpecificationDocument } from '../../stages/architecture/read-specification.ts';
import { normalizeModule } from '../../../workspace/configuration/pipeline/tree-modules.ts';
import { contractFileOf } from '../../stages/planning/planned-contract.ts';
import { requireContract } from '../generation/open-generation.ts';
import { readStoredAnswer, type StoredDeclarations } from '../stored-answers.ts';

/** The change of a sub-item that is judged. Everything is read from commits [PIPE-5]. */
export interface JudgedChange {
  readonly item: string;
  readonly round: number;
  readonly subItem: Pick<SubItem, 'id' | 'title' | 'description'>;
  /** The commit that the round started from. Its configuration, registry and scenarios apply. */
  readonly terms: string;
  /** The commit that the change starts from. */
  readonly base: string;
  /** The result. */
  readonly commit: string;
  readonly specification: { readonly file: string; readonly text: string };
  /** The interfaces that the plan assigns to the sub-item, and the files that declare them. */
  readonly interfaces: readonly string[];
  readonly declarations: StoredDeclarations['files'];
  /** The interfaces of the registry that the specification proposes values for, and the module that implements each. */
  readonly registryInterfaces: readonly { readonly id: string; readonly module: string }[];
  /** The planned contract. */
  readonly contract: { readonly file: string; readonly text: string };
  /** The most that the execution may cost, in USD; undefined without a limit. */
  readonly maxCostUsd: number | undefined;
  /** The account with `maxCostUsd`, if executions at the same time share it. */
  readonly budget: CostBudget | undefined;
  readonly signal: AbortSignal;
}

/** @throws Error if the sub-item has no result */
export function describeChange({ state, subItem: id = '', availableUsd, budget, signal }: StageInput): JudgedChange {
  const { title, description, base, result } = subItemOf(state, id);
  if (result === undefined) throw new Error(`The sub-item ${id} has no result.`);
  const specification = readStoredAnswer(state, 'architecture');
  const { facts } = readSpecificationDocument(specification.file, specification.document);
  const { files, interfaces } = readStoredAnswer(state, 'interfaces');
  const { subItems } = planAnswerSchema.parse(readStoredAnswer(state, 'planning').plan);
  const assigned = new Set(subItems.find((planned) => planned.id === id)?.interfaces);
  const own = interfaces.filter((one) => assigned.has(one.id));
  const paths = new Set(own.map(({ file }) => file));
  return {
    item: state.item,
    round: state.round,
    subItem: { id, title, description },
    terms: state.base.commit,
    base: base?.commit ?? state.base.commit,
    commit: result,
    specification: { file: specification.file, text: specification.document },
    interfaces: [...new Set(own.flatMap((one) => [one.id, one.name]))],
    declarations: files.filter(({ path }) => paths.has(path)),
    registryInterfaces: (facts?.interfaceValues ?? []).map((one) => ({
      id: one.interface,
      module: normalizeModule(one.module),
    })),
    contract: { file: contractFileOf({ id: state.item, title: state.title }), text: requireContract(state).text },
    maxCostUsd: availableUsd,
    budget,
    signal,
  };
}
