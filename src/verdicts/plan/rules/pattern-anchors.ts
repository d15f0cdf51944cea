import {
  anchoredPatternsOfGate,
  listAnchoredPatterns,
  type Anchor,
  type AnchoredPattern,
} from '../../../contract/anchored-patterns.ts';
import { CURRENT_VERSION } from '../../../contract/model.ts';
import type { PlanFacts } from '../facts/plan-facts.ts';
import type { RuleFinding } from '../findings/finding.ts';
import type { PlanFix } from '../fix/plan-fix.ts';
import { migrationsOf } from '../findings/migrations.ts';
import type { PlanRule } from './plan-rule.ts';

/** [ENF-VAL-7] Not in the source documents: most authors expect ^ and $ to match lines. */
export const patternAnchors: PlanRule = {
  id: 'pattern-anchors',
  title: 'Anchored patterns state their flags',
  explanation:
    'In contracts of version 1 and in gate files, ^ matches only at the beginning of the whole text and $ only at its end. ' +
    'With the flag m, and by default in contracts of version 2, they match at the boundaries of each line. Empty flags ' +
    'state that the whole text is meant.',
  severity: 'warning',
  runEffect: 'warn',
  structural: true,
  check: (facts) => [...checkContract(facts), ...checkSharedGates(facts)],
};

function checkContract({ contract, chunks }: PlanFacts): readonly RuleFinding[] {
  const migrations = migrationsOf(contract);
  return listAnchoredPatterns(contract).map((pattern): RuleFinding => {
    const { at } = pattern;
    const [list, position] = at;
    const chunk = list === 'chunks' ? chunks[Number(position)]?.chunk.id : undefined;
    return {
      ...(chunk === undefined ? {} : { chunk }),
      at: [...at, 'pattern'],
      message: describe(pattern, 'in version 1 of the contract format'),
      satisfiedBy: `Set flags: m to match at each line, set flags: '' to keep this, or migrate the contract to version ${CURRENT_VERSION}, in which m is the default.`,
      choices: [setFlags(pattern, 'match-each-line'), setFlags(pattern, 'match-whole-text'), ...migrations],
    };
  });
}

function setFlags({ at }: AnchoredPattern, kind: 'match-each-line' | 'match-whole-text'): PlanFix {
  const value = kind === 'match-each-line' ? 'm' : '';
  return { action: { kind }, edits: [{ path: [...at, 'flags'], value }] };
}

/** The patterns of gate files, reported where the first chunk names the gate. */
function checkSharedGates({ contract, chunks, sharedGates }: PlanFacts): readonly RuleFinding[] {
  const contractIds = new Set(contract.gates.map(({ id }) => id));
  return sharedGates.flatMap((gate): RuleFinding[] => {
    const naming = contractIds.has(gate.id) ? undefined : chunks.find(({ chunk }) => chunk.gates.includes(gate.id));
    if (naming === undefined) return [];
    return anchoredPatternsOfGate(gate, []).map((pattern) => ({
      chunk: naming.chunk.id,
      at: [...naming.at, 'gates', naming.chunk.gates.indexOf(gate.id)],
      message: describe(pattern, `in the gate file of the gate "${gate.id}"`),
      satisfiedBy: "In the gate file, set flags: m to match at each line, or flags: '' to keep this.",
    }));
  });
}

const POSITIONS: Readonly<Record<Anchor, string>> = {
  '^': '^ matches only at the beginning of the whole text',
  $: '$ matches only at the end of the whole text, after the final line break',
};

function describe({ pattern, anchors, not }: AnchoredPattern, place: string): string {
  const positions = anchors.map((anchor) => POSITIONS[anchor]).join(', and ');
  const effect = not ? ' So the assertion can pass although such text is on another line.' : '';
  return `The pattern ${pattern} has no flags. Without the flag m, ${positions} (${place}).${effect}`;
}
