import type { ModelConnection, ModelFailure, ModelService, ModelTest, ServedModel } from '../../engine.ts';
import type { SecretKeys } from './secret-keys.ts';

/** Where a model runs: in the editor, in an external agent, or at a service. */
export type ModelSource =
  | { readonly kind: 'agent'; readonly reference: string }
  | { readonly kind: 'editor'; readonly reference: string }
  | { readonly kind: 'service'; readonly service: ModelService };

/** The service refused a request. */
export interface KeyProblem {
  readonly failure: ModelFailure;
  /** Whether the request had a key. */
  readonly hadKey: boolean;
}

/** What the person does about a failed test. */
export type FailureAnswer = 'retry' | 'key' | 'model' | 'use';

/** The questions of the selection. Each resolves to `undefined` if the person cancels. */
export interface ModelDialog {
  /** @param address the address to correct, if the person typed one that does not answer */
  pickSource(address?: string): Promise<ModelSource | undefined>;
  /** @param problem why a key must be entered, if one was sent or if the service refused the request without one */
  enterKey(service: ModelService, problem?: KeyProblem): Promise<string | undefined>;
  /** @param models `undefined` if the service has no list: the person enters a name */
  pickModel(service: ModelService, models: readonly ServedModel[] | undefined): Promise<string | undefined>;
  /** Shows that a service could not be reached. */
  confirmRetry(service: ModelService, failure: ModelFailure): Promise<'retry' | 'address' | undefined>;
  /** Shows that a test call failed. */
  reportFailedTest(
    reference: string,
    failure: ModelFailure,
    answers: readonly FailureAnswer[],
  ): Promise<FailureAnswer | undefined>;
  /** Shows progress that can be cancelled. A cancellation rejects. */
  withProgress<Value>(
    activity: { readonly kind: 'list' | 'test'; readonly subject: string },
    work: (signal: AbortSignal) => Promise<Value>,
  ): Promise<Value>;
}

export interface ChosenModel {
  /** Whether it is an external agent. Default: false. */
  readonly isAgent?: boolean;
  /** `provider:model`. */
  readonly reference: string;
  /** Absent if the provider has its own address. */
  readonly baseUrl?: string | undefined;
  /** A key that the person entered, under the name that it takes effect with. */
  readonly key?: { readonly name: string; readonly value: string } | undefined;
  /** Absent if the person uses the model although the test failed, and for an external agent. */
  readonly test?: ModelTest | undefined;
}

interface Choice {
  readonly dialog: ModelDialog;
  readonly connection: ModelConnection;
  readonly keys: Pick<SecretKeys, 'read'>;
}

type EnteredKey = ChosenModel['key'];

/**
 * [EDIT-1] Lets the person choose a model: first where it runs, then the key if one is needed, then one of the models that are
 * offered there. Then the model is called once. An external agent is not tested. Stores nothing. Returns `undefined` if the person cancels.
 */
export async function chooseModel(choice: Choice): Promise<ChosenModel | undefined> {
  let address: string | undefined;
  for (;;) {
    const source = await choice.dialog.pickSource(address);
    if (source === undefined) return undefined;
    // A test would start the agent, which can take a minute and can change its files. Its first run shows whether it works.
    if (source.kind === 'agent') return { reference: source.reference, isAgent: true };
    if (source.kind === 'editor') return chooseEditorModel(choice, source.reference);
    const chosen = await chooseServedModel(choice, source.service);
    if (chosen !== 'other-address') return chosen;
    address = source.service.baseUrl ?? '';
  }
}

async function chooseEditorModel(choice: Choice, reference: string): Promise<ChosenModel | undefined> {
  for (;;) {
    const tested = await testReference(choice, { reference }, undefined);
    if ('value' in tested) return { reference, test: tested.value };
    const answer = await choice.dialog.reportFailedTest(reference, tested.failure, ['retry', 'use']);
    if (answer === undefined) return undefined;
    if (answer === 'use') return { reference };
  }
}

async function chooseServedModel(
  choice: Choice,
  service: ModelService,
): Promise<ChosenModel | 'other-address' | undefined> {
  const { dialog } = choice;
  let key = await startKey(choice, service);
  if (key === undefined) return undefined;
  for (;;) {
    const listed = await listWithKey(choice, service, key.entered);
    if (listed === undefined || listed === 'other-address') return listed;
    key = { entered: listed.key };
    const model = await dialog.pickModel(service, listed.models);
    if (model === undefined) return undefined;
    const outcome = await testWithKey(choice, service, model, key.entered);
    if (outcome === 'other-model') continue;
    return outcome;
  }
}

