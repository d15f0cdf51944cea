import type { PlanChunkView, PlanEdgeView, PlanFindingView, PlanView } from '../protocol/plan-view.ts';

/** What fits beside a line. */
const LABEL_LENGTH = 26;

/** The first of what flows along an edge, and how much more there is; nothing where only the order is known. */
export function flowLabel({ exports, files }: PlanEdgeView): string {
  const names = [...exports, ...files.map((file) => file.slice(file.lastIndexOf('/') + 1))];
  const [first] = names;
  if (first === undefined) return '';
  const more = names.length > 1 ? ` +${names.length - 1}` : '';
  const room = LABEL_LENGTH - more.length;
  return `${first.length > room ? `${first.slice(0, room - 1)}…` : first}${more}`;
}

/** Everything that flows along an edge. */
export function flowWords({ exports, files, declared }: PlanEdgeView): string {
  const parts = [...exports, ...files];
  return parts.length > 0 ? parts.join(', ') : declared ? 'dependsOn' : '';
}

/** `2 errors, 1 warning`; nothing where there is nothing. */
export function findingCount(findings: readonly PlanFindingView[]): string {
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const warnings = findings.length - errors;
  return [errors > 0 ? counted(errors, 'error') : '', warnings > 0 ? counted(warnings, 'warning') : '']
    .filter((part) => part !== '')
    .join(', ');
}

export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** What a screen reader says of a chunk: how it stands, and what it takes from whom. */
export function spokenChunk(chunk: PlanChunkView, position: number, { chunks, edges }: PlanView): string {
  const takes = edges
    .filter(({ to }) => to === position)
    .map((edge) => {
      const flow = flowWords(edge);
      return `after ${chunks[edge.from]?.title ?? ''}${flow === '' || flow === 'dependsOn' ? '' : `, from which it takes ${flow}`}`;
    });
  return [
    chunk.title,
    chunk.status.words,
    findingCount(chunk.findings),
    chunk.verifyExempt ? 'verify-exempt' : '',
    ...takes,
  ]
    .filter((part) => part !== '')
    .join('; ');
}
