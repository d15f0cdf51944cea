import { parseContractData, valueAt } from '../../contract/edit/contract-data.ts';
import { editContract } from '../../contract/edit/edit-contract.ts';
import { ALWAYS_FILE } from '../../contract/always-file.ts';
import { isRecord } from '../../foundation/is-record.ts';
import { renderPlan } from '../../verdicts/plan/compile/render-plan.ts';
import type { AlwaysRule } from './rule-types.ts';

const SPEC = { id: 'always', title: 'Rules for every change' };
const HEADING = 'Rules for every change, from answers to comments. Each chunk is one rule.';

/** The contract with one more rule. Everything else in it stays byte for byte. */
export function renderRule(
  before: string | undefined,
  rule: AlwaysRule,
  message: string,
): { readonly text: string; readonly chunk: string } {
  const existing =
    before === undefined ? [] : valueAt(parseContractData({ file: ALWAYS_FILE, text: before }), ['chunks']);
  const chunks: readonly unknown[] = Array.isArray(existing) ? existing : [];
  const id = freeId(rule.kind, chunks);
  const chunk = { id, title: message, ...requirementsOf(rule, message) };
  const text =
    before === undefined
      ? renderPlan({ spec: SPEC, chunks: [chunk] }, {}, '', { compact: true, heading: HEADING })
      : editContract({ file: ALWAYS_FILE, text: before }, [{ path: ['chunks', chunks.length], value: chunk }]).text;
  return { text, chunk: id };
}

function requirementsOf(rule: AlwaysRule, message: string): Readonly<Record<string, unknown>> {
  if (rule.kind === 'scope') return { forbiddenFiles: [rule.files] };
  return { assertions: [{ type: 'assert', message, check: checkOf(rule) }] };
}

function checkOf(rule: Exclude<AlwaysRule, { readonly kind: 'scope' }>): Readonly<Record<string, unknown>> {
  switch (rule.kind) {
    case 'pattern': {
      const { files: target, pattern, isRequired } = rule;
      return { type: 'pattern_match', target, pattern, ...(isRequired === true ? { every: true } : { not: true }) };
    }
    case 'signature':
      return { type: 'signature_match', target: rule.name, file: rule.file, expected: rule.signature };
    case 'export':
      return { type: 'export_exists', target: rule.name, file: rule.file };
  }
}

function freeId(kind: string, chunks: readonly unknown[]): string {
  const used = new Set(chunks.map((chunk) => (isRecord(chunk) ? chunk['id'] : undefined)));
  for (let number = 1; ; number++) if (!used.has(`${kind}-${number}`)) return `${kind}-${number}`;
}
