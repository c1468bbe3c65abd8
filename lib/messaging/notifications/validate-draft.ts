import { normalizeEmail } from '@/lib/config/email-address'
import { CHANNELS, notificationBody } from '@/lib/messaging/notifications/notification.schemas'
import { findIdsByEmail } from '@/lib/messaging/notifications/recipients.store'
import {
  isSendableTime,
  type NotificationAudience,
  type NotificationInput,
} from '@/lib/messaging/notifications/resolve-notification'
import { instantInZone } from '@/lib/platform/clock'
import type { Db } from '@/lib/platform/db/database'
import { fieldErrorsOf } from '@/lib/platform/field-errors'
import { truncateText } from '@/lib/platform/input-fields'
import type { FieldError } from '@/lib/platform/problems'
import { can, type Principal } from '@/lib/platform/request-context'

/** The form fields, stored as typed. A checked box is `true`. */
export const DRAFT_FIELDS = [
  'audience',
  'role',
  'people',
  'channel_inbox',
  'channel_email',
  'channel_sms',
  'title',
  'body',
  'href',
  'template_id',
  'when',
  'send_at',
  'time_zone',
] as const

/** The fields a user typed into the notification form. */
export type DraftFields = Partial<Record<(typeof DRAFT_FIELDS)[number], string>>

/** Longer than any field allows, so a cut value is refused anyway. */
const MAX_KEPT = 60_000

/**
 * The posted fields that a draft keeps, without what PostgreSQL cannot store: NUL characters, and a
 * surrogate cut from its pair.
 */
export function draftFieldsOf(typed: Readonly<Record<string, string | undefined>>): DraftFields {
  const kept = DRAFT_FIELDS.flatMap((name) => {
    const value = truncateText(typed[name]?.replaceAll('\0', '') ?? '', MAX_KEPT)
    return value ? [[name, value]] : []
  })
  return Object.fromEntries(kept) as DraftFields
}

/** How many users can be listed individually. */
export const MAX_CHOSEN = 500

/** An error in a form field: a code, and the values its message names. */
export interface DraftFault {
  field: string
  code: string
  named?: string
}

export type ValidatedDraft =
  { ok: true; input: NotificationInput } | { ok: false; faults: DraftFault[] }

/**
 * Validates the form fields. Addresses are looked up only for actors who may list users, because
 * the result shows which addresses have an account.
 */
export async function validateDraft(
  db: Db,
  fields: DraftFields,
  { actor, now }: { actor: Principal; now: Date },
): Promise<ValidatedDraft> {
  const audience = await validateAudience(db, fields, actor)
  const time = validateTime(fields, now)
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

/** Maps a use case's field error to the form field. */
export function toFault({ pointer, code }: FieldError): DraftFault {
  const [, first = '', second] = pointer.split('/')
  const field = first === 'to' ? (second === 'role' ? 'role' : 'people') : first
  return { field, code }
}

async function validateAudience(
  db: Db,
  { audience, role, people }: DraftFields,
  actor: Principal,
): Promise<{ to: NotificationAudience } | { fault: DraftFault }> {
  if (audience === 'all') return { to: { all: true } }
  if (audience === 'role')
    return role ? { to: { role } } : { fault: { field: 'role', code: 'required' } }
  if (audience !== 'users') return { fault: { field: 'audience', code: 'one_audience' } }
  if (!can(actor, 'users:list')) return { fault: { field: 'people', code: 'may_not_look_up' } }
  const emails = [
    ...new Set(
      (people ?? '')
        .split(/[\s,;]+/)
        .filter(Boolean)
        .map(normalizeEmail),
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

function validateTime(
  { when, send_at: local, time_zone: zone }: DraftFields,
  now: Date,
): { at: Date | null } | { fault: DraftFault } {
  if (when !== 'later') return { at: null }
  if (!local) return { fault: { field: 'send_at', code: 'required' } }
  const at = instantInZone(local, zone ?? 'UTC')
  if (!at) return { fault: { field: 'send_at', code: 'no_time' } }
  return isSendableTime(at, now)
    ? { at }
    : { fault: { field: 'send_at', code: 'no_sendable_time' } }
}
