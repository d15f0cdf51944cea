import { DOMAINS_FILE } from '../../workspace/configuration/shared-files.ts';
import { createPathMatcher } from '../../contract/globs/path-matcher.ts';
import { domainsJsonSchema, readDomainDeclarations } from '../domains/declarations/domains-document.ts';
import type { DataFileCheck } from './data-file-types.ts';
import type { DataFileReader, DataFileTree } from './data-file-reader.ts';

/** Reads `.holdfast/domains.yaml`, and counts the artifacts of each service. */
export const domainsReader: DataFileReader = { schema: domainsJsonSchema, check: checkDomainsFile };

async function checkDomainsFile(tree: DataFileTree): Promise<readonly DataFileCheck[]> {
  const text = await tree.readText(DOMAINS_FILE);
  if (text === undefined) return [];
  const document = readDomainDeclarations(text);
  const lists = (document.value?.services ?? []).flatMap(({ primary }, index) =>
    primary === undefined ? [] : [{ path: ['services', index, 'primary'], entries: primary }],
  );
  const files = lists.length === 0 ? [] : await tree.listFiles();
  const globs = lists.map(({ path, entries }) => {
    const matches = createPathMatcher(entries);
    return { path, files: files.filter((file) => matches(file)).length };
  });
  return [{ kind: 'domains', document, globs }];
}
