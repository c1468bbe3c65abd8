import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test } from 'vitest'
import { EndSession } from '@/components/sessions/end-session'
import { SessionBadge } from '@/components/sessions/session-table'
import { en } from '@/lib/i18n/en'
import { useSettings } from '@/tests/kit/test-settings'
import type { FormAction } from '@/lib/web/action-state'

beforeAll(() => void useSettings())

type Router = ComponentProps<typeof AppRouterContext>['value']

const session = {
  id: '0190a0a0-0000-7000-8000-000000000000',
  surface: 'web',
  ip: '203.0.113.7',
  user_agent: null,
  created_at: '2026-11-28T13:26:05.000Z',
  last_used_at: '2026-11-28T14:00:00.000Z',
  current: false,
  impersonated_by: null,
} as const

/** The texts of the button and its dialog. */
function textsOf(about: { ip?: string; created_at?: string }): string[] {
  const html = renderToStaticMarkup(
    <AppRouterContext value={{} as Router}>
      <EndSession
        session={{ ...session, ...about }}
        device="Chrome on Linux"
        action={(() => undefined) as unknown as FormAction}
        intent="revoke"
        button="Sign out"
        title="Sign out “Chrome on Linux”?"
        text="It loses access immediately."
        toasts={{}}
        cancel="Cancel"
        locale="en"
        messages={en}
      />
    </AppRouterContext>,
  )
  const [button, dialog] = html.replaceAll(/<(?!\/button)[^>]*>/g, ' ').split('</button>')
  return [button!, dialog!]
}

test('sessions on devices of the same name can be told apart, in the confirmation too', () => {
  const usual = textsOf({})
  for (const other of [
    textsOf({ ip: '203.0.113.8' }),
    textsOf({ created_at: '2026-11-28T13:26:06.000Z' }),
  ])
    for (const [part, text] of other.entries()) expect(text).not.toBe(usual[part])
})

test('a session in which an administrator views as the user is not their device', () => {
  const html = (about: Pick<ComponentProps<typeof SessionBadge>['session'], 'impersonated_by'>) =>
    renderToStaticMarkup(<SessionBadge session={{ current: true, ...about }} messages={en} />)
  expect(html({ impersonated_by: null })).toContain(en.account.sessions.current)
  const viewed = html({ impersonated_by: { id: session.id, name: 'Ada' } })
  expect(viewed).toContain('Viewed by Ada')
  expect(viewed).not.toContain(en.account.sessions.current)
})
