import { isOpenCode } from '@/lib/accounts/sign-in-code.store'
import { isOpenChallenge } from '@/lib/identity/mfa/challenge.store'
import { Prisma } from '@/prisma/generated/client'

/**
 * SQL: whether that user (a row of `users`) has begun something that signing out everywhere ends: a
 * sign-in that waits for its second step or an emailed code, or a change of address.
 */
export const hasBegun = (user: Prisma.Sql, now: Date): Prisma.Sql => Prisma.sql`
  (EXISTS (SELECT FROM mfa_challenges c WHERE c.user_id = ${user}.id AND ${isOpenChallenge(now)})
    OR EXISTS (SELECT FROM sign_in_codes c WHERE c.user_id = ${user}.id AND ${isOpenCode(now)})
    OR EXISTS (SELECT FROM sign_in_codes c WHERE c.email = ${user}.email AND ${isOpenCode(now)})
    OR EXISTS (SELECT FROM email_changes c WHERE c.user_id = ${user}.id AND c.expires_at > ${now}::timestamptz))`
