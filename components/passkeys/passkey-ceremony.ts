/** What a passkey is asked for. */
export type PasskeyUse = 'sign_in' | 'second_step' | 'reauthenticate' | 'create'

export interface CeremonyTexts {
  /** The user closed the browser's dialog, or it found no passkey. */
  canceled: string
  /** The device has a passkey of this account already. */
  exists: string
  failed: string
}

/** Loaded at first use: most visitors never need it. */
const webauthn = () => import('@simplewebauthn/browser')

/** Whether this browser can use passkeys at all. */
export const canUsePasskeys = () => typeof window.PublicKeyCredential === 'function'

/** Whether the browser can offer passkeys in the list of a text field (conditional UI). */
export async function canAutofill(): Promise<boolean> {
  const api = window.PublicKeyCredential as Partial<typeof PublicKeyCredential> | undefined
  return (await api?.isConditionalMediationAvailable?.().catch(() => false)) ?? false
}

/** Whether this device can verify its user, and so keep a passkey. */
export async function canKeepPasskeys(): Promise<boolean> {
  const api = window.PublicKeyCredential as Partial<typeof PublicKeyCredential> | undefined
  const available = api?.isUserVerifyingPlatformAuthenticatorAvailable?.()
  return (await available?.catch(() => false)) ?? false
}

/**
 * Asks the server for options and the browser for the answer to them; the answer is JSON for the
 * field of a form. `autofill`: the browser offers passkeys in the email field and may take forever.
 * `mayBegin` is asked once the options have arrived: a new ceremony aborts the one that runs.
 */
export async function askForPasskey(
  use: PasskeyUse,
  by: { texts: CeremonyTexts; password?: string; autofill?: boolean; mayBegin?: () => boolean },
): Promise<{ answer: string } | { fault: string }> {
  const { texts, autofill = false } = by
  const fetched = await fetchOptions(use, by.password).catch(() => ({ fault: texts.failed }))
  if ('fault' in fetched) return { fault: fetched.fault ?? texts.failed }
  try {
    const { startAuthentication, startRegistration } = await webauthn()
    if (by.mayBegin?.() === false) return { fault: texts.canceled }
    const answer =
      use === 'create'
        ? await startRegistration({ optionsJSON: fetched.options as never })
        : await startAuthentication({
            optionsJSON: fetched.options as never,
            useBrowserAutofill: autofill,
          })
    return { answer: JSON.stringify(answer) }
  } catch (error) {
    return { fault: faultText(error, texts) }
  }
}

/** Withdraws the offer in the email field. */
export async function cancelAutofill(): Promise<void> {
  const { WebAuthnAbortService } = await webauthn()
  WebAuthnAbortService.cancelCeremony()
}

async function fetchOptions(
  use: PasskeyUse,
  password: string | undefined,
): Promise<{ options: unknown } | { fault: string | null }> {
  const response = await fetch('/auth/passkeys/options', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ for: use, ...(use === 'create' && password ? { password } : {}) }),
  })
  const body = (await response.json()) as { options?: unknown; message?: string | null }
  return response.ok ? { options: body.options } : { fault: body.message ?? null }
}

function faultText(error: unknown, texts: CeremonyTexts): string {
  const name = error instanceof Error ? error.name : ''
  if (name === 'InvalidStateError') return texts.exists
  return name === 'NotAllowedError' || name === 'AbortError' ? texts.canceled : texts.failed
}
