import type { ProtocolAdapter } from '../../checks/validators/protocol-adapter.ts';
import type { ValidatorCollection } from '../../checks/validators/validator-collection.ts';
import type { Validator } from '../../checks/validators/validator.ts';
import { HoldfastError } from '../../shared/errors.ts';

/** Takes back what was registered. */
export interface Registration {
  dispose(): void;
}

/**
 * What other extensions get from this one (ENF-PLUG-4): `await vscode.extensions.getExtension('holdfast.holdfast')?.activate()`.
 * Their validators run in the extension host, are asked in trusted workspaces only, and must answer within the time limit.
 */
export interface HoldfastApi {
  /** Another number when something here changes its meaning; what is added leaves it. */
  readonly version: 1;
  /** Adds a validator until the registration is disposed; one of an existing type takes its place. */
  registerValidator(validator: Validator): Registration;
  /** Adds the validators of a protocol (ENF-PLUG-5): they count where `spec.protocol` of a contract names it. */
  registerAdapter(adapter: ProtocolAdapter): Registration;
}

/** @param onChanged Called when validators came or went: verdicts may be different now. */
export function makeApi(collection: ValidatorCollection, onChanged: () => void): HoldfastApi {
  const registered = (added: Disposable): Registration => {
    let gone = false;
    onChanged();
    return {
      dispose() {
        if (gone) return;
        gone = true;
        added[Symbol.dispose]();
        onChanged();
      },
    };
  };
  return {
    version: 1,
    registerValidator(validator) {
      expectValidator(validator);
      return registered(collection.register(validator));
    },
    registerAdapter(adapter) {
      expectAdapter(adapter);
      return registered(
        collection.registerAdapter({
          protocol: adapter.protocol,
          registerValidators: (registry) => {
            adapter.registerValidators({
              register: (validator) => {
                expectValidator(validator);
                registry.register(validator);
              },
            });
          },
        }),
      );
    },
  };
}

/** Other extensions may be written without types: a mistake is theirs to see at once, and not in the first check. */
function expectValidator(value: unknown): void {
  const given = propertiesOf(value, 'validator');
  const { type, supportedResourceTypes: types } = given;
  if (typeof type !== 'string' || type === '') throw refused('validator', 'type must be a name');
  if (!Array.isArray(types) || !types.every((each) => typeof each === 'string')) {
    throw refused(`validator ${type}`, 'supportedResourceTypes must be a list of names, or of "*"');
  }
  for (const method of ['supports', 'validate']) {
    if (typeof given[method] !== 'function') throw refused(`validator ${type}`, `${method} must be a function`);
  }
}

function expectAdapter(value: unknown): void {
  const { protocol, registerValidators } = propertiesOf(value, 'adapter');
  if (typeof protocol !== 'string' || protocol === '') throw refused('adapter', 'protocol must be a name');
  if (typeof registerValidators !== 'function') throw refused('adapter', 'registerValidators must be a function');
}

function propertiesOf(value: unknown, what: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) throw refused(what, 'it is no object');
  return value as Readonly<Record<string, unknown>>;
}

function refused(what: string, why: string): HoldfastError {
  return new HoldfastError('contract', `Failed to register the ${what}: ${why}`, {
    hint: 'docs/validators.md describes what it must have.',
  });
}
