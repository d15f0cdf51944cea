import { DOMAINS_FILE } from '../../../workspace/configuration/shared-files.ts';
import { findTreeEscape, hasBackslashSeparator } from '../../../contract/contract-paths.ts';
import type { DataPath } from '../../../contract/document.ts';
import { toDraft7, EXTENSION_KEYS, type JsonSchema } from '../../../contract/json-schema/contract-json-schema.ts';
import { readDataFile, requireValue, type DataFileDocument } from '../../../contract/read/read-data-file.ts';
import { ProblemList, type SourceProblem } from '../../../contract/source/source-problem.ts';
import type { SourceView } from '../../../contract/source/source-view.ts';
import { messageOf } from '../../../foundation/errors.ts';
import { splitCommand } from '../../../workspace/processes/split-command.ts';
import { domainDeclarationsSchema, type DomainDeclarations, type ServiceDeclaration } from './domain-declarations.ts';
import { parseServiceAddress } from './service-address.ts';

export type DomainsDocument = DataFileDocument<DomainDeclarations>;

/**
 * Parses the text of `.holdfast/domains.yaml`, from a tree, a commit or an editor. Never throws: errors are reported as
 * problems with their positions.
 */
export function readDomainDeclarations(text: string): DomainsDocument {
  return readDataFile({ file: DOMAINS_FILE, text, schema: domainDeclarationsSchema, findProblems });
}

/**
 * The declared services. Without a file there are none: a service can run commands of the repository, so the team names
 * each one, also the built-in one.
 *
 * @param text `undefined` if the tree has no such file
 * @throws HoldfastError `configuration` whose details name the file and the line of each error
 */
export function requireDomainDeclarations(text: string | undefined): DomainDeclarations {
  return text === undefined ? domainDeclarationsSchema.parse({}) : requireValue(readDomainDeclarations(text));
}

/** Generates the JSON Schema (draft 7) of `.holdfast/domains.yaml`, for completion and hovers in editors. */
export function domainsJsonSchema(): JsonSchema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    ...toDraft7(domainDeclarationsSchema, { useReferences: false }),
    ...EXTENSION_KEYS,
    title: 'Holdfast domain services',
  };
}

function findProblems(view: SourceView, { services }: DomainDeclarations): readonly SourceProblem[] {
  const problems = new ProblemList();
  const domains = new Set<string>();
  services.forEach((service, index) => {
    const path: DataPath = ['services', index];
    const report = (code: string, message: string, key?: string): void => {
      const place = key === undefined ? path : [...path, key];
      problems.error(code, message, place, view.highlightRangeOf(place));
    };
    if (domains.has(service.domain)) {
      report('duplicate', `The domain "${service.domain}" has two services. Keep one of them.`, 'domain');
    }
    domains.add(service.domain);
    checkStart(service, report);
    checkBuiltIn(service, report);
    for (const glob of service.primary ?? []) checkGlob(glob, report);
  });
  return problems.all;
}

type Report = (code: string, message: string, key?: string) => void;

/** A service is started with a command, or runs at an address, or is built in. */
function checkStart({ command, address, builtin, allowRemote }: ServiceDeclaration, report: Report): void {
  const ways = [command, address, builtin].filter((value) => value !== undefined);
  if (ways.length === 0) report('missing-key', 'Add one of: command, address, builtin.');
  if (ways.length > 1) report('conflicting-keys', 'Keep only one of: command, address, builtin.');
  if (command !== undefined) {
    try {
      splitCommand(command);
    } catch (thrown) {
      report('invalid-command', messageOf(thrown), 'command');
    }
  }
  if (address === undefined) return;
  const parsed = parseServiceAddress(address);
  if ('problem' in parsed) {
    report('invalid-address', `"${address}" is not an address: ${parsed.problem}.`, 'address');
  } else if (parsed.isRemote && !allowRemote) {
    const message = `"${address}" is not on this machine. Use 127.0.0.1, or add "allowRemote: true".`;
    report('remote-address', message, 'address');
  }
}

function checkBuiltIn({ domain, builtin }: ServiceDeclaration, report: Report): void {
  if (builtin === undefined || domain === builtin) return;
  report('wrong-domain', `The built-in service "${builtin}" answers for the domain "${builtin}".`, 'domain');
}

function checkGlob(glob: string, report: Report): void {
  const escape = findTreeEscape(glob.replace(/^!/, ''));
  if (escape !== undefined) {
    report('outside-tree', `"${glob}" ${escape.description}. Use a path relative to the root.`, 'primary');
  } else if (hasBackslashSeparator(glob)) {
    report('backslash', `"${glob}" contains a backslash. Write "${glob.replaceAll('\\', '/')}".`, 'primary');
  }
}
