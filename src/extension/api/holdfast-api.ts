import * as l10n from '@vscode/l10n';
import type { ProtocolAdapter, Validator } from '../../verdicts/checks/interfaces/validator.ts';
import type { ValidatorCollection } from '../../verdicts/checks/validators/validator-collection.ts';
import { HoldfastError } from '../../foundation/errors.ts';

/** Unregisters the validator or adapter. */
export interface Registration {
  dispose(): void;
}

/**
 * The API for other extensions (ENF-PLUG-4): `await vscode.extensions.getExtension('holdfast.holdfast')?.activate()`.
 * Their validators run in the extension host, only in trusted workspaces, and with a time limit.
 */
export interface HoldfastApi {
  /** Changes only if the meaning of an existing member changes. */
  readonly version: 1;
  /** Registers a validator until the registration is disposed. It replaces a validator of the same type. */
  registerValidator(validator: Validator): Registration;
  /** Registers the validators of a protocol (ENF-PLUG-5). They apply to contracts with this protocol in `spec.protocol`. */
  registerAdapter(adapter: ProtocolAdapter): Registration;
}

/** @param onChanged Called after a registration changed, because check results may differ. */
export function createApi(collection: ValidatorCollection, onChanged: () => void): HoldfastApi {
  const createRegistration = (added: Disposable): Registration => {
    let isDisposed = false;
    onChanged();
    return {
      dispose() {
        if (isDisposed) return;
        isDisposed = true;
        added[Symbol.dispose]();
        onChanged();
      },
    };
  };
  return {
    version: 1,
    registerValidator(validator) {
      requireValidator(validator);
      return createRegistration(collection.register(validator));
    },
    registerAdapter(adapter) {
      requireAdapter(adapter);
      return createRegistration(
        collection.registerAdapter({
          protocol: adapter.protocol,
          registerValidators: (registry) => {
            adapter.registerValidators({
              register: (validator) => {
                requireValidator(validator);
                registry.register(validator);
              },
            });
          },
        }),
      );
    },
  };
}

/** Checks the shape at registration, because other extensions may not use types. */
function requireValidator(value: unknown): void {
  const properties = requireObject(value, 'validator');
  const { type, supportedResourceTypes: types } = properties;
  if (typeof type !== 'string' || type === '')
    throw createRegistrationError('validator', l10n.t('type must be a non-empty string'));
  if (!Array.isArray(types) || !types.every((each) => typeof each === 'string')) {
    throw createRegistrationError(
      l10n.t('validator {0}', type),
      l10n.t('supportedResourceTypes must be an array of strings'),
    );
  }
  for (const method of ['supports', 'validate']) {
    if (typeof properties[method] !== 'function')
      throw createRegistrationError(l10n.t('validator {0}', type), l10n.t('{0} must be a function', method));
  }
}

function requireAdapter(value: unknown): void {
  const { protocol, registerValidators } = requireObject(value, 'adapter');
  if (typeof protocol !== 'string' || protocol === '')
    throw createRegistrationError('adapter', l10n.t('protocol must be a non-empty string'));
  if (typeof registerValidators !== 'function')
    throw createRegistrationError('adapter', l10n.t('registerValidators must be a function'));
}

function requireObject(value: unknown, subject: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null)
    throw createRegistrationError(subject, l10n.t('it must be an object'));
  return value as Readonly<Record<string, unknown>>;
}

function createRegistrationError(subject: string, reason: string): HoldfastError {
  return new HoldfastError('contract', l10n.t('Failed to register the {0}: {1}', subject, reason), {
    hint: l10n.t('See docs/validators.md for the required members.'),
  });
}
