import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { projectRoot } from '../scripts/project.ts';
import { copySample, type SampleCopy } from '../scripts/sample.ts';

export const itemTitle = 'Invoices for orders';
export const itemBody = 'Each order gets one invoice with its total. GET /invoices lists them.';
/** What the person asks for when the first specification is rejected. */
export const rejection = 'Say what happens to an order without a price.';

const typesFile = 'src/billing/types.ts';
const createFile = 'src/billing/create-invoice.ts';

const typesText = `/** An invoice. */
export interface Invoice {
  readonly order: number;
  /** In cents. */
  readonly total: number;
}
`;

const createText = `import type { Invoice } from './types.ts';

/** Creates the invoice of an order. */
export function createInvoice(order: number, total: number): Invoice {
  return { order, total };
}
`;

function specification(more: string): string {
  return `---
title: Invoices for orders
modulesReferenced: [src/orders/store.ts]
modulesNew: [src/billing]
interfaces:
  - { name: Invoice, module: ${typesFile}, description: An invoice., parameters: [{ name: currency, value: EUR }] }
---

# Invoices for orders

Each order gets one invoice with its total in cents.
${more}`;
}

const classification = {
  type: 'feature',
  affected_modules: ['src'],
  estimated_scope: 3,
  safety_affecting: false,
  rationale: 'Orders have no invoices. A new folder contains them.',
};

const plan = {
  description: 'Invoices for orders.',
  subItems: [
    {
      id: 'types',
      title: 'Invoice types',
      description: 'The type of an invoice.',
      reason: 'The other part returns it.',
      allowedFiles: [typesFile],
      creates: ['Invoice'],
      interfaces: ['Invoice'],
      postconditions: [{ kind: 'file_exists', path: typesFile }],
    },
    {
      id: 'create',
      title: 'Create an invoice',
      description: 'The function that creates the invoice of an order.',
      reason: 'Orders need invoices.',
      dependsOn: ['types'],
      consumes: ['Invoice'],
      creates: ['createInvoice()'],
      allowedFiles: [createFile],
      postconditions: [{ kind: 'file_exists', path: createFile }],
    },
  ],
};

/** The answer of a stage as the model gives it. */
function stageReply(stage: string, answer: unknown, contains?: string): object {
  const step = { text: JSON.stringify(answer), usage: { input: 5_000, output: 1_000 } };
  return { purpose: stage, ...(contains === undefined ? {} : { contains }), steps: [step] };
}

/** An attempt of a chunk that writes one file. */
function attemptReply(chunk: string, attempt: number, path: string, content: string): object {
  const usage = { input: 2_000, output: 300 };
  const write = { text: `I write ${path}.`, tools: [{ name: 'write_file', input: { path, content } }], usage };
  return { chunk, attempt, steps: [write, { text: 'Done.', usage }] };
}

/** What a pass of the review says about a change. Without findings: about each other change. */
function reviewReply(pass: 'quality' | 'architecture' | 'security', findings: object[], contains?: string): object {
  return stageReply(`review-${pass}`, { findings }, contains);
}

const finding = {
  file: createFile,
  line: 4,
  severity: 'warning',
  category: 'input-validation',
  explanation: 'A negative total is accepted, and a customer would get an invoice over less than nothing.',
  suggestion: 'Throw a RangeError if the total is below 0.',
};

const recording = {
  version: 1,
  model: 'written by hand',
  prices: { inputPerMillion: 2, outputPerMillion: 8 },
  replies: [
    stageReply('intake', classification),
    stageReply('architecture', { document: specification('\nAn order without a price gets no invoice.\n') }, rejection),
    stageReply('architecture', { document: specification('') }),
    stageReply('interfaces', { files: [{ path: typesFile, text: typesText }] }),
    stageReply('planning', plan),
    attemptReply('types', 1, typesFile, typesText.replace('interface Invoice ', 'interface Bill ')),
    attemptReply('types', 2, typesFile, typesText),
    attemptReply('create', 1, createFile, createText),
    reviewReply('quality', [finding], 'function createInvoice'),
    reviewReply('quality', []),
    reviewReply('architecture', []),
    reviewReply('security', []),
  ],
};

/** The sample repository with recorded replies for a work item: a specification to reject, and a chunk that is retried. */
export async function copyPipelineSample(): Promise<SampleCopy> {
  const sample = await copySample();
  const files = {
    'pipeline-replies.yaml': JSON.stringify(recording, null, 2),
    'holdfast.config.yaml': 'model: replay:pipeline-replies.yaml\n',
    '.holdfast/pipeline.yaml': 'gates:\n  intake: auto\n  generation: auto\ncontextFiles: [README.md]\n',
  };
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(sample.folder, path)), { recursive: true });
    await writeFile(join(sample.folder, path), text);
  }
  await sample.git('add', '--all');
  await sample.git('commit', '--quiet', '--message', 'Record the replies of a model');
  return sample;
}

/** Runs the built command line in a sample. */
export async function holdfast({ folder }: SampleCopy, ...words: string[]): Promise<string> {
  const cli = join(projectRoot, 'dist', 'cli.js');
  const { all, exitCode } = await execa(process.execPath, [cli, ...words], { cwd: folder, reject: false, all: true });
  assert.equal(exitCode, 0, all);
  return all;
}

/** Creates a work item whose specification waits for a person. */
export async function createWaitingItem(sample: SampleCopy): Promise<void> {
  await holdfast(sample, 'item', 'new', '--title', itemTitle, '--body', itemBody, '--run');
  // The intake, then the specification.
  await holdfast(sample, 'step', '1');
  await holdfast(sample, 'step', '1');
}
