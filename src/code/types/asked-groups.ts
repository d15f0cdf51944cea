import type { AskedFile } from './asked-file.ts';
import type { ConfigurationSearch } from './configuration-of.ts';
import type { PlacedQuestion } from './file-questions.ts';

/** The questions about one file. */
export interface AskedGroup {
  readonly file: AskedFile;
  readonly questions: PlacedQuestion[];
}

/** Groups that are checked by the same configuration, together. */
export function groupsByConfiguration(
  groups: Iterable<AskedGroup>,
  configurations: ConfigurationSearch,
): ReadonlyMap<string | undefined, readonly AskedGroup[]> {
  const byConfiguration = new Map<string | undefined, AskedGroup[]>();
  for (const group of groups) {
    const configuration = configurations.of(group.file.absolute);
    const members = byConfiguration.get(configuration);
    if (members) members.push(group);
    else byConfiguration.set(configuration, [group]);
  }
  return byConfiguration;
}
