import { newId } from '@/lib/platform/ids'
import type { RequestContext } from '@/lib/platform/request-context'
import { ipKey } from '@/lib/rate-limit/ip-key'

/**
 * What the audit trail says of a lock that begins with an attempt, as JSON for the functions in the database: they alone know
 * that one begins, and write it in the same transaction. One attempt can begin two locks, of the account and of the address.
 */
export function makeLockNote(email: string, ctx: RequestContext): string {
  return JSON.stringify({
    action: 'login.locked', // for the audit trail
    account_record: newId(),
    address_record: newId(),
    email,
    address: ipKey(ctx.ip),
    ip: ctx.ip,
    user_agent: ctx.userAgent?.slice(0, 512),
    request_id: ctx.requestId,
    surface: ctx.surface,
  })
}
