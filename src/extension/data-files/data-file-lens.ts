import type { TextRange } from '../base/text-range.ts';

/** The data of a code lens above a value of a data file. A lens without a command is a text. */
export interface DataFileLens {
  readonly range: TextRange;
  readonly title: string;
  readonly tooltip: string;
  readonly command: string;
  readonly argument?: object | undefined;
}
