import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { type ComponentProps, createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { RegistrationTable } from '@/app/dashboard/users/registrations/registration-table'
import { en } from '@/lib/i18n/en'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { listRegistrations } from '@/lib/users/list-registrations'
import { insertWaitingUser } from '@/tests/kit/insert-user'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()

type Router = ComponentProps<typeof AppRouterContext>['value']

it('the table of registrations says in which order it is', async () => {
  useSettings()
  for (const seconds of [0, 60]) {
    const data = { emailVerifiedAt: addSeconds(new Date(), seconds) }
    await db().user.update({ where: { id: await insertWaitingUser() }, data })
  }
  const listed = await listRegistrations({ limit: 25 })
  const registrations = listed.ok ? listed.registrations : []
  const view = { registrations, mayOpen: false, locale: 'en', messages: en } as const
  const table = createElement(RegistrationTable, view)
  const html = renderToStaticMarkup(createElement(AppRouterContext, { value: {} as Router }, table))
  const since = registrations.map(({ confirmed_at: at }) => at)
  expect(since).toEqual(since.toSorted().reverse())
  expect(new Set(since).size).toBe(2)
  expect(html.match(/aria-sort="\w+"/g)).toEqual(['aria-sort="descending"'])
})
