import { describe, expect, it } from 'vitest'
import { isRpIdOf, passkeySettings } from '@/lib/config/passkey-settings'
import { settings, SettingsError } from '@/lib/config/settings'
import { useSettings } from '@/tests/kit/test-settings'

const settingsAt = (baseUrl: string) =>
  passkeySettings(baseUrl, { rpId: undefined, appOrigins: [] })

describe('the relying party', () => {
  it('is the host of the service, and only its own origin may use passkeys', () => {
    expect(settingsAt('https://id.example.com:8443')).toEqual({
      rpId: 'id.example.com',
      origins: ['https://id.example.com:8443'],
    })
    expect(settingsAt('http://localhost:3000')).toEqual({
      rpId: 'localhost',
      origins: ['http://localhost:3000'],
    })
  })

  it.each([
    'http://127.0.0.1:3000',
    'https://192.0.2.1',
    'https://[2001:db8::1]',
    'http://id.example.com',
  ])('does not exist at %s, where browsers offer no passkeys', (baseUrl) =>
    expect(settingsAt(baseUrl)).toBeNull(),
  )

  it('can be a domain above the host, and apps can be added', () => {
    const appOrigins = ['android:apk-key-hash:pNiP5iKyQ8JwgGOaKA1zGPUPJIS-0H1xKCQcfIoGLck']
    const given = passkeySettings('https://id.example.com', { rpId: 'example.com', appOrigins })
    expect(given).toEqual({
      rpId: 'example.com',
      origins: ['https://id.example.com', ...appOrigins],
    })
  })

  it.each([
    ['example.com', true],
    ['id.example.com', true],
    ['com', false],
    ['ample.com', false],
    ['other.example.com', false],
    ['other.example', false],
  ])('of id.example.com can be %s: %s', (rpId, allowed) =>
    expect(isRpIdOf(rpId, 'id.example.com')).toBe(allowed),
  )

  it('of another domain stops the start, because no browser would accept it', () => {
    expect(() => useSettings({ AUTH_PASSKEY_RP_ID: 'example.org' })).toThrow(SettingsError)
  })

  it.each([
    'http://app.example.com',
    'http://localhost.example.com',
    'http://localhost:99999',
    'http://localhost:3001/',
    'app.example.com',
    'android:apk-key-hash:short',
    'javascript:alert(1)',
  ])('does not accept %s as an origin of an app', (appOrigin) =>
    expect(() => useSettings({ AUTH_PASSKEY_APP_ORIGINS: appOrigin })).toThrow(SettingsError),
  )

  it('lets an app on this machine be developed, but never with passkeys of a real domain', () => {
    const appOrigins = { AUTH_PASSKEY_APP_ORIGINS: 'http://localhost:5173' }
    useSettings({ ...appOrigins, APP_BASE_URL: 'http://localhost:3000' })
    expect(settings().passkeys?.origins).toContain('http://localhost:5173')
    expect(() => useSettings({ ...appOrigins, APP_BASE_URL: 'http://127.0.0.1:3000' })).toThrow(
      SettingsError,
    )
    const inProduction = { ...appOrigins, APP_ENV: 'production' }
    expect(() => useSettings({ ...inProduction, APP_BASE_URL: 'https://id.example.com' })).toThrow(
      /AUTH_PASSKEY_APP_ORIGINS can only contain/,
    )
  })
})
