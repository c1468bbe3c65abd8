import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test } from 'vitest'
import { ComposeForm } from '@/app/dashboard/notifications/new/compose-form'
import { en } from '@/lib/i18n/en'
import { useSettings } from '@/tests/kit/test-settings'

beforeAll(() => void useSettings())

type Router = ComponentProps<typeof AppRouterContext>['value']

const html = (roles: readonly string[] | null) =>
  renderToStaticMarkup(
    <AppRouterContext value={{} as Router}>
      <ComposeForm
        values={{ audience: 'role', role: 'Zebra keepers' }}
        template={undefined}
        roles={roles}
        canSearchUsers={false}
        outcome={null}
        locale="en"
        messages={en}
      />
    </AppRouterContext>,
  )

test('with more roles than a menu can list, any role can be the audience', () => {
  expect(html(null)).toMatch(/<input[^>]* name="role"[^>]* value="Zebra keepers"/)
  expect(html(['user', 'Zebra keepers'])).toMatch(/<option[^>]*>Zebra keepers<\/option>/)
})
