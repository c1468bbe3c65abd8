import { z } from 'zod'
import {
  type CreatedApiKey,
  createApiKey,
  type NewApiKey,
} from '@/lib/identity/api-keys/create-api-key'
import { createApiKeyBody } from '@/lib/identity/api-keys/api-keys.schemas'
import { addSeconds } from '@/lib/platform/clock'
import type { Outcome } from '@/lib/platform/problems'
import type { RequestContext, SessionPrincipal } from '@/lib/platform/request-context'
import { listField } from '@/lib/web/list-field'
import { oneTimeSetCookie } from '@/lib/web/one-time-cookie'
import { atPasswordField } from '@/lib/web/password-field'

/** The lifetimes that the form offers, in days. */
export const KEY_LIFETIMES = ['7', '30', '90', '180', '365'] as const

export type KeyLifetime = (typeof KEY_LIFETIMES)[number]

export const USUAL_LIFETIME: KeyLifetime = '90'

const { name, permissions, allowed_addresses, password } = createApiKeyBody.shape

/** The form for a new key. */
export const newKeyForm = z.object({
  name,
  permissions: listField(permissions),
  days: z.enum(KEY_LIFETIMES),
  allowed_addresses: z
    .string()
    .default('')
    .transform((typed): z.input<typeof allowed_addresses> => typed.split(/[\s,;]+/).filter(Boolean))
    .pipe(allowed_addresses),
  password,
})

/** Refusals to revoke a key that the page should not offer anymore. */
export const staleKey = ['not_found', 'privilege_escalation'] as const

/** Creates a key for `userId`. The cookie shows it on the next page. */
export async function createKeyFromForm(
  form: z.output<typeof newKeyForm>,
  userId: string,
  { principal, ctx }: { principal: SessionPrincipal; ctx: RequestContext },
): Promise<Outcome<{ cookie: string }>> {
  const made = await createApiKey(principal, newKeyOf(form, userId, ctx.now), ctx)
  return made.ok ? { ok: true, cookie: cookieOf(made, principal, ctx.now) } : atPasswordField(made)
}

function newKeyOf(form: z.output<typeof newKeyForm>, userId: string, now: Date): NewApiKey {
  return {
    userId,
    name: form.name,
    permissions: form.permissions,
    expiresAt: addSeconds(now, Number(form.days) * 86_400),
    allowedAddresses: form.allowed_addresses ?? [],
    password: form.password,
  }
}

function cookieOf({ key, apiKey }: CreatedApiKey, to: SessionPrincipal, now: Date): string {
  const shown = { kind: 'api_key', userId: apiKey.user_id, name: apiKey.name, key } as const
  return oneTimeSetCookie({ ...shown, expiresAt: apiKey.expires_at }, to, now)
}
