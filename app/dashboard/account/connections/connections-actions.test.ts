import { expect, it } from 'vitest'
import { changeConnections } from '@/app/dashboard/account/connections/actions'
import { CATALOG } from '@/lib/config/providers/catalog'

const { body } = changeConnections.definition

it.each([...Object.keys(CATALOG), 'acme-corp'])('%s can be connected and disconnected', (id) => {
  for (const intent of [`connect_${id}`, `disconnect_${id}`])
    expect(body.safeParse({ intent })).toMatchObject({ success: true })
})

it.each(['connect_', 'connect_a_b', 'connect_../x', 'forget_google', `connect_${'x'.repeat(65)}`])(
  '%s is not a form of that page',
  (intent) => {
    expect(body.safeParse({ intent }).success).toBe(false)
  },
)
