/** Passkeys: what the browser makes and shows, between the two halves of each errand. */
import { post } from '../net/api';
import type { Passkey, Person } from '../protocol';

type Begun = Record<string, unknown>;

/** Not every browser can, and none without https (this machine alone excepted). */
export function canPasskeys(): boolean {
  return (
    typeof PublicKeyCredential === 'function' &&
    'parseCreationOptionsFromJSON' in PublicKeyCredential
  );
}

/** Null if the person thought better of it. */
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

/** Closing the browser's window rejects with NotAllowedError: that is an answer, no error. */
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
