import type { RecordedReply } from '../../../../src/models/replay/replay-format.ts';
import type { StageName } from '../../../../src/workspace/configuration/pipeline/stage-names.ts';

/** One answer of the model in a stage. A text is sent as it is, other values as JSON. */
export interface StageReply {
  readonly stage: StageName;
  /** Default: the stage. */
  readonly purpose?: string;
  readonly attempt?: number;
  readonly round?: number;
  readonly answer: unknown;
}

/** The reply of a recording with one step, with usage that costs 0.01 USD at the prices of the scene. */
export function toReply({ stage, purpose = stage, attempt, round, answer }: StageReply): RecordedReply {
  return {
    purpose,
    stage,
    ...(attempt === undefined ? {} : { attempt }),
    ...(round === undefined ? {} : { round }),
    steps: [
      {
        text: typeof answer === 'string' ? answer : JSON.stringify(answer),
        tools: [],
        usage: { input: 5_000, output: 1_000 },
      },
    ],
  };
}

export const CLASSIFICATION = {
  type: 'feature',
  affected_modules: ['src'],
  estimated_scope: 4,
  safety_affecting: false,
  rationale: 'Orders have no invoices.',
};

/** A specification whose front matter references some modules. */
export function specification(modulesReferenced: readonly string[], more = ''): { readonly document: string } {
  return {
    document: `---
title: Invoices for orders
modulesReferenced: [${modulesReferenced.join(', ')}]
modulesNew: [src/billing]
interfaces:
  - { name: Invoice, module: src/billing/types.ts, description: An invoice., parameters: [] }
${more}---

# Invoices

Each order gets one invoice.
`,
  };
}

export const INTERFACES = {
  files: [
    {
      path: 'src/billing/types.ts',
      text: "import type { Order } from '../orders.ts';\n\n/** An invoice. */\nexport interface Invoice {\n  readonly order: Order;\n}\n",
    },
  ],
};

/** A sub-item that writes one file. */
export function subItem(id: string, more: Readonly<Record<string, unknown>> = {}) {
  const file = `src/billing/${id}.ts`;
  return {
    id,
    title: `Add ${id}`,
    description: `The part ${id}.`,
    reason: `Invoices need ${id}.`,
    allowedFiles: [file],
    postconditions: [{ kind: 'file_exists', path: file }],
    ...more,
  };
}

export const TYPES = subItem('types', { creates: ['Invoice'], interfaces: ['Invoice'] });
export const CREATE = subItem('create', { dependsOn: ['types'], consumes: ['Invoice'], creates: ['createInvoice()'] });

export function plan(...subItems: readonly Readonly<Record<string, unknown>>[]) {
  return { description: 'Invoices for orders.', subItems };
}

/** The passes of a review that finds nothing. */
export const REVIEWS: readonly StageReply[] = ['quality', 'architecture', 'security'].map((pass) => ({
  stage: 'review',
  purpose: `review-${pass}`,
  answer: { findings: [] },
}));

/** The answers of all stages, each accepted at once. */
export const ALL_ACCEPTED: readonly StageReply[] = [
  { stage: 'intake', answer: CLASSIFICATION },
  { stage: 'architecture', answer: specification(['src/orders.ts']) },
  { stage: 'interfaces', answer: INTERFACES },
  { stage: 'planning', answer: plan(TYPES, CREATE) },
  ...REVIEWS,
];
