import { nameOf } from '../../code/resolution/tree-path.ts';
import type { BrokenUses } from '../../code/types/change/broken-uses.ts';
import { formatCount } from '../../foundation/format-count.ts';
import type { EarlierFile } from '../../verdicts/analysis/tree-before.ts';
import { PACKAGE_MANAGERS } from '../../workspace/worktree/package-managers.ts';
import type { ChangeFinding } from './change-types.ts';
import type { JudgedFiles } from './change-findings.ts';
import type { ChangeTrees } from './change-trees.ts';

/** What the types of a change show, and what was not judged. */
export interface TypeFindings {
  readonly findings: readonly ChangeFinding[];
  readonly notes: readonly string[];
}

const NONE: TypeFindings = { findings: [], notes: [] };

/** [CHANGE-1] The uses of changed exports that type-checked on the base and do not now. */
export async function findBrokenUses(
  { services, changes, signal }: JudgedFiles,
  files: readonly EarlierFile[],
  { trees, trusted }: { readonly trees: Pick<ChangeTrees, 'openHead'>; readonly trusted: boolean },
): Promise<TypeFindings> {
  const isTyped = files.some(({ before, after }) => before !== undefined && after !== undefined && isTypeScript(after));
  if (!isTyped) return NONE;
  const lock = changes.find(({ path }) => PACKAGE_MANAGERS.some((manager) => manager.lock === nameOf(path)));
  if (lock !== undefined) {
    const note = `Types were not judged: ${lock.path} changed, and the packages of one version are installed.`;
    return { ...NONE, notes: [note] };
  }
  const { tree } = await trees.openHead();
  const { broken, leftOut, uninstalled } = await services.analysis.brokenUses(tree.root, files, trusted, {
    signal,
  });
  return {
    findings: broken.map(({ file, line, column, message }): ChangeFinding => ({
      kind: 'broken-use',
      severity: 'error',
      message: 'Correct the use, or restore what it used: it no longer type-checks',
      file,
      line,
      column,
      expected: 'It type-checks, as on the base',
      actual: message,
    })),
    notes: [
      ...(uninstalled.files === 0 ? [] : [describeMissing(uninstalled)]),
      ...(leftOut === 0
        ? []
        : [`The change reaches more files than are type-checked: ${formatCount(leftOut, 'file')} were left out.`]),
    ],
  };
}

function isTypeScript(file: string): boolean {
  return /\.[cm]?tsx?$/.test(file);
}

const MAX_NAMED = 3;

function describeMissing({ files, packages }: BrokenUses['uninstalled']): string {
  const named = packages.slice(0, MAX_NAMED).join(', ');
  const more = packages.length > MAX_NAMED ? ` and ${packages.length - MAX_NAMED} more` : '';
  return `The types of ${formatCount(files, 'file')} were not judged: install ${named}${more} first ("npm ci").`;
}
