/** The place of a model call in the pipeline. */
export interface CallWork {
  readonly item: string;
  readonly round: number;
  readonly stage: string;
  readonly subItem?: string | undefined;
}
