import { startImpersonation } from '@/lib/identity/impersonation/start-impersonation'
import { authenticate } from '@/lib/identity/sessions/authenticate'
import { db } from '@/lib/platform/db/database'
import type { SessionPrincipal } from '@/lib/platform/request-context'
import { holderOf } from '@/tests/kit/administrators'
import { makeSession } from '@/tests/kit/make-user'
import { testContext } from '@/tests/kit/test-context'

export const REASON = 'Ticket 4711'

/** A permission of an application, which does not count when users are compared otherwise. */
export const APPROVE = 'crm:invoices:approve'

export async function insertApprove(): Promise<void> {
  const about = { resource: 'invoices', description: 'Approve invoices', application: 'crm' }
  await db().permission.create({ data: { name: APPROVE, ...about, privileged: false } })
}

/** An administrator with a live session, who may view as users. */
export async function viewingAdministrator(): Promise<SessionPrincipal> {
  const holder = await holderOf('users:impersonate')
  const { sessionId } = await makeSession(holder.userId, testContext())
  return { ...holder, sessionId }
}

export const startViewing = (actor: SessionPrincipal, userId: string) =>
  startImpersonation(actor, { userId, reason: REASON }, testContext())

/** The same, where it must not be refused. */
export async function viewAs(actor: SessionPrincipal, userId: string) {
  const result = await startViewing(actor, userId)
  if (!result.ok) throw new Error(result.code)
  return result.impersonation
}

/** Uses an access token of the API. */
export const useToken = (accessToken: string, now = new Date()) =>
  authenticate({ accessToken, surface: 'api', presentedByClient: true }, now)

export const recordsAbout = (targetId: string) =>
  db().auditRecord.findMany({ where: { targetId }, orderBy: { id: 'asc' } })
