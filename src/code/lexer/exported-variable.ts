import * as format from './assembly/format.ts';
import type { LexedScript } from './lexed-script.ts';
import { nameReader } from './script-events.ts';

const VARIABLES: ReadonlySet<number> = new Set([format.CONST, format.LET, format.VAR]);

/** Whether a script exports a variable that it declares as the whole module: `module.exports = api`. */
export function exportsVariable(script: LexedScript): boolean {
  const { events, start, end } = script;
  const numberAt = (at: number): number => events[at] ?? 0;
  const nameAt = nameReader(script);
  for (let at = start; at < end; at += format.EVENT_SIZE) {
    const tag = numberAt(at);
    if ((tag & format.EVENT_MASK) !== format.COMMONJS_EXPORT || (tag & format.WHOLE) === 0) continue;
    const local = nameAt(numberAt(at + 3), numberAt(at + 4));
    if (local === '') continue;
    for (let other = start; other < end; other += format.EVENT_SIZE) {
      const declaration = numberAt(other);
      if ((declaration & format.EVENT_MASK) !== format.DECLARATION) continue;
      if (!VARIABLES.has(declaration & format.KIND_MASK)) continue;
      if (nameAt(numberAt(other + 1), numberAt(other + 2)) === local) return true;
    }
  }
  return false;
}
