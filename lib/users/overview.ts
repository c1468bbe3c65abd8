import { hasApiSignIn } from '@/lib/audit/activity.store'
import { settings } from '@/lib/config/settings'
import { mailJobKind } from '@/lib/messaging/mail/queue-mail'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { can, type Principal } from '@/lib/platform/request-context'
import {
  countActiveAdministrators,
  listUserTotals,
  type QueueHealth,
  readQueueHealth,
} from '@/lib/users/overview.store'

/** Older failures are not reported. */
const FAILURES_SECONDS = 7 * 86_400
/** The worker claims due jobs within a second; after this long it is behind. */
const BEHIND_SECONDS = 60

/**
 * Numbers of users without service accounts. `total` excludes deleted accounts, `withSecondFactor`
 * counts only active ones.
 */
export interface UserNumbers {
  total: number
  active: number
  pending: number
  deactivated: number
  deleted: number
  withSecondFactor: number
}

export interface ServiceHealth extends QueueHealth {
  /**
   * Since when the oldest due job has been waiting, if that is too long; null while the worker
   * keeps up.
   */
  behindSince: Date | null
  mailDriver: 'smtp' | 'resend' | 'log'
  mailFrom: string
}

/** A setup step to complete before users depend on the service. */
export interface ChecklistItem {
  step: 'mail_sender' | 'https' | 'second_administrator' | 'api_call'
  done: boolean
}

/** The data of the administrator overview. Null: the viewer lacks the permission for that part. */
export interface Overview {
  users: UserNumbers | null
  health: ServiceHealth | null
  checklist: ChecklistItem[]
}

/**
 * The overview, as far as the viewer may see it: user numbers need `users:list`, email and
 * background jobs `notifications:settings`. Its cost does not grow with the number of users.
 */
export async function getOverview(viewer: Principal, now: Date): Promise<Overview> {
  const [users, health, checklist] = await Promise.all([
    can(viewer, 'users:list') ? readUserNumbers() : null,
    can(viewer, 'notifications:settings') ? readHealth(now) : null,
    readChecklist(viewer),
  ])
  return { users, health, checklist }
}

async function readUserNumbers(): Promise<UserNumbers> {
  const totals = await listUserTotals(db())
  const of = (wanted: string) => totals.find(({ status }) => status === wanted)
  const count = (wanted: string) => of(wanted)?.users ?? 0
  const [active, pending, deactivated] = [count('active'), count('pending'), count('deactivated')]
  return {
    total: active + pending + deactivated,
    active,
    pending,
    deactivated,
    deleted: count('deleted'),
    withSecondFactor: of('active')?.withSecondFactor ?? 0,
  }
}

async function readHealth(now: Date): Promise<ServiceHealth> {
  const since = addSeconds(now, -FAILURES_SECONDS)
  const queue = await readQueueHealth(db(), { mailKind: mailJobKind.kind, now, since })
  const { driver, from } = settings().mail
  const isBehind = queue.dueSince !== null && queue.dueSince < addSeconds(now, -BEHIND_SECONDS)
  return {
    ...queue,
    behindSince: isBehind ? queue.dueSince : null,
    mailDriver: driver,
    mailFrom: from,
  }
}

/** Includes each step only for viewers who may see its state. */
async function readChecklist(viewer: Principal): Promise<ChecklistItem[]> {
  const { mail, secureCookies } = settings()
  const [administrators, apiSignIn] = await Promise.all([
    can(viewer, 'users:list') ? countActiveAdministrators(db(), 2) : null,
    can(viewer, 'audit:list') ? hasApiSignIn(db()) : null,
  ])
  const items: ChecklistItem[] = []
  if (can(viewer, 'notifications:settings'))
    items.push(
      { step: 'mail_sender', done: mail.driver !== 'log' },
      { step: 'https', done: secureCookies },
    )
  if (administrators !== null)
    items.push({ step: 'second_administrator', done: administrators > 1 })
  if (apiSignIn !== null) items.push({ step: 'api_call', done: apiSignIn })
  return items
}
