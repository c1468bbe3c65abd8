import { beforeAll, expect, it } from 'vitest'
import { findMailTextDraft, writeMailTextDraft } from '@/lib/messaging/mail/mail-text.store'
import { purgeAbandonedDrafts } from '@/lib/messaging/messaging.jobs'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { insertUser } from '@/tests/kit/insert-user'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()
beforeAll(() => useSettings())

const KEY = { kind: 'reset_password', locale: 'en' } as const
const TEXT = { subject: 'New password', body: 'Go on', button: 'Choose' }
const baseVersion = '0'.repeat(32)

it('deletes the draft of an email text 30 days after it was last edited', async () => {
  const now = new Date()
  const [old, edited] = [await insertUser(), await insertUser()]
  await writeMailTextDraft(db(), old.id, KEY, TEXT, { baseVersion, now })
  await writeMailTextDraft(db(), edited.id, KEY, TEXT, {
    baseVersion,
    now: addSeconds(now, 86_400),
  })
  const exists = (id: string) => findMailTextDraft(db(), id, KEY).then((draft) => draft !== null)
  await purgeAbandonedDrafts.run(addSeconds(now, 30 * 86_400 - 60))
  expect([await exists(old.id), await exists(edited.id)]).toEqual([true, true])
  await purgeAbandonedDrafts.run(addSeconds(now, 30 * 86_400 + 1))
  expect([await exists(old.id), await exists(edited.id)]).toEqual([false, true])
})
