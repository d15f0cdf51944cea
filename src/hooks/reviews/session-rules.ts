import type { ProposedRule, RuleForm, RuleRequest, Rules } from '../../authoring/rules/rule-types.ts';
import type { FolderServices } from '../../run/services/folder-services.ts';
import { adoptFile } from '../sessions/adopt-file.ts';

/** Rules that also judge the sessions that run when they are written. */
export class SessionRules implements Rules {
  readonly #services: Pick<FolderServices, 'repository' | 'tree'>;
  readonly #rules: Rules;

  constructor(services: Pick<FolderServices, 'repository' | 'tree'>, rules: Rules) {
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
