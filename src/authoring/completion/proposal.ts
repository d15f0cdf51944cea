/** What a proposal inserts. */
export type ProposalKind =
  'key' | 'value' | 'snippet' | 'chunk' | 'export' | 'file' | 'folder' | 'gate' | 'check' | 'command' | 'signature';

/** One entry of a completion list, independent of an editor. */
export interface CompletionProposal {
  readonly kind: ProposalKind;
  readonly label: string;
  /** A few words next to the label. */
  readonly detail?: string | undefined;
  /** Markdown. */
  readonly documentation?: string | undefined;
  /** A snippet. Lines after the first are relative to the indentation of the line. */
  readonly insert: string;
  /** What the typed text is compared with: it begins with the text that is replaced. */
  readonly filter: string;
  /** Whether the list is requested again after the insertion. */
  readonly continues?: boolean | undefined;
}

/** The proposals for a position, best first, and what each replaces. */
export interface Completion {
  /** Offsets. */
  readonly start: number;
  readonly end: number;
  readonly proposals: readonly CompletionProposal[];
  /** Whether more typing can give other proposals. */
  readonly isIncomplete: boolean;
}
