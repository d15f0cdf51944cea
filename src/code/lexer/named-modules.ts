import type { NamedModules } from '../module-links.ts';
import type { LexedScript } from './lexer.ts';
import { event, eventSize, flag, found, nameReader, referencedPath } from './script-events.ts';

/** The modules that a script names, without making its record: of most modules nothing else is ever asked. */
export function modulesNamedIn(script: LexedScript): NamedModules {
  const { events, start, end } = script;
  const nameAt = nameReader(script);
  const imports: string[] = [];
  const starFrom: string[] = [];
  const commonStarFrom: string[] = [];
  let isAssigned = false;
  let isCommonWhole = false;
  for (let at = start; at < end; at += eventSize) {
    const tag = events[at] ?? 0;
    const name = (): string => nameAt(events[at + 1] ?? 0, events[at + 2] ?? 0);
    switch (tag & 255) {
      case event.import:
      case event.reexport:
        imports.push(name());
        break;
      case event.starExport: {
        const specifier = name();
        starFrom.push(specifier);
        imports.push(specifier);
        break;
      }
      case event.reference: {
        const path = referencedPath(name());
        if (path !== undefined) imports.push(path.specifier);
        break;
      }
      case event.exportAssignment:
        isAssigned = true;
        break;
      case event.commonExport:
        isCommonWhole ||= (tag & flag.whole) !== 0;
        break;
      case event.commonStar:
        commonStarFrom.push(name());
    }
  }
  if (script.found & found.isModule) return { imports, starFrom, givesWhole: isAssigned };
  return { imports, starFrom: starFrom.concat(commonStarFrom), givesWhole: isAssigned || isCommonWhole };
}
