import { beforeAll, describe, expect, it } from 'vitest'
import { loadSettings } from '@/lib/config/settings'
import type { IssuedSession } from '@/lib/identity/sessions/establish-session'
import { mfaCookie } from '@/lib/web/sign-in-cookies'
import { secondStepPath, signInSuccess } from '@/lib/web/sign-in-steps'

beforeAll(() => void loadSettings({ PORT: '3000' }))

const session = { accessToken: 'aaa' } as IssuedSession
const challenge = { mfaToken: 'ttt', methods: ['totp' as const], expiresInSeconds: 300 }

describe('the first step of a sign-in', () => {
  it('redirects to the requested page, never to another origin', () => {
    expect(signInSuccess({ session }, '/dashboard/account')).toEqual({
      redirect: '/dashboard/account',
      session,
    })
    expect(signInSuccess({ session }, '//evil.example').redirect).toBe('/dashboard')
  })

  it('sets only the challenge, not a session, when two-step verification is required', () => {
    expect(signInSuccess({ challenge }, null)).toEqual({
      redirect: '/auth/mfa',
      cookies: ['mfa=ttt; Path=/; Max-Age=300; HttpOnly; SameSite=Lax'],
    })
    expect(mfaCookie.read('device=x; mfa=ttt')).toBe('ttt')
  })
})

it('two-step verification keeps the requested page, and drops an unsafe one', () => {
  expect(secondStepPath('/dashboard/account')).toBe('/auth/mfa?next=%2Fdashboard%2Faccount')
  expect(secondStepPath('/dashboard/account', true)).toBe(
    '/auth/mfa?use=recovery&next=%2Fdashboard%2Faccount',
  )
  expect(secondStepPath('https://evil.example')).toBe('/auth/mfa')
  expect(secondStepPath('/dashboard')).toBe('/auth/mfa')
})
