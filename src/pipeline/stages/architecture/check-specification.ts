import type { Observation } from '../../../verdicts/domains/constraints/observation.ts';
import { evaluateProposedValues } from '../../../verdicts/domains/constraints/evaluate-proposed-values.ts';
import type { InterfaceRegistry } from '../../../verdicts/domains/registry/registry.ts';
import type { DataPath } from '../../../contract/document.ts';
import { formatCount } from '../../../foundation/format-count.ts';
import type { ArchitecturalRule } from '../../../workspace/configuration/pipeline/pipeline-settings.ts';
import {
  contains,
  moduleEscape,
  normalizeModule,
  type TreeModules,
} from '../../../workspace/configuration/pipeline/tree-modules.ts';
import type { StageMistake } from '../results/stage-mistake.ts';
import { createRuleLookup, type ModuleImport } from './module-imports.ts';
import type { DependencyChange, SpecificationFrontMatter } from './specification.ts';

export interface SpecificationTerms {
  /** The modules of the base commit. */
  readonly modules: TreeModules;
  /** The imports of the base commit. */
  readonly imports: readonly ModuleImport[];
  readonly rules: readonly ArchitecturalRule[];
  /** The interface definitions of the base commit. Default: none. */
  readonly registry?: InterfaceRegistry | undefined;
  /** What the artifacts of the base commit have, by domain. Default: unknown. */
  readonly existing?: readonly Observation[] | undefined;
}

const PACKAGE = 'package:';

/**
 * Checks a specification against the repository: its modules exist or are marked new [ASSERT-ARCH-001, ASSERT-ARCH-002],
 * its dependency changes keep the architectural rules [ASSERT-ARCH-003], and the values that it proposes fit the interface
 * registry [ASSERT-XVAL-004].
 */
export function checkSpecification(
  facts: SpecificationFrontMatter,
  terms: SpecificationTerms,
): readonly StageMistake[] {
  return new SpecificationChecker(facts, terms).check();
}

class SpecificationChecker {
  readonly #facts: SpecificationFrontMatter;
  readonly #terms: SpecificationTerms;
  readonly #new: readonly string[];
  readonly #mistakes: StageMistake[] = [];

  constructor(facts: SpecificationFrontMatter, terms: SpecificationTerms) {
    this.#facts = facts;
    this.#terms = terms;
    this.#new = facts.modulesNew.map(normalizeModule);
  }

