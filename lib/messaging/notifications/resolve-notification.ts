import { roleNameKey } from '@/lib/access/role.schemas'
import {
  notificationText,
  SMS_TEXT_LENGTH,
} from '@/lib/messaging/notifications/compose-notification'
import type { Channel } from '@/lib/messaging/notifications/notification.schemas'
import type { NewBatch } from '@/lib/messaging/notifications/notification.store'
import { hasUnknownPlaceholder } from '@/lib/messaging/notifications/placeholders'
import { findRoleByKey, findUnknownUsers } from '@/lib/messaging/notifications/recipients.store'
import { findTemplate } from '@/lib/messaging/notifications/template.store'
import { addSeconds } from '@/lib/platform/clock'
import type { Db } from '@/lib/platform/db/database'
import { fieldError } from '@/lib/platform/field-errors'
import { isId } from '@/lib/platform/ids'
import { type Outcome, refuse } from '@/lib/platform/problems'

/** The audience: listed users, all users with a role (by its name), or all users. */
export interface NotificationAudience {
  user_ids?: readonly string[] | undefined
  role?: string | undefined
  all?: true | undefined
}

/** A notification as requested. Texts and channels may be omitted if a template has them. */
export interface NotificationInput {
  to: NotificationAudience
  channels?: readonly Channel[] | undefined
  title?: string | undefined
  body?: string | undefined
  href?: string | null | undefined
  templateId?: string | undefined
  /** RFC 3339. */
  sendAt?: string | undefined
  idempotencyKey?: string | null | undefined
}

/** The texts and channels that are sent. */
export interface NotificationContent {
  title: string
  body: string
  href: string | null
  channels: Channel[]
  templateId: string | null
  /** Whether placeholders are filled in. Only with a template; other texts are sent unchanged. */
  personal: boolean
}

/**
 * The texts and channels of a notification, from the request and its template. Refuses
 * `validation_failed`.
 */
export async function resolveContent(
  db: Db,
  { title, body, href, channels, templateId }: NotificationInput,
): Promise<Outcome<{ content: NotificationContent }>> {
  const template =
    templateId !== undefined && isId(templateId) ? await findTemplate(db, templateId) : null
  if (templateId !== undefined && !template) return refuseTemplate()
  const content = {
    title: title ?? template?.title ?? '',
    body: body ?? template?.body ?? '',
    href: href === undefined ? (template?.href ?? null) : href,
    channels: [...(channels ?? (template?.channels as Channel[] | undefined) ?? [])],
    templateId: template?.id ?? null,
    personal: template !== null,
  }
  const errors = [
    ...(['title', 'body', 'channels'] as const)
      .filter((field) => content[field].length === 0)
      .map((field) => fieldError([field], 'required')),
    ...(['title', 'body'] as const)
      .filter((field) => content.personal && hasUnknownPlaceholder(content[field]))
      .map((field) => fieldError([field], 'unknown_placeholder')),
    ...(content.channels.includes('sms') && notificationText(content).length > SMS_TEXT_LENGTH
      ? [fieldError(['body'], 'too_long_for_sms')]
      : []),
  ]
  return errors.length > 0 ? refuse('validation_failed', { errors }) : { ok: true, content }
}

/** The refusal of a template that doesn't exist. */
export const refuseTemplate = () => refuse('validation_failed', { errors: [NO_TEMPLATE] })

const NO_TEMPLATE = {
  pointer: '/template_id',
  code: 'unknown_template',
  detail: 'There is no template with this ID.',
}

type ResolvedAudience = Pick<NewBatch, 'audience' | 'userIds' | 'roleId' | 'roleName'>

/** How many unknown ids a refusal lists. */
const MAX_NAMED = 20

/**
 * The audience of a notification. Refuses `validation_failed` for unknown ids and roles. Inactive
 * accounts are allowed.
 */
export async function resolveAudience(
  db: Db,
  to: NotificationAudience,
): Promise<Outcome<{ audience: ResolvedAudience }>> {
  const none = { userIds: [], roleId: null, roleName: null }
  if (to.user_ids !== undefined) {
    const unknown = await findUnknownUsers(db, to.user_ids)
    if (unknown.size > 0) return refuseUnknown(to.user_ids, unknown)
    return {
      ok: true,
      audience: { ...none, audience: 'users', userIds: [...new Set(to.user_ids)] },
    }
  }
  if (to.role !== undefined) {
    const role = await findRoleByKey(db, roleNameKey(to.role))
    if (!role) return refuse('validation_failed', { errors: [NO_ROLE] })
    return {
      ok: true,
      audience: { ...none, audience: 'role', roleId: role.id, roleName: role.name },
    }
  }
  if (!to.all) return refuse('validation_failed', { errors: [fieldError(['to'], 'one_audience')] })
  return { ok: true, audience: { ...none, audience: 'all' } }
}

function refuseUnknown(ids: readonly string[], unknown: ReadonlySet<string>) {
  const errors = ids
    .flatMap((id, at) => (unknown.has(id) ? [{ ...NO_USER, pointer: `/to/user_ids/${at}` }] : []))
    .slice(0, MAX_NAMED)
  return refuse('validation_failed', {
    errors,
    detail: `${unknown.size} of these users don’t exist. Nothing was sent.`,
  })
}

const NO_USER = { code: 'unknown_user', detail: 'There is no user with this ID.' }

const NO_ROLE = {
  pointer: '/to/role',
  code: 'unknown_role',
  detail: 'There is no role with this name.',
}

const YEAR_SECONDS = 365 * 86_400
/** Allows for clock skew: a time less than this in the past means now. */
const PAST_SECONDS = 60

/** Whether a notification can be sent at that time: within the coming year. */
export function isSendableTime(at: Date, now: Date): boolean {
  return at >= addSeconds(now, -PAST_SECONDS) && at <= addSeconds(now, YEAR_SECONDS)
}
