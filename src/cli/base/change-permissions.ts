import type { ChangePermission } from '../../engine.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import type { CommandContext } from './command-context.ts';

/** The values of `--may-change` for a change. */
export const CHANGE_PERMISSIONS: readonly ChangePermission[] = [
  'tests',
  'scripts',
  'tooling',
  'exports',
  'files',
  'terms',
];

/** The variable that allows the same for one commit, where a hook has the command line. */
export const PERMISSIONS_VARIABLE = 'HOLDFAST_MAY_CHANGE';

/**
 * Reads `HOLDFAST_MAY_CHANGE`. `undefined` if it is not set.
 *
 * @throws HoldfastError `configuration` for an unknown area
 */
export function readChangePermissions({
  environment,
}: Pick<CommandContext, 'environment'>): readonly ChangePermission[] | undefined {
  return parseChangePermissions(environment[PERMISSIONS_VARIABLE] ?? '', PERMISSIONS_VARIABLE);
}

/**
 * Reads areas, separated by white space or commas. `undefined` if there is none.
 *
 * @param source where the text is from, for the error message
 * @throws HoldfastError `configuration` for an unknown area
 */
export function parseChangePermissions(text: string, source: string): readonly ChangePermission[] | undefined {
  const names = text.split(/[\s,]+/).filter((name) => name !== '');
  if (names.length === 0) return undefined;
  return names.map((name) => {
    const permission = CHANGE_PERMISSIONS.find((one) => one === name);
    if (permission !== undefined) return permission;
    throw new HoldfastError('configuration', `Failed to read ${source}: "${name}" is not an area.`, {
      hint: `The areas are ${CHANGE_PERMISSIONS.join(', ')}.`,
    });
  });
}
