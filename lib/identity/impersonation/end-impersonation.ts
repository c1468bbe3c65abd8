import {
  type LiveImpersonation,
  listForbiddenImpersonations,
} from '@/lib/identity/impersonation/impersonation.store'
import { recordEnding } from '@/lib/identity/impersonation/record-ending'
import { revokeSession } from '@/lib/identity/sessions/revoke-sessions'
import { subscribe } from '@/lib/platform/bus/bus'
import { now } from '@/lib/platform/clock'
import { db, type Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { newId } from '@/lib/platform/ids'
import { logger } from '@/lib/platform/logger'
import type { AuditContext } from '@/lib/platform/request-context'

/**
 * Ends an impersonation; neither the administrator's own session nor another one of the user. Of
 * any number of callers, one ends it and records it; the others get false.
 */
export async function endImpersonationIn(
  tx: Tx,
  { sessionId, userId, actorId }: LiveImpersonation,
  reason: 'stopped' | 'not_allowed',
  ctx: AuditContext,
): Promise<boolean> {
  const by = { sessionId, userId, reason: 'impersonation_ended' } as const
  if (!(await revokeSession(tx, by, ctx))) return false
  await recordEnding(tx, { sessionId, userId, actorId }, reason, ctx)
  return true
}

/** The same, in a transaction of its own. */
export function endImpersonation(
  impersonation: LiveImpersonation,
  reason: 'stopped' | 'not_allowed',
  ctx: AuditContext,
): Promise<boolean> {
  return inTransaction((tx) => endImpersonationIn(tx, impersonation, reason, ctx))
}

/** Ends the live impersonations whose administrator may not go on. Returns how many. */
export async function endForbiddenImpersonations(at: Date): Promise<number> {
  let ended = 0
  for (const impersonation of await listForbiddenImpersonations(db(), at)) {
    const ctx = { ip: null, userAgent: null, requestId: newId(), surface: 'api', now: at } as const
    if (await endImpersonation(impersonation, 'not_allowed', ctx)) ended++
  }
  return ended
}

const RETRY_MS = 1000

/**
 * Ends impersonations, with their live connections, as soon as the bus reports a change of roles,
 * of a user, or of settings that forbids them. `applySettings` resolves when changed settings are
 * in force. Requests don't depend on it: each is checked by itself. Returns a function that stops
 * it.
 */
export function followImpersonations(applySettings: () => Promise<void>): () => void {
  let running = false
  let again = false
  let retry: NodeJS.Timeout | undefined
  const sweep = async () => {
    again = true
    if (running) return
    running = true
    while (again) {
      again = false
      clearTimeout(retry)
      await endForbiddenImpersonations(now()).catch((error: unknown) => {
        logger().warn({ error }, 'impersonations could not be checked')
        retry = setTimeout(() => void sweep(), RETRY_MS).unref()
      })
    }
    running = false
  }
  const unsubscribe = subscribe(({ type }) => {
    // May require a second factor that the administrator's session lacks. Without them, the sweep
    // changes nothing, and followSettings reports why they could not be read.
    if (type === 'settings.changed') void applySettings().then(sweep, sweep)
    if (type === 'user.changed' || type === 'rbac.changed' || type === 'resync') void sweep()
  })
  return () => {
    unsubscribe()
    clearTimeout(retry)
  }
}
