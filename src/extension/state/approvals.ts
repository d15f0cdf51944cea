/** A decision of a product above the engine that waits for the person. */
export interface WaitingApproval {
  /** For lists of decisions, for example `#12 specification`. */
  readonly label: string;
  /** The argument of the command that shows what is decided. */
  readonly target: object;
}
