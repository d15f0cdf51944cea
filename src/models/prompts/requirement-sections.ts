/** Sections about the required results of the chunk: exports, assertions, signatures and types. */
import { codeLanguageOf } from '../../code/languages/language-table.ts';
import type { Assertion, Check, FunctionContract, TypeContract } from '../../contract/model.ts';
import { exportName, requirementsOf } from '../../contract/requirements.ts';
import { bullets, section } from './markdown.ts';
import type { PromptGate, PromptInput } from './prompt-input.ts';

/** [ENF-CTX-1] The exports that the chunk must create. */
export function createsSection({ chunk }: PromptInput): string | undefined {
  if (chunk.creates.length === 0) return undefined;
  const items = chunk.creates.map((item) => {
    const name = exportName(item);
    return name === item.trim() ? `\`${name}\`` : `\`${name}\`, a function`;
  });
  return section(
    'YOU MUST CREATE',
    bullets(items),
    'A file that you write must export each of these under exactly this name. You may add other exports. The chunk ' +
      'fails if one of these is missing or has a different name.',
  );
}

/** [ENF-CTX-1] The asserts of the chunk. */
export function requirementsSection({ chunk }: PromptInput): string | undefined {
  const asserts = chunk.assertions.filter((assertion) => assertion.type === 'assert');
  if (asserts.length === 0) return undefined;
  return section(
    'REQUIREMENTS',
    'All of these must hold. A program checks each one.',
    bullets(asserts.map(describeAssertion)),
  );
}

/** [ENF-CTX-1] The suggests of the chunk. */
export function guidanceSection({ chunk }: PromptInput): string | undefined {
  const suggests = chunk.assertions.filter((assertion) => assertion.type === 'suggest');
  if (suggests.length === 0) return undefined;
  return section(
    'GUIDANCE',
    'These should hold. They are reported, but do not fail the chunk.',
    bullets(suggests.map(describeAssertion)),
  );
}

/** [GATE-10] What the gates judge the result by, once the requirements hold. */
export function gateCriteriaSection({ gates = [] }: PromptInput): string | undefined {
  const items = gates.filter(({ mode }) => mode !== 'informational').map(describeGate);
  if (items.length === 0) return undefined;
  return section(
    'GATES THAT JUDGE THE RESULT',
    'When the requirements hold, these gates are judged. A blocking gate that fails stops the chunk; an advisory one is reported.',
    bullets(items),
  );
}

function describeGate({ gate, mode }: PromptGate): string {
  const { id, name = id, description, criteria, assertions = [], command, tests, review } = gate;
  const purpose = description === undefined ? '' : `: ${description.trim()}`;
  const isReview = review !== undefined && review !== false;
  const lines = [
    ...criteria.map((criterion) => criterion.trim()),
    ...assertions.map(({ message, check }) => `${message.trim()} (${describeCheck(check)})`),
    ...(tests === undefined ? [] : ['The tests of the repository that the change affects pass, then all tests.']),
    ...(command === undefined ? [] : [`The command \`${command}\` exits with 0.`]),
    ...(isReview ? ['A review of the change finds no defect, secret or weakened test.'] : []),
  ];
  return [`${name} (${mode})${purpose}`, bullets(lines)].join('\n');
}

const TYPESCRIPT_RULE =
  'These are compared the way TypeScript compares types. Parameter names and formatting may differ; nothing else may.';

/** The functions and types that the chunk must create, with their exact signatures and definitions. */
export function declarationsSection(input: PromptInput): string | undefined {
  const { functions, types } = requiredDeclarations(input);
  if (functions.length === 0 && types.length === 0) return undefined;
  const lines = [
    ...functions.map(
      ({ name, file, signature }) => `function \`${name}\` in ${file}, with the signature \`${singleLine(signature)}\``,
    ),
    ...types.map(
      ({ name, file, definition }) => `type \`${name}\` in ${file}, with the shape \`${singleLine(definition)}\``,
    ),
  ];
  const languages = new Set(functions.flatMap(({ file }) => codeLanguageOf(file) ?? []));
  const hasTypeScript = types.length > 0 || functions.some(({ file }) => codeLanguageOf(file) === undefined);
  const rules = [...(hasTypeScript ? [TYPESCRIPT_RULE] : []), ...[...languages].map((one) => one.signatureRule)];
  return section('SIGNATURES AND TYPES', ...rules, bullets(lines));
}

/** The declarations of the chunk and the top-level declarations that the chunk must create. */
function requiredDeclarations({ contract, chunk }: PromptInput): {
  functions: FunctionContract[];
  types: TypeContract[];
} {
  const functions = [...chunk.functions];
  const types = [...chunk.types];
  for (const { origin } of requirementsOf(contract, chunk)) {
    const [list, index] = origin;
    if (typeof index !== 'number') continue;
    if (list === 'functions') functions.push(...contract.functions.slice(index, index + 1));
    if (list === 'types') types.push(...contract.types.slice(index, index + 1));
  }
  return { functions, types };
}

function describeAssertion(assertion: Assertion): string {
  const lines = [assertion.message.trim()];
  if (assertion.condition !== undefined) lines.push(`Condition: ${assertion.condition.trim()}`);
  lines.push(`Check: ${describeCheck(assertion.check)}`);
  return lines.join('\n');
}

/** Formats a check: `export_exists, target HealthCheckResult, file src/types.ts`. */
function describeCheck(check: Check): string {
  const details = Object.entries(check)
    .filter(([name, value]) => name !== 'type' && name !== 'validator' && value !== undefined)
    .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`);
  return [check.type, ...details].join(', ');
}

function singleLine(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ');
}
