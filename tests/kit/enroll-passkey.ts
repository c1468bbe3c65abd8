import { addPasskey } from '@/lib/identity/passkeys/own-passkeys'
import { startPasskeyCreation, startPasskeySignIn } from '@/lib/identity/passkeys/passkey-options'
import { newSecretToken } from '@/lib/platform/crypto'
import type { SessionPrincipal } from '@/lib/platform/request-context'
import { atStep, freshUser } from '@/tests/kit/enroll-mfa'
import { SoftwarePasskey } from '@/tests/kit/software-passkey'

/** Adds a passkey to that user's account. */
export async function addedPasskey(
  principal: SessionPrincipal,
  ctx = atStep(0),
  name?: string,
  password?: string,
) {
  const started = await startPasskeyCreation({ password }, principal, ctx)
  if (!started.ok) throw new Error(started.code)
  const device = new SoftwarePasskey()
  const added = await addPasskey({ name, passkey: device.create(started.options) }, principal, ctx)
  if (!added.ok) throw new Error(added.code)
  return { device, id: added.passkey.id }
}

/** An account with a password, a session, and one passkey. */
export async function passkeyUser() {
  const user = await freshUser()
  const { device, id: passkeyId } = await addedPasskey(user.principal)
  return { ...user, device, passkeyId }
}

/** Options for a sign-in, and the secret that the answer must come with. */
export async function signInOptions(ctx = atStep(0)) {
  const secret = newSecretToken()
  const started = await startPasskeySignIn({ secret }, ctx)
  if (!started.ok) throw new Error(started.code)
  return { secret, options: started.options }
}
