'use server'

import { z } from 'zod'
import { accountLabel } from '@/lib/accounts/service-address'
import { changeUserStatus } from '@/lib/identity/account/change-user-status'
import type { Outcome } from '@/lib/platform/problems'
import type { SessionPrincipal, RequestContext } from '@/lib/platform/request-context'
import type { UserKind } from '@/lib/platform/user-statuses'
import { bulkFilter } from '@/lib/users/bulk/bulk-action.schemas'
import { BULK_KINDS } from '@/lib/users/bulk/bulk-kinds'
import { draftBulkAction } from '@/lib/users/bulk/draft-bulk-action'
import { USER_ACTION_PERMISSIONS, USER_ACTIONS } from '@/lib/users/user-actions'
import { endUserSessions } from '@/lib/users/user-sessions'
import { defineAction } from '@/lib/web/define-action'
import { listField } from '@/lib/web/list-field'
import { pagePath } from '@/lib/web/page-address'

const givenOr = <T extends z.ZodType>(field: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), field)

const body = z.discriminatedUnion('intent', [
  z.object({ intent: z.enum(USER_ACTIONS), user_id: z.uuid() }),
  z.object({
    intent: z.literal('bulk'),
    kind: z.enum(BULK_KINDS),
    scope: z.enum(['picked', 'all']),
    user_ids: listField(z.array(z.uuid())),
    query: givenOr(bulkFilter.shape.query),
    status: givenOr(bulkFilter.shape.status),
    role: givenOr(bulkFilter.shape.role),
    user_kind: givenOr(bulkFilter.shape.kind),
  }),
])

type Form = z.output<typeof body>
/** The next page: the preview of a bulk action, or the list with the result for one user. */
type Done = { bulkId: string } | { person: string; kind: UserKind }

export const changeUsers = defineAction({
  access: { permission: 'users:list' },
  alsoRequires: { ...USER_ACTION_PERMISSIONS, bulk: null },
  body,
  handle: (form, { ctx, principal }): Promise<Outcome<Done>> =>
    form.intent === 'bulk' ? draft(form, principal, ctx) : act(form, principal, ctx),
  done: (done, { body: { intent }, here }) =>
    'bulkId' in done
      ? { redirect: pagePath('/dashboard/users/bulk/[id]', done.bulkId) }
      : {
          redirect: here,
          form: intent,
          notice: done.kind === 'service' ? 'service_changed' : 'user_changed',
          values: { person: done.person },
          inPlace: true,
        },
})

async function act(
  { intent, user_id: userId }: Exclude<Form, { intent: 'bulk' }>,
  principal: SessionPrincipal,
  ctx: RequestContext,
): Promise<Outcome<Done>> {
  const result =
    intent === 'end_sessions'
      ? await endUserSessions(principal, { userId }, ctx)
      : await changeUserStatus(principal, { userId, move: intent }, ctx)
  if (!result.ok) return result
  return { ok: true, person: accountLabel(result.user), kind: result.user.kind }
}

async function draft(
  {
    kind,
    scope,
    user_ids: userIds,
    query,
    status,
    role,
    user_kind,
  }: Extract<Form, { intent: 'bulk' }>,
  principal: SessionPrincipal,
  ctx: RequestContext,
): Promise<Outcome<Done>> {
  const filter = { query, status, role, kind: user_kind }
  const selection = scope === 'all' ? { filter } : { userIds }
  const result = await draftBulkAction(principal, { kind, selection, roles: [] }, ctx)
  return result.ok ? { ok: true, bulkId: result.bulk.id } : result
}
