import { formatErrorDetail, HoldfastError, messageOf } from '../foundation/errors.ts';

/** A failure of a tool for a model, and its fields for programs. */
export interface ToolFailure {
  readonly text: string;
  readonly code: string;
  readonly hint: string | undefined;
  readonly retryable: boolean;
}

/** Describes what a tool threw, with what the caller can do. */
export function describeToolFailure(thrown: unknown): ToolFailure {
  if (!(thrown instanceof HoldfastError)) {
    const hint =
      'This is an internal error of Holdfast. Continue without this tool, and mention the error to the user.';
    return { text: `${messageOf(thrown)}\n${hint}`, code: 'internal', hint, retryable: false };
  }
  const { message, hint, code, retryable, details } = thrown;
  const listed = details.map(formatErrorDetail).filter((detail) => !message.includes(detail));
  return { text: [message, ...listed, ...(hint === undefined ? [] : [hint])].join('\n'), code, hint, retryable };
}
