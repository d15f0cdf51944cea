/**
 * The names under which the plan compiler's manifests are found. Other tools use these names, too, so such a file is only
 * a contract if it has the form of a manifest.
 */
export const MANIFEST_GLOBS: readonly string[] = ['**/plan.{yaml,yml,json}', '**/*.manifest.{yaml,yml,json}'];
