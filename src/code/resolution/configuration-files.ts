import { isInstalled } from '../language/source-language.ts';
import { isConfigurationName } from './projects.ts';
import { isPackageConfiguration } from './workspace-packages.ts';

/** Whether a file configures the resolution of imports: a package manifest, workspace file or tsconfig.json. */
export function affectsResolution(path: string): boolean {
  // The extension is checked first because this function runs for every file of a tree.
  if (!path.endsWith('.json') && !path.endsWith('.yaml')) return false;
  return (isPackageConfiguration(path) || isConfigurationName(path)) && !isInstalled(path);
}
