import { beforeAll, expect, it } from 'vitest'
import { decline } from '@/app/dashboard/users/registrations/actions'
import { syncCatalog } from '@/lib/access/catalog'
import { db } from '@/lib/platform/db/database'
import { holderOf } from '@/tests/kit/administrators'
import { insertWaitingUser } from '@/tests/kit/insert-user'
import { pageCookie } from '@/tests/kit/sessions'
import { submitAction } from '@/tests/kit/submit-action'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { listRegistrations } from '@/lib/users/list-registrations'
import { decodeNotice } from '@/lib/web/form-outcome'

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})

it('declining erases no account that has changed since the page was opened', async () => {
  const id = await insertWaitingUser()
  const shown = await shownAs(id)
  const changed = { name: 'Ada', version: { increment: 1 } }
  await db().user.update({ where: { id }, data: changed })
  for (const script of [true, false]) {
    const answer = await submit(shown, script)
    expect(answer.notice).toEqual({ code: 'precondition_failed' })
  }
  expect(await db().user.findUnique({ where: { id } })).toMatchObject({ name: 'Ada' })
  expect(await db().job.count()).toBe(0)
  const { notice } = await submit(await shownAs(id))
  expect(notice).toMatchObject({ notice: 'registration_declined' })
  expect(await db().user.findUnique({ where: { id } })).toBeNull()
})

/** What the form of that registration posts. */
async function shownAs(id: string) {
  const listed = await listRegistrations({ limit: 10 })
  const row = listed.ok ? listed.registrations.find((registration) => registration.id === id) : null
  return { user_id: id, email: row!.email, version: String(row!.version), reason: '' }
}

async function submit(fields: Record<string, string>, script = false) {
  const { userId } = await holderOf('users:activate')
  const answer = await submitAction(decline, {
    page: '/dashboard/users/registrations',
    fields,
    script,
    headers: { cookie: await pageCookie(userId) },
  })
  const cookie = answer.headers.getSetCookie().find((line) => /^(__Host-)?notice=/.test(line))
  return { notice: decodeNotice(cookie?.split(/[=;]/)[1]) }
}
