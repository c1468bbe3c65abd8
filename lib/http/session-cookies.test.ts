import { afterEach, describe, expect, it } from 'vitest'
import { loadSettings } from '@/lib/config/settings'
import {
  clearedSessionSetCookies,
  cookieHeaderWith,
  readSessionCookies,
  sessionSetCookies,
} from '@/lib/http/session-cookies'
import type { IssuedSession } from '@/lib/identity/sessions/establish-session'
import { productionEnvironment } from '@/tests/kit/production-environment'

const session = {
  accessToken: 'aaa',
  refreshToken: 'rrr',
  deviceToken: 'ddd',
  refreshExpiresInSeconds: 600,
} as IssuedSession

const local = () => loadSettings({ PORT: '3000' })
const production = () => loadSettings(productionEnvironment('postgresql://localhost/none'))
afterEach(local)

describe('session cookies', () => {
  it('have the __Host- prefix and Secure over https, and neither over plain http on localhost', () => {
    production()
    expect(sessionSetCookies(session)).toEqual([
      '__Host-access=aaa; Path=/; Max-Age=600; HttpOnly; SameSite=Lax; Secure',
      '__Host-refresh=rrr; Path=/; Max-Age=600; HttpOnly; SameSite=Lax; Secure',
      '__Host-device=ddd; Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax; Secure',
      '__Host-impersonator=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure',
    ])
    local()
    expect(sessionSetCookies(session)[0]).toBe(
      'access=aaa; Path=/; Max-Age=600; HttpOnly; SameSite=Lax',
    )
  })

  it('are cleared without the device cookie', () => {
    local()
    const names = clearedSessionSetCookies().map((cookie) => cookie.split('=', 1)[0])
    expect(names).toEqual(['access', 'refresh', 'impersonator'])
    expect(clearedSessionSetCookies().every((cookie) => cookie.includes('Max-Age=0'))).toBe(true)
  })

  it('are ignored without the prefix over https, because a subdomain can plant them', () => {
    production()
    expect(readSessionCookies('access=evil; refresh=evil; device=evil')).toEqual({
      access: null,
      refresh: null,
      device: null,
      impersonator: null,
    })
  })

  it('can be replaced in the request as if the browser had stored the renewed session', () => {
    local()
    const header = cookieHeaderWith('theme=dark; access=old; access=older; refresh=old', session)
    expect(readSessionCookies(header)).toMatchObject({
      access: 'aaa',
      refresh: 'rrr',
      device: 'ddd',
    })
    expect(header).toContain('theme=dark')
  })
})
