import { beforeAll, beforeEach } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { createNotification } from '@/lib/messaging/notifications/create-notification'
import {
  notificationJob,
  notificationMailJob,
  notificationSmsJob,
} from '@/lib/messaging/notifications/notification.jobs'
import type { NotificationInput } from '@/lib/messaging/notifications/resolve-notification'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import type { SessionPrincipal } from '@/lib/platform/request-context'
import { liveHolderOf } from '@/tests/kit/administrators'
import { runDueJobs } from '@/tests/kit/jobs'
import { later, START, useMailQueue } from '@/tests/kit/mail-queue'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'

export const HELLO = {
  title: 'Hello',
  body: 'First line\nSecond line',
  channels: ['inbox', 'email'] as const,
}

/**
 * Provides a test file with a database, a mail server and a user who may send notifications, and
 * deletes all notifications before each test.
 */
export function useNotifications() {
  useTestDatabase()
  const queue = useMailQueue()
  const state = {} as { actor: SessionPrincipal }
  beforeAll(async () => {
    await syncCatalog(new Date())
    state.actor = await liveHolderOf('notifications:send')
  })
  beforeEach(async () => {
    await db().inboxItem.deleteMany()
    await db().notificationBatch.deleteMany()
  })
  return {
    queue,
    actor: () => state.actor,
    /** Requests a notification at START and returns the id of its batch. */
    async sent(input: Partial<NotificationInput> & Pick<NotificationInput, 'to'>): Promise<string> {
      const result = await createNotification(
        state.actor,
        { ...HELLO, ...input },
        ctx({ now: START }),
      )
      if (!result.ok) throw new Error(JSON.stringify(result))
      return result.notification.batch_id
    },
  }
}

/** Creates that many users, active by default, before START. */
export async function users(
  count: number,
  user: { status?: 'deactivated'; name?: string; locale?: string; emailVerifiedAt?: null } = {},
) {
  const made = Array.from({ length: count }, () => ({
    id: newId(),
    email: `${newId()}@example.com`,
  }))
  const common = {
    status: 'active' as const,
    emailVerifiedAt: later(-60),
    createdAt: later(-60),
    ...user,
  }
  await db().user.createMany({ data: made.map((one) => ({ ...one, ...common })) })
  return made
}

export const idsOf = (made: readonly { id: string }[]) => made.map(({ id }) => id)

/** Runs all jobs that are due at that time. */
export async function work(at = START): Promise<void> {
  while ((await runDueJobs([notificationJob, notificationMailJob, notificationSmsJob], at)) > 0);
}

export const batchOf = (id: string) => db().notificationBatch.findUniqueOrThrow({ where: { id } })

/** The fields of a template. */
export const WELCOME = {
  name: 'Welcome',
  title: 'Welcome, {{name}}',
  body: 'This is for {{email}}.',
  href: '/dashboard',
  channels: ['inbox' as const, 'email' as const],
}
