import { beforeAll, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import {
  getNotificationPreferences,
  setNotificationPreferences,
} from '@/lib/messaging/notifications/notification-preferences'
import { db } from '@/lib/platform/db/database'
import { holderOf } from '@/tests/kit/administrators'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

const NOW = new Date('2026-11-21T12:00:00.000Z')
const inNow = () => ctx({ now: NOW })

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})

describe('the channel preferences', () => {
  it('start with all channels; only real changes are audited', async () => {
    const me = await holderOf()
    const both = { inbox: true, email: true, sms: true, security_sms: false }
    expect(await getNotificationPreferences(me)).toEqual({ ok: true, preferences: both })
    const noMail = { ok: true, preferences: { ...both, email: false } }
    const row = () => db().notificationPreferences.findUnique({ where: { userId: me.userId } })
    expect(await setNotificationPreferences(me, both, inNow())).toEqual({
      ok: true,
      preferences: both,
    })
    expect(await row()).toBeNull()
    expect(await setNotificationPreferences(me, { email: false }, inNow())).toEqual(noMail)
    const written = await row()
    expect(await setNotificationPreferences(me, { email: false }, inNow())).toEqual(noMail)
    expect(await setNotificationPreferences(me, {}, inNow())).toEqual(noMail)
    expect(await row()).toEqual(written)
    expect(await getNotificationPreferences(me)).toEqual(noMail)
    expect(await db().auditRecord.findMany({ where: { targetId: me.userId } })).toMatchObject([
      {
        action: 'notification_preferences.changed',
        details: { before: both, after: { ...both, email: false } },
      },
    ])
  })
})
