/** Passkeys: the browser's part, between the service's challenge and its answer. */
import { post } from '../net/api';
import type { Passkey, Person } from '../protocol';

type Begun = Record<string, unknown>;

/** Not all browsers support them, and none without https (except on localhost). */
export function canPasskeys(): boolean {
  return (
    typeof PublicKeyCredential === 'function' &&
    'parseCreationOptionsFromJSON' in PublicKeyCredential
  );
}

/** Null if the user cancelled. */
export async function addPasskey(name: string): Promise<Passkey | null> {
  const begun = await post<Begun>('api/passkeys/register/begin');
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    begun as unknown as PublicKeyCredentialCreationOptionsJSON,
  );
  const credential = await asked(() => navigator.credentials.create({ publicKey }));
  if (!credential) return null;
  return post('api/passkeys/register/finish', { credential: credential.toJSON(), name });
}

export async function loginByPasskey(): Promise<Person | null> {
  const begun = await post<Begun>('api/passkeys/login/begin');
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    begun as unknown as PublicKeyCredentialRequestOptionsJSON,
  );
  const credential = await asked(() => navigator.credentials.get({ publicKey }));
  if (!credential) return null;
  return post<Person>('api/passkeys/login/finish', { credential: credential.toJSON() });
}

/** Closing the browser's dialog rejects with NotAllowedError, which is not an error here. */
async function asked(
  question: () => Promise<Credential | null>,
): Promise<PublicKeyCredential | null> {
  try {
    return (await question()) as PublicKeyCredential | null;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotAllowedError') return null;
    throw error;
  }
}