  check(): readonly StageMistake[] {
    const { modulesReferenced, modulesNew, dependencyChanges, interfaces } = this.#facts;
    modulesReferenced.forEach((module, index) => this.#requireModule(module, ['modulesReferenced', index]));
    modulesNew.forEach((module, index) => this.#requireNew(module, ['modulesNew', index]));
    dependencyChanges.forEach((change, index) => this.#checkChange(change, ['dependencyChanges', index]));
    interfaces.forEach(({ module }, index) => this.#requireModule(module, ['interfaces', index, 'module']));
    this.#checkNames();
    this.#checkValues();
    return this.#mistakes;
  }

  #add(code: StageMistake['code'], path: DataPath, subjects: readonly string[], message: string): void {
    this.#mistakes.push({ code, path, message, subjects });
  }

  /** @returns whether the module is inside the tree */
  #requireInside(written: string, path: DataPath): boolean {
    const escape = moduleEscape(normalizeModule(written));
    if (escape === undefined) return true;
    this.#add('outside-tree', path, [written], `"${written}" ${escape}. Name a path inside the repository.`);
    return false;
  }

  /** @returns whether the module exists or is marked new */
  #requireModule(written: string, path: DataPath): boolean {
    const module = normalizeModule(written);
    if (!this.#requireInside(written, path)) return false;
    if (this.#terms.modules.has(module) || this.#isNew(module)) return true;
    const suggestion = this.#terms.modules.suggestion(module);
    const message = `The module "${module}" does not exist.${suggestion} If the work creates it, list it in modulesNew.`;
    this.#add('unknown-module', path, [module], message);
    return false;
  }

  /** A module is new if it is listed, is inside a listed folder, or is a folder that a listed module is created in. */
  #isNew(module: string): boolean {
    return this.#new.some((listed) => contains(listed, module) || contains(module, listed));
  }

  #requireNew(written: string, path: DataPath): void {
    const module = normalizeModule(written);
    if (!this.#requireInside(written, path) || !this.#terms.modules.has(module)) return;
    const message = `The module "${module}" exists already. List it in modulesReferenced, or choose another path.`;
    this.#add('module-exists', path, [module], message);
  }

  #checkChange(change: DependencyChange, path: DataPath): void {
    const hasFrom = this.#requireModule(change.from, [...path, 'from']);
    const isPackage = change.to.startsWith(PACKAGE);
    const hasTo = isPackage || this.#requireModule(change.to, [...path, 'to']);
    if (!hasFrom || !hasTo) return;
    const dependency = {
      from: normalizeModule(change.from),
      to: isPackage ? change.to : normalizeModule(change.to),
    };
    if (change.change === 'add') this.#checkRules(dependency, path);
    else if (!isPackage && this.#importsBetween(dependency).length === 0) {
      const message = `No file of "${dependency.from}" imports "${dependency.to}", so the dependency cannot be removed. Remove this change.`;
      this.#add('unknown-dependency', path, [dependency.from, dependency.to], message);
    }
  }

  #checkRules(dependency: ModuleImport, path: DataPath): void {
    const rulesOf = createRuleLookup(this.#terms.rules, this.#terms.modules);
    for (const rule of rulesOf(dependency)) {
      const known = this.#importsBetween(dependency);
      const example = known[0];
      const existing =
        example === undefined
          ? ''
          : ` The repository has ${formatCount(known.length, 'such import')} already (${example.from} imports ${example.to}), which is no permission for more.`;
      const message = `"${dependency.from}" must not depend on "${dependency.to}": ${sentence(rule.reason)} The rule forbids imports from ${rule.from.join(', ')} to ${rule.to.join(', ')}.${existing} Choose a design without this dependency.`;
      this.#add('architectural-rule', path, [dependency.from, dependency.to, rule.reason], message);
    }
  }

  #checkValues(): void {
    const { interfaceValues } = this.#facts;
    const { registry = { interfaces: new Map() }, existing } = this.#terms;
    interfaceValues.forEach((one, index) => {
      this.#requireModule(one.module, ['interfaceValues', index, 'module']);
      if (registry.interfaces.has(one.interface)) return;
      const known = [...registry.interfaces.keys()].join(', ') || 'none';
      const message = `The registry has no interface "${one.interface}". It has: ${known}.`;
      this.#add('unknown-interface', ['interfaceValues', index, 'interface'], [one.interface], message);
    });
    const { findings } = evaluateProposedValues(registry, interfaceValues, existing);
    for (const finding of findings) {
      if (finding.severity !== 'blocking') continue;
      const index = interfaceValues.findIndex((one) => one.interface === finding.interface);
      const { parameter, expected, actual, message } = finding;
      const path: DataPath = index < 0 ? ['interfaceValues'] : ['interfaceValues', index];
      this.#add('constraint', path, [finding.interface, parameter, expected, actual], message);
    }
  }

  #importsBetween({ from, to }: ModuleImport): readonly ModuleImport[] {
    return this.#terms.imports.filter((one) => contains(from, one.from) && contains(to, one.to));
  }

  #checkNames(): void {
    const seen = new Set<string>();
    this.#facts.interfaces.forEach(({ name, module }, index) => {
      const key = `${normalizeModule(module)}#${name}`;
      if (seen.has(key)) {
        const message = `The interface "${name}" of "${module}" is listed twice. Remove one of them.`;
        this.#add('duplicate-name', ['interfaces', index, 'name'], [name], message);
      }
      seen.add(key);
    });
  }
}

function sentence(text: string): string {
  return /[.!?]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`;
}
