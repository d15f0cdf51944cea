import type { Assertion, Check } from '../../contract/model.ts';
import { bullets, section } from '../lists.ts';
import type { PromptInput } from '../prompt-input.ts';

/** [ENF-CTX-1] Asserts as requirements. */
export function requirementsSection({ chunk }: PromptInput): string | undefined {
  const asserts = chunk.assertions.filter((assertion) => assertion.type === 'assert');
  if (asserts.length === 0) return undefined;
  return section(
    'REQUIREMENTS',
    'All of these must hold; each is checked by a program.',
    bullets(asserts.map(sentence)),
  );
}

/** [ENF-CTX-1] Suggests as guidance. */
export function guidanceSection({ chunk }: PromptInput): string | undefined {
  const suggests = chunk.assertions.filter((assertion) => assertion.type === 'suggest');
  if (suggests.length === 0) return undefined;
  return section(
    'GUIDANCE',
    'These should hold; they are reported and do not fail the chunk.',
    bullets(suggests.map(sentence)),
  );
}

function sentence(assertion: Assertion): string {
  const lines = [assertion.message.trim()];
  if (assertion.condition !== undefined) lines.push(`Condition: ${assertion.condition.trim()}`);
  lines.push(`Check: ${describeCheck(assertion.check)}`);
  return lines.join('\n');
}

/** `export_exists, target HealthCheckResult, file src/types.ts` */
function describeCheck(check: Check): string {
  const details = Object.entries(check)
    .filter(([name, value]) => name !== 'type' && name !== 'validator' && value !== undefined)
    .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`);
  return [check.type, ...details].join(', ');
}