/** The key to start with. Undefined if one is needed and the person cancels. */
async function startKey(
  { dialog, connection, keys }: Choice,
  service: ModelService,
): Promise<{ readonly entered: EnteredKey } | undefined> {
  const { isNeeded, names } = connection.keysOf(service);
  if (!isNeeded || (await findKey(keys, names)) !== undefined) return { entered: undefined };
  const value = await dialog.enterKey(service);
  return value === undefined ? undefined : { entered: { name: connection.keysOf(service).own, value } };
}

/** Lists the models. A refused key is entered again. Undefined if the person cancels. */
async function listWithKey(
  choice: Choice,
  service: ModelService,
  entered: EnteredKey,
): Promise<
  { readonly models: readonly ServedModel[] | undefined; readonly key: EnteredKey } | 'other-address' | undefined
> {
  const { dialog, connection, keys } = choice;
  let key = entered;
  for (;;) {
    const value = key?.value ?? (await findKey(keys, connection.keysOf(service).names))?.value;
    const listed = await dialog.withProgress({ kind: 'list', subject: service.title }, (signal) =>
      connection.list(service, value, signal),
    );
    if ('value' in listed) return { models: listed.value, key };
    if (listed.failure.isKeyRefused) {
      key = await replaceKey(choice, service, listed.failure, key);
      if (key === undefined) return undefined;
    } else {
      const answer = await dialog.confirmRetry(service, listed.failure);
      if (answer !== 'retry') return answer === 'address' ? 'other-address' : undefined;
    }
  }
}

/** Calls the model once. Undefined if the person cancels. */
async function testWithKey(
  choice: Choice,
  service: ModelService,
  model: string,
  entered: EnteredKey,
): Promise<ChosenModel | 'other-model' | undefined> {
  const reference = `${service.provider}:${model}`;
  const chosen = { reference, ...(service.baseUrl === undefined ? {} : { baseUrl: service.baseUrl }) };
  let key = entered;
  for (;;) {
    const tested = await testReference(choice, chosen, key);
    if ('value' in tested) return { ...chosen, key, test: tested.value };
    const answer = await choice.dialog.reportFailedTest(reference, tested.failure, offeredAnswers(tested.failure));
    switch (answer) {
      case undefined:
        return undefined;
      case 'use':
        return { ...chosen, key };
      case 'model':
        return 'other-model';
      case 'key':
        key = (await replaceKey(choice, service, tested.failure, key)) ?? key;
        break;
      case 'retry':
        break;
    }
  }
}

function offeredAnswers({ isKeyRefused }: ModelFailure): readonly FailureAnswer[] {
  return isKeyRefused ? ['key', 'model', 'use'] : ['retry', 'model', 'use'];
}

function testReference({ dialog, connection, keys }: Choice, chosen: ChosenModel, key: EnteredKey) {
  const { reference, baseUrl } = chosen;
  return dialog.withProgress({ kind: 'test', subject: reference }, (signal) =>
    connection.test(
      { reference, baseUrl, keys: async (name) => (name === key?.name ? key.value : keys.read(name)) },
      signal,
    ),
  );
}

/** Asks for another key. It replaces the key in effect, so that no other key takes precedence over it. */
async function replaceKey(
  { dialog, connection, keys }: Choice,
  service: ModelService,
  failure: ModelFailure,
  entered: EnteredKey,
): Promise<EnteredKey> {
  const { names, own } = connection.keysOf(service);
  const inEffect = await findKey(keys, names);
  const value = await dialog.enterKey(service, { failure, hadKey: entered !== undefined || inEffect !== undefined });
  return value === undefined ? undefined : { name: entered?.name ?? inEffect?.name ?? own, value };
}

async function findKey(
  keys: Choice['keys'],
  names: readonly string[],
): Promise<{ readonly name: string; readonly value: string } | undefined> {
  for (const name of names) {
    const value = await keys.read(name);
    if (value !== undefined) return { name, value };
  }
  return undefined;
}
