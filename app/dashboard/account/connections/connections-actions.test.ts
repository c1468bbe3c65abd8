import { describe, expect, it } from 'vitest'
import { connectProvider, disconnectProvider } from '@/app/dashboard/account/connections/actions'
import { CATALOG } from '@/lib/config/providers/catalog'

describe.each([
  ['connecting', connectProvider],
  ['disconnecting', disconnectProvider],
])('%s', (_, { definition: { body } }) => {
  it.each([...Object.keys(CATALOG), 'acme-corp'])('takes the provider %s', (provider) => {
    expect(body.safeParse({ provider })).toMatchObject({ success: true })
  })

  it.each(['', 'a_b', '../x', 'x'.repeat(65)])('refuses the provider %j', (provider) => {
    expect(body.safeParse({ provider }).success).toBe(false)
  })

  it('refuses a form of an earlier version, which names the provider in its intent', () => {
    expect(body.safeParse({ intent: 'disconnect_google' }).success).toBe(false)
  })
})
