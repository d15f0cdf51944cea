import { isConfigurationName } from './projects.ts';
import { describesPackages } from './workspace-packages.ts';
import { isInstalled } from '../source-language.ts';

/** Whether the text of a file decides how imports resolve. */
export function decidesResolution(path: string): boolean {
  return path.endsWith('.json') || path.endsWith('.yaml') ? isDeciding(path) : false;
}

function isDeciding(path: string): boolean {
  return (describesPackages(path) || isConfigurationName(path)) && !isInstalled(path);
}
