import { isDecidedByModel } from '../../../contract/gate-deciders.ts';
import type { Gate } from '../../../contract/model.ts';
import type { PlanFacts } from '../facts/plan-facts.ts';
import type { RuleFinding } from '../findings/finding.ts';
import type { PlanRule } from './plan-rule.ts';

const SATISFIED_BY = 'Set enforcementMode to blocking, advisory or informational.';

/** [GATE-8] Not in the source documents: whether a gate stops a chunk is stated where it can be surprising. */
export const gateModes: PlanRule = {
  id: 'gate-mode',
  title: 'Gates state their mode',
  explanation:
    'A gate without severity and enforcementMode blocks, independent of its judge. So does a critical gate that a model judges. ' +
    'With enforcementMode, the gate states that this is intended.',
  severity: 'warning',
  runEffect: 'warn',
  structural: true,
  check: (facts) => [...checkContractGates(facts), ...checkSharedGates(facts)],
};

function checkContractGates({ contract }: PlanFacts): readonly RuleFinding[] {
  return contract.gates.flatMap((gate, position): RuleFinding[] => {
    const message = describeUnstatedMode(gate);
    if (message === undefined) return [];
    return [
      {
        at: ['gates', position],
        message,
        satisfiedBy: SATISFIED_BY,
        fix: {
          action: { kind: 'block-at-gate', gate: gate.id },
          edits: [{ path: ['gates', position, 'enforcementMode'], value: 'blocking' }],
        },
      },
    ];
  });
}

/** Gates of gate files, reported where the first chunk names them. */
function checkSharedGates({ contract, chunks, sharedGates }: PlanFacts): readonly RuleFinding[] {
  const contractIds = new Set(contract.gates.map(({ id }) => id));
  return sharedGates.flatMap((gate): RuleFinding[] => {
    const message = contractIds.has(gate.id) ? undefined : describeUnstatedMode(gate);
    const naming = chunks.find(({ chunk }) => chunk.gates.includes(gate.id));
    if (message === undefined || naming === undefined) return [];
    const at = [...naming.at, 'gates', naming.chunk.gates.indexOf(gate.id)];
    return [
      { chunk: naming.chunk.id, at, message, satisfiedBy: `${SATISFIED_BY} The gate is defined in a gate file.` },
    ];
  });
}

/** Undefined if the gate states its mode, or if its severity does not let a model's verdict block. */
function describeUnstatedMode(gate: Gate): string | undefined {
  const { id, enforcementMode, severity } = gate;
  if (enforcementMode !== undefined) return undefined;
  const isJudgedByModel = isDecidedByModel(gate);
  if (severity === undefined) {
    const judge = isJudgedByModel ? ' A model judges it.' : '';
    return `The gate "${id}" has neither severity nor enforcementMode, so it blocks a chunk that fails it.${judge}`;
  }
  if (severity !== 'critical' || !isJudgedByModel) return undefined;
  return `The gate "${id}" is critical, so the verdict of the model that judges it blocks a chunk.`;
}
