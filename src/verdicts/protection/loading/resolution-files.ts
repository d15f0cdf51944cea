import { configuresImports } from '../../../code/languages/language-table.ts';

/** The configurations of tools that resolve imports in their own way, and of the interpreter's environment. */
const TOOL_CONFIGURATION =
  /(?:^|\/)(?:(?:vite|vitest|vitest\.workspace|jest|babel|webpack)(?:[.-][\w-]+)*\.[cm]?[jt]s|vitest\.workspace\.\w+|jest\.config\.json|\.babelrc(?:\.\w+)?|babel\.config\.json|\.swcrc|\.?pytest\.(?:ini|toml)|tox\.ini|setup\.cfg|vendor\/modules\.txt|requirements[^/]*\.txt|Pipfile|environment\.ya?ml)$/i;

/** Whether a file decides what imports lead to, or what is installed, in any language. Its text is needed. */
export function isResolutionFile(path: string): boolean {
  return configuresImports(path) || TOOL_CONFIGURATION.test(path);
}

/** Whether a file can change what a runner or an interpreter loads, by its path alone. Modules can in any case. */
export function canBeLoaded(path: string): boolean {
  return isResolutionFile(path) || OTHER.test(path);
}

/** Installed and vendored packages, patches of packages, and files with variables. */
const OTHER =
  /(?:^|\/)(?:node_modules|vendor|patches|\.yarn\/patches)\/|(?:^|\/)[^/]*\.env(?:\.[^/]+)?$|(?:^|\/)\.envrc$|\.mk$|\.sh$|(?:^|\/)(?:package-lock\.json|\.pnpmfile\.c?js)$/;
