import { findIdsByEmail } from '@/lib/notifications/chosen-people.store'
import type { DraftFields } from '@/lib/notifications/draft-fields'
import type { NotificationAudience, NotificationInput } from '@/lib/notifications/notification-input'
import { CHANNELS, notificationBody } from '@/lib/notifications/notification.schemas'
import { isSendableTime } from '@/lib/notifications/sendable-time'
import type { Db } from '@/lib/platform/db/database'
import { fieldErrorsOf } from '@/lib/platform/field-errors'
import type { FieldError } from '@/lib/platform/problems'
import type { Principal } from '@/lib/platform/request-context'
import { instantInZone } from '@/lib/platform/zoned-time'
import { can } from '@/lib/rbac/can'

/** How many people may be named one by one. */
export const MAX_CHOSEN = 500

/** What is wrong with a field of the form: a code, and what its sentence names. */
export interface DraftFault {
  field: string
  code: string
  named?: string
}

export type JudgedDraft = { ok: true; input: NotificationInput } | { ok: false; faults: DraftFault[] }

/** What the fields of a form ask for. Addresses are looked up only for who may list users: whether one has an account is not for others. */
export async function judgeDraft(
  db: Db,
  fields: DraftFields,
  { actor, now }: { actor: Principal; now: Date },
): Promise<JudgedDraft> {
  const audience = await judgeAudience(db, fields, actor)
  const time = judgeTime(fields, now)
  const parsed = notificationBody.safeParse(
    {
      to: 'to' in audience ? audience.to : { all: true },
      channels: CHANNELS.filter((name) => fields[`channel_${name}`] === 'true'),
      title: fields.title ?? '',
      body: fields.body ?? '',
      href: fields.href?.trim() || null,
      ...(fields.template_id && { template_id: fields.template_id }),
    },
    { reportInput: true },
  )
  const faults = [
    ...('fault' in audience ? [audience.fault] : []),
    ...(parsed.success ? [] : fieldErrorsOf(parsed.error).map(toFault)),
    ...('fault' in time ? [time.fault] : []),
  ]
  if (faults.length > 0 || !parsed.success || !('at' in time)) return { ok: false, faults }
  const { template_id: templateId, send_at: _, ...asked } = parsed.data
  const sendAt = time.at?.toISOString()
  return { ok: true, input: { ...asked, templateId, ...(sendAt && { sendAt }) } }
}

/** A fault as the use cases tell it, at the field of the form that it belongs to. */
export function toFault({ pointer, code }: FieldError): DraftFault {
  const [, first = '', second] = pointer.split('/')
  const field = first === 'to' ? (second === 'role' ? 'role' : 'people') : first
  return { field, code }
}

async function judgeAudience(
  db: Db,
  { audience, role, people }: DraftFields,
  actor: Principal,
): Promise<{ to: NotificationAudience } | { fault: DraftFault }> {
  if (audience === 'all') return { to: { all: true } }
  if (audience === 'role') return role ? { to: { role } } : { fault: { field: 'role', code: 'required' } }
  if (audience !== 'users') return { fault: { field: 'audience', code: 'one_audience' } }
  if (!can(actor, 'users:list')) return { fault: { field: 'people', code: 'may_not_look_up' } }
  const emails = [
    ...new Set(
      (people ?? '')
        .toLowerCase()
        .split(/[\s,;]+/)
        .filter(Boolean),
    ),
  ]
  if (emails.length === 0) return { fault: { field: 'people', code: 'required' } }
  if (emails.length > MAX_CHOSEN) return { fault: { field: 'people', code: 'too_many_people' } }
  const ids = await findIdsByEmail(db, emails)
  const unknown = emails.filter((email) => !ids.has(email))
  if (unknown.length > 0)
    return { fault: { field: 'people', code: 'unknown_people', named: unknown.join(', ') } }
  return { to: { user_ids: [...ids.values()] } }
}

function judgeTime(
  { when, send_at: local, time_zone: zone }: DraftFields,
  now: Date,
): { at: Date | null } | { fault: DraftFault } {
  if (when !== 'later') return { at: null }
  if (!local) return { fault: { field: 'send_at', code: 'required' } }
  const at = instantInZone(local, zone ?? 'UTC')
  if (!at) return { fault: { field: 'send_at', code: 'no_time' } }
  return isSendableTime(at, now) ? { at } : { fault: { field: 'send_at', code: 'no_sendable_time' } }
}
