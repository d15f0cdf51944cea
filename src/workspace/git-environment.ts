/**
 * The variables with which git is told of another repository (those of `git rev-parse --local-env-vars` that name one,
 * and the ones that a hook sets). Holdfast may itself have been started by a hook; a command in an attempt's tree must not see the
 * repository of that hook.
 */
const LOCAL_VARIABLES = [
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_COMMON_DIR',
  'GIT_DIR',
  'GIT_GRAFT_FILE',
  'GIT_IMPLICIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_INTERNAL_SUPER_PREFIX',
  'GIT_LITERAL_PATHSPECS',
  'GIT_NAMESPACE',
  'GIT_NO_REPLACE_OBJECTS',
  'GIT_OBJECT_DIRECTORY',
  'GIT_PREFIX',
  'GIT_QUARANTINE_PATH',
  'GIT_REFLOG_ACTION',
  'GIT_REPLACE_REF_BASE',
  'GIT_SHALLOW_FILE',
  'GIT_WORK_TREE',
];

/** An environment that removes them when it is laid over the process's own. */
export function withoutGitVariables(): Record<string, undefined> {
  return Object.fromEntries(LOCAL_VARIABLES.map((name) => [name, undefined]));
}
