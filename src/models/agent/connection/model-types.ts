/** Selecting a model before a run: which services there are, what they offer, and whether a model answers. */
import type { AgentInstallation } from '../acp/find-agents.ts';
import type { KeyReader } from '../../base/model-provider.ts';
import type { LocalService } from '../../connection/find-local-services.ts';
import type { ServedModel } from '../../connection/list-models.ts';
import type { ModelService } from '../../connection/model-service.ts';
import type { ModelTest } from '../../connection/test-model.ts';
import type { SecretVariable } from '../../../foundation/secret-variables.ts';

export type { AgentInstallation, LocalService, ModelService, ModelTest, ServedModel };
export type { TokenPrice } from '../../connection/list-models.ts';

/** Why a service or a model could not be used. */
export interface ModelFailure {
  readonly message: string;
  readonly hint?: string | undefined;
  /** Whether the service refused the key, or needs one. */
  readonly isKeyRefused: boolean;
  /** Whether the service does not know the model, or the address. */
  readonly isUnknown: boolean;
}

export type ModelAnswer<Value> = { readonly value: Value } | { readonly failure: ModelFailure };

/** Which keys a service accepts. */
export interface ServiceKeys {
  /** The variables of the accepted keys, in order of precedence. */
  readonly names: readonly SecretVariable[];
  /** The variable that a new key is stored under, if none is in effect. */
  readonly own: SecretVariable;
  /** Whether the service is remote. Servers on this machine and in its local network usually need no key. */
  readonly isNeeded: boolean;
}

/** Calls services to select a model. Keys come in as arguments and are neither stored nor logged. */
export interface ModelConnection {
  /** Services that need no address from the person. */
  readonly services: readonly ModelService[];
  /** Returns the service at an address, or why the text is no address, as a sentence. */
  parseAddress(text: string): ModelService | string;
  keysOf(service: ModelService): ServiceKeys;
  /** Finds model servers on this machine. */
  findLocal(signal: AbortSignal): Promise<readonly LocalService[]>;
  /**
   * Finds the external agents that a run in one of the workspace folders can start. The list contains all that are known.
   * @param folders absolute paths
   */
  findAgents(folders: readonly string[]): Promise<readonly AgentInstallation[]>;
  /**
   * Lists the models of a service, sorted by name. The value is `undefined` if the service has no list.
   * @throws HoldfastError `cancelled`
   */
  list(
    service: ModelService,
    key: string | undefined,
    signal: AbortSignal,
  ): Promise<ModelAnswer<readonly ServedModel[] | undefined>>;
  /**
   * Makes one short call, which is not repeated.
   * @param model.reference `provider:model`
   * @throws HoldfastError `cancelled`
   */
  test(
    model: { readonly reference: string; readonly baseUrl?: string | undefined; readonly keys: KeyReader },
    signal: AbortSignal,
  ): Promise<ModelAnswer<ModelTest>>;
}
