import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test } from 'vitest'
import { UserHeading } from '@/app/dashboard/users/[id]/user-heading'
import { en } from '@/lib/i18n/en'
import { useSettings } from '@/tests/kit/test-settings'

type Router = ComponentProps<typeof AppRouterContext>['value']
type View = ComponentProps<typeof UserHeading>

beforeAll(() => void useSettings({ ACCOUNT_ERASE_AFTER: '14d' }))

function html(self: boolean): string {
  const user = { id: 'u', kind: 'person', status: 'active', name: 'Ada', email: 'ada@example.org' }
  return renderToStaticMarkup(
    <AppRouterContext value={{} as Router}>
      <UserHeading
        listed={false}
        locale="en"
        messages={en}
        user={user as View['user']}
        person="Ada"
        self={self}
        limits={{ outranked: false, missing: [], lastAdministrator: false }}
        mayChange={() => true}
      />
    </AppRouterContext>,
  )
}

test('the dialog that deletes a user says when the account is erased', () => {
  expect(html(false)).toContain('Delete Ada?')
  expect(html(false)).toContain('within 14 days')
})

test('one’s own account is not offered for deletion like that of others, which is refused', () => {
  expect(html(true)).toContain('Deactivate Ada?')
  expect(html(true)).not.toContain('Delete Ada?')
})
