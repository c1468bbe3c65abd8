import { requiresMfa } from '@/lib/access/grants.store'
import { isRequiredOfEveryone } from '@/lib/access/missing-factor'
import { settings } from '@/lib/config/settings'
import { Prisma } from '@/prisma/generated/client'

/**
 * Whether a user `u` lacks the second factor that is required, in a session that proved one if
 * `proven`: the rule of `missingFactor` in SQL.
 */
export function lacksFactor(proven: Prisma.Sql): Prisma.Sql {
  const rpId = settings().passkeys?.rpId ?? null
  return Prisma.sql`u.kind = 'person' AND u.mfa_enabled_at IS NULL
    AND NOT (${proven} AND EXISTS (
      SELECT FROM passkeys p WHERE p.user_id = u.id AND p.rp_id = ${rpId}::text))
    AND (${isRequiredOfEveryone()}::boolean OR EXISTS (
      SELECT FROM user_roles ur JOIN roles r ON r.id = ur.role_id
      WHERE ur.user_id = u.id AND ${requiresMfa()}))`
}

/**
 * Whether a session of a user `u` was opened without the second step that the user has turned on,
 * in a browser that was trusted. `session` is the row's alias.
 */
export function openedWithoutSecondStep(session: 'f' | 'own'): Prisma.Sql {
  const row = Prisma.raw(session)
  return Prisma.sql`(${row}.surface = 'web' AND ${row}.impersonated_by IS NULL
    AND u.mfa_enabled_at IS NOT NULL AND 'mfa' <> ALL(${row}.amr))`
}

/**
 * Whether a session of a user `u` skipped the second step in a trusted browser, although browsers
 * are no longer trusted: `hasLostTrust` in authenticate.ts in SQL. `session` is the row's alias.
 */
export function skippedSecondStep(session: 'f' | 'own'): Prisma.Sql {
  return Prisma.sql`(NOT ${settings().mfa.trustedBrowsers}::boolean AND ${openedWithoutSecondStep(session)})`
}
