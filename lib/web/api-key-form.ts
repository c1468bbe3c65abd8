import { z } from 'zod'
import {
  type CreatedApiKey,
  createApiKey,
  type NewApiKey,
} from '@/lib/identity/api-keys/create-api-key'
import { createApiKeyBody } from '@/lib/identity/api-keys/api-keys.schemas'
import { revokeApiKey } from '@/lib/identity/api-keys/revoke-api-key'
import { addSeconds } from '@/lib/platform/clock'
import type { Outcome, ProblemCode } from '@/lib/platform/problems'
import type { RequestContext, SessionPrincipal } from '@/lib/platform/request-context'
import { listField } from '@/lib/web/list-field'
import { clearedOneTimeSetCookie, oneTimeSetCookie } from '@/lib/web/one-time-cookie'
import { atPasswordField } from '@/lib/web/password-field'

/** The lifetimes that the form offers, in days. */
export const KEY_LIFETIMES = ['7', '30', '90', '180', '365'] as const

export type KeyLifetime = (typeof KEY_LIFETIMES)[number]

export const USUAL_LIFETIME: KeyLifetime = '90'

const { name, permissions, allowed_addresses, password } = createApiKeyBody.shape

/** The forms of a page with API keys. */
export const apiKeyForms = z.discriminatedUnion('intent', [
  z.object({
    intent: z.literal('create_key'),
    name,
    permissions: listField(permissions),
    days: z.enum(KEY_LIFETIMES),
    allowed_addresses: z
      .string()
      .default('')
      .transform((typed): z.input<typeof allowed_addresses> =>
        typed.split(/[\s,;]+/).filter(Boolean),
      )
      .pipe(allowed_addresses),
    password,
  }),
  z.object({ intent: z.literal('revoke_key'), key_id: z.uuid() }),
  z.object({ intent: z.literal('key_seen') }),
])

type Form = z.output<typeof apiKeyForms>

const STALE = new Set<ProblemCode>(['not_found', 'privilege_escalation'])

/** What the page shows next: the new key, a notice, or why nothing was revoked. */
export interface KeyFormResult {
  cookie?: string
  notice?: string
  refused?: ProblemCode
}

/** Carries out a form about the keys of `userId`. */
export async function handleApiKeyForm(
  form: Form,
  userId: string,
  { principal, ctx }: { principal: SessionPrincipal; ctx: RequestContext },
): Promise<Outcome<KeyFormResult>> {
  switch (form.intent) {
    case 'create_key': {
      const made = await createApiKey(principal, newKeyOf(form, userId, ctx.now), ctx)
      return made.ok
        ? { ok: true, cookie: cookieOf(made, principal, ctx.now) }
        : atPasswordField(made)
    }
    case 'revoke_key': {
      const revoked = await revokeApiKey(principal, form.key_id, ctx)
      if (revoked.ok) return { ok: true, notice: 'key_revoked' }
      // The page is outdated: it is rendered again with the reason.
      return STALE.has(revoked.code) ? { ok: true, refused: revoked.code } : revoked
    }
    case 'key_seen':
      return { ok: true, cookie: clearedOneTimeSetCookie() }
  }
}

function newKeyOf(
  form: Extract<Form, { intent: 'create_key' }>,
  userId: string,
  now: Date,
): NewApiKey {
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

/** The answer to a form about keys. */
export function keyFormDone({ cookie, notice, refused }: KeyFormResult, here: string) {
  return {
    redirect: here,
    ...(notice && { notice, inPlace: true as const }),
    ...(refused && { form: 'keys', code: refused }),
    ...(cookie && { cookies: [cookie] }),
  }
}
