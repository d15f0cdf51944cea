/**
 * The events that the lexer found in one script. `readLexedScript` reads them when they are needed, since most scripts of a
 * tree are never queried.
 */
export interface LexedScript {
  /** `EVENT_SIZE` numbers for each event, see assembly/format.ts. Scripts can share an array. */
  readonly events: Int32Array;
  /** The range of this script in `events`. */
  readonly start: number;
  readonly end: number;
  /** The joined names of the events. */
  readonly names: string;
  /** Properties of the script, such as `IS_MODULE`. */
  readonly flags: number;
}
