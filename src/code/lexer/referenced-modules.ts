import type { ReferencedModules } from '../modules/module-record.ts';
import * as format from './assembly/format.ts';
import type { LexedScript } from './lexed-script.ts';
import { nameReader, referencedPath } from './script-events.ts';

/** Reads the modules that a script references. Most modules need nothing else, so their records are not created. */
export function readReferencedModules(script: LexedScript): ReferencedModules {
  const { events, start, end } = script;
  const nameAt = nameReader(script);
  const imports: string[] = [];
  const starExports: string[] = [];
  const commonJsStarExports: string[] = [];
  let hasExportAssignment = false;
  let exportsWholeModule = false;
  for (let at = start; at < end; at += format.EVENT_SIZE) {
    const tag = events[at] ?? 0;
    const name = (): string => nameAt(events[at + 1] ?? 0, events[at + 2] ?? 0);
    switch (tag & format.EVENT_MASK) {
      case format.IMPORT:
      case format.REEXPORT:
        imports.push(name());
        break;
      case format.STAR_EXPORT: {
        const specifier = name();
        starExports.push(specifier);
        imports.push(specifier);
        break;
      }
      case format.REFERENCE: {
        const path = referencedPath(name());
        if (path !== undefined) imports.push(path.specifier);
        break;
      }
      case format.EXPORT_ASSIGNMENT:
        hasExportAssignment = true;
        break;
      case format.COMMONJS_EXPORT:
        exportsWholeModule ||= (tag & format.WHOLE) !== 0;
        break;
      case format.COMMONJS_STAR_EXPORT:
        commonJsStarExports.push(name());
    }
  }
  if (script.flags & format.IS_MODULE) return { imports, starExports, hasExportAssignment };
  return {
    imports,
    starExports: starExports.concat(commonJsStarExports),
    hasExportAssignment: hasExportAssignment || exportsWholeModule,
  };
}
