import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test } from 'vitest'
import { DraftReview } from '@/app/dashboard/notifications/new/draft-review'
import { en } from '@/lib/i18n/en'
import type { NotificationContent } from '@/lib/messaging/notifications/resolve-notification'
import { useSettings } from '@/tests/kit/test-settings'

beforeAll(() => void useSettings())

type Router = ComponentProps<typeof AppRouterContext>['value']

const audience = { kind: 'all', role: null, user_count: null } as const
const WARNING = 'Recipients see it as it is'

function html(about: Partial<NotificationContent>): string {
  const content = {
    title: 'Maintenance',
    body: 'On Sunday.',
    href: null,
    channels: ['inbox' as const],
    templateId: null,
    personal: false,
    ...about,
  }
  return renderToStaticMarkup(
    <AppRouterContext value={{} as Router}>
      <DraftReview
        draftId="0190a0a0-0000-7000-8000-000000000000"
        preview={{ ok: true, content, audience, total: 209, sendAt: null }}
        outcome={null}
        locale="en"
        messages={en}
      />
    </AppRouterContext>,
  )
}

test('the review warns of placeholders that are not filled in', () => {
  expect(html({ title: 'Hello {{name}}' })).toContain(WARNING)
  expect(html({ body: 'Hello {{ foo }}' })).toContain(WARNING)
})

test('the review does not warn of a template or of a text without placeholders', () => {
  expect(html({ title: 'Hello {{name}}', personal: true })).not.toContain(WARNING)
  expect(html({ body: 'Use {braces} as you like' })).not.toContain(WARNING)
})
