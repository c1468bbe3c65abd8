import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test } from 'vitest'
import { ShownOnceCard } from '@/components/forms/shown-once-card'
import { en } from '@/lib/i18n/en'
import { useSettings } from '@/tests/kit/test-settings'

beforeAll(() => void useSettings())

type Router = ComponentProps<typeof AppRouterContext>['value']

test('screen readers announce that the value is shown only once', () => {
  const { secret } = en.webhooks
  const html = renderToStaticMarkup(
    <AppRouterContext value={{} as Router}>
      <ShownOnceCard
        action={
          (() => Promise.resolve()) as unknown as ComponentProps<typeof ShownOnceCard>['action']
        }
        intent="secret_seen"
        locale="en"
        title={secret.title}
        value="whsec_x"
        once="Copy it now."
        texts={secret}
      />
    </AppRouterContext>,
  )
  expect(html).toMatch(/role="status"[^>]*>.*?Copy it now\./)
  expect(html).toContain(`aria-label="${secret.title}"`)
  expect(html).toContain('value="whsec_x"')
})
