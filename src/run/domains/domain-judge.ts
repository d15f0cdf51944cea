import { isSelfExplanatory } from '../../verdicts/domains/declarations/domain-declarations.ts';
import type {
  DomainDiagnostic,
  DomainSimulationFailure as SimulationFailure,
} from '../../verdicts/domains/open-domain-services.ts';
import type { DomainFailure, JudgeByDomains } from '../services/judge-by-domains.ts';
import { openTreeDomains, type DomainContext } from '../../verdicts/domains/trees/tree-domains.ts';

/** Judges trees with the services that are declared in the folder of their terms. They run while one tree is judged. */
export function createDomainJudge(context: DomainContext): JudgeByDomains {
  return async ({ changedFiles, ...tree }) => {
    await using domains = await openTreeDomains(context, tree);
    if (domains.primaryFor(changedFiles).length === 0) {
      return { passed: true, failures: [], warnings: [] };
    }
    const validation = await domains.validate(changedFiles);
    const diagnostics = validation.diagnostics.map(toFailure).sort((a, b) => rankOf(a) - rankOf(b));
    const skipped = validation.skipped.map(({ message }) => message);
    if (!validation.passed) return { passed: false, failures: diagnostics, warnings: skipped };
    const simulation = await domains.simulate(changedFiles);
    const failures = simulation.failures.map((failure): DomainFailure => ({
      ...toPlace(failure),
      domain: failure.domain,
      method: 'simulate',
      category: failure.category,
      message: failure.message,
      output: failure.output,
      isSelfExplanatory: isSelfExplanatory(domains.declarations, failure.domain, failure.category),
    }));
    const warnings = [...new Set([...skipped, ...simulation.skipped.map(({ message }) => message)])];
    return { passed: simulation.passed, failures: [...failures, ...diagnostics], warnings };
  };
}

/** A diagnostic names its place and says what is wrong, so it needs no interpretation. */
function toFailure(diagnostic: DomainDiagnostic): DomainFailure {
  const { domain, category, message, severity } = diagnostic;
  return { ...toPlace(diagnostic), domain, method: 'validate', category, message, severity, isSelfExplanatory: true };
}

function toPlace({
  artifact,
  location,
}: Pick<SimulationFailure, 'artifact' | 'location'>): Pick<DomainFailure, 'artifact' | 'line'> {
  return { artifact: artifact ?? undefined, line: location?.line };
}

function rankOf({ severity }: DomainFailure): number {
  return severity === 'error' ? 0 : 1;
}
