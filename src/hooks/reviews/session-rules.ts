import type { ProposedRule, RuleForm, RuleRequest, AlwaysRules } from '../../authoring/rules/rule-types.ts';
import type { FolderServices } from '../../run/services/folder-services.ts';
import { adoptFile } from '../sessions/adopt-file.ts';

/** AlwaysRules that also judge the sessions that run when they are written. */
export class SessionRules implements AlwaysRules {
  readonly #services: Pick<FolderServices, 'repository' | 'tree'>;
  readonly #rules: AlwaysRules;

  constructor(services: Pick<FolderServices, 'repository' | 'tree'>, rules: AlwaysRules) {
    this.#services = services;
    this.#rules = rules;
  }

  formOf(comment: string): Promise<RuleForm> {
    return this.#rules.formOf(comment);
  }

  propose(request: RuleRequest): Promise<ProposedRule> {
    return this.#rules.propose(request);
  }

  async write(proposed: ProposedRule): Promise<void> {
    await this.#rules.write(proposed);
    await adoptFile(this.#services, proposed.file, proposed.after);
  }
}
