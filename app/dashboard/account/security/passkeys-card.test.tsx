import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import type { ComponentProps, ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  PasskeysCard,
  removalRecoveryActions,
} from '@/app/dashboard/account/security/passkeys-card'
import { en } from '@/lib/i18n/en'
import type { PasskeyRow } from '@/lib/identity/passkeys/passkey.store'
import { useSettings } from '@/tests/kit/test-settings'

beforeAll(() => void useSettings())

const HERE = encodeURIComponent('/dashboard/account/security')
const SIGN_IN = `/auth/login?next=${HERE}`
const CONFIRM = `/dashboard/account/confirm?next=${HERE}`
const RP_ID = 'id.example.org'

const passkeyOf = (rpId: string): PasskeyRow => ({
  id: '1',
  credentialId: new Uint8Array(),
  rpId,
  transports: [],
  deviceType: 'multiDevice',
  backedUp: true,
  aaguid: '',
  name: 'Phone',
  createdAt: new Date(0),
  lastUsedAt: null,
})

type Router = ComponentProps<typeof AppRouterContext>['value']

const render = (node: ReactNode) =>
  renderToStaticMarkup(<AppRouterContext value={{} as Router}>{node}</AppRouterContext>)

const card = (by: Pick<ComponentProps<typeof PasskeysCard>, 'passkeys' | 'additionProof'>) =>
  render(
    <PasskeysCard
      {...by}
      rpId={RP_ID}
      proof={by.additionProof}
      email="ada@example.com"
      outcome={null}
      at={new Date(1000)}
      locale="en"
      messages={en}
    />,
  )

describe('adding a passkey', () => {
  it('asks an account without a password to sign in again if it has been a while', () => {
    const html = card({ passkeys: [], additionProof: 'sign-in' })
    expect(html).toContain(`href="${SIGN_IN}"`)
    expect(html).not.toContain('name="passkey"')
    expect(card({ passkeys: [], additionProof: 'recent' })).toContain('name="passkey"')
  })

  it.each(['sign-in', 'password'] as const)(
    'can be confirmed (instead of %s) with a passkey of this domain only',
    (additionProof) => {
      const withPasskey = (rpId: string) => card({ passkeys: [passkeyOf(rpId)], additionProof })
      expect(withPasskey(RP_ID)).toContain(`href="${CONFIRM}"`)
      expect(withPasskey('old.example.org')).not.toContain(CONFIRM)
    },
  )
})

it('a refused removal is confirmed by signing in again, or with a passkey of this domain', () => {
  const action = (rpId: string) =>
    removalRecoveryActions({ passkeys: [passkeyOf(rpId)], rpId: RP_ID, messages: en })
      .reauthentication_required
  for (const rpId of [RP_ID, 'old.example.org'])
    expect(render(action(rpId))).toContain(`href="${SIGN_IN}"`)
  expect(render(action(RP_ID))).toContain(`href="${CONFIRM}"`)
  expect(render(action('old.example.org'))).not.toContain(CONFIRM)
})
