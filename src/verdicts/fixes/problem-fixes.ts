import type { ContractDocument, Problem } from '../../contract/document.ts';
import { ContractEditError, type ContractEdit } from '../../contract/edit/contract-edit.ts';
import { editContract } from '../../contract/edit/edit-contract.ts';
import type { MechanicalFix } from './fix.ts';

/** The text that is edited. */
export type EditedDocument = Pick<ContractDocument, 'file' | 'text'>;

/** The problems whose value can also be removed, because nothing needs it. */
const REMOVABLE = new Set(['unknown-key', 'unknown-dependency', 'unknown-superseded', 'unknown-gate']);

/** The fixes of a problem of a contract file: the key or id that was probably meant, or its removal. */
export function fixesOfProblem(document: EditedDocument, problem: Problem): readonly MechanicalFix[] {
  return [...replaceBySuggestion(document, problem), ...removeValue(document, problem)];
}

/** Replaces the marked key or value. Its quotes stay. */
function replaceBySuggestion({ file, text }: EditedDocument, problem: Problem): readonly MechanicalFix[] {
  const { suggestion, range } = problem;
  if (suggestion === undefined) return [];
  const [start, end] = [range.start.offset, range.end.offset];
  const [, quote = '', written = ''] = /^(["']?)(.*)\1$/s.exec(text.slice(start, end)) ?? [];
  if (written === '' || /[\r\n]/.test(written)) return [];
  const fixed = `${text.slice(0, start)}${quote}${suggestion}${quote}${text.slice(end)}`;
  return [
    {
      action: { kind: 'replace-text', from: written, to: suggestion },
      change: { kind: 'text', file, text: fixed },
      isPreferred: true,
    },
  ];
}

function removeValue(document: EditedDocument, { code, path, suggestion }: Problem): readonly MechanicalFix[] {
  if (!REMOVABLE.has(code)) return [];
  const text = editedText(document, [{ path, operation: 'remove' }]);
  if (text === undefined) return [];
  const last = path.at(-1);
  return [
    {
      action: typeof last === 'string' ? { kind: 'remove-key', key: last } : { kind: 'remove-reference' },
      change: { kind: 'text', file: document.file, text },
      isPreferred: suggestion === undefined && code === 'unknown-key',
    },
  ];
}

/** The text after edits; `undefined` if they cannot be applied without changing other parts. */
export function editedText(document: EditedDocument, edits: readonly ContractEdit[]): string | undefined {
  try {
    return editContract(document, edits).text;
  } catch (thrown) {
    if (thrown instanceof ContractEditError) return undefined;
    throw thrown;
  }
}
