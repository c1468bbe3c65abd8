import { beforeEach, describe, expect, it } from 'vitest'
import { loadSettings } from '@/lib/config/settings'
import { defineCookie } from '@/lib/http/define-cookie'
import { productionEnvironment } from '@/tests/kit/production-environment'

const local = () => loadSettings({ PORT: '3000' })
const production = () => loadSettings(productionEnvironment('postgresql://localhost/none'))
beforeEach(() => void local())

describe('a cookie of the service', () => {
  const sample = defineCookie({ name: 'sample', maxAgeSeconds: 60 })

  it('is for this host only, and hidden from script and other sites', () => {
    production()
    const attributes = 'Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure'
    expect(sample.set('v')).toBe(`__Host-sample=v; ${attributes}`)
    expect(sample.cleared()).toBe(`__Host-sample=; ${attributes.replace('60', '0')}`)
    local()
    expect(sample.set('v')).toBe('sample=v; Path=/; Max-Age=60; HttpOnly; SameSite=Lax')
  })

  it('is ignored without its prefix over https, because a subdomain can plant it', () => {
    production()
    expect(sample.read('sample=v')).toBeNull()
    expect(sample.read('sample=planted; __Host-sample=v')).toBe('v')
  })

  it.each([null, undefined, '', 'other=v', 'sample=', 'sample=a; sample=a', 'xsample=v'])(
    'is not read from %j',
    (header) => expect(sample.read(header)).toBeNull(),
  )

  it('lasts as long as its value, or as settings say at that time', () => {
    const given = defineCookie({ name: 'given', maxAgeSeconds: 'given' })
    expect(given.set('v', 7)).toContain('; Max-Age=7;')
    // @ts-expect-error -- no lifetime
    expect(() => given.set('v')).toThrow('lifetime')
    // @ts-expect-error -- the lifetime is declared
    expect(sample.set('v', 7)).toBeDefined()
    let seconds = 1
    const changing = defineCookie({ name: 'changing', maxAgeSeconds: () => seconds })
    seconds = 2
    expect(changing.set('v')).toContain('; Max-Age=2;')
  })

  it('is read only with a value that can be ours', () => {
    const strict = defineCookie({ name: 's', maxAgeSeconds: 1, accepts: (value) => value === 'a' })
    expect([strict.read('s=a'), strict.read('s=b'), strict.read('s=')]).toEqual(['a', null, null])
  })

  it('is readable by script only if it says so, and then has no prefix', () => {
    production()
    const readable = defineCookie({ name: 'open', maxAgeSeconds: 1, scriptable: true })
    expect(readable.set('v')).toBe('open=v; Path=/; Max-Age=1; SameSite=Lax; Secure')
    expect(readable.read('open=v')).toBe('v')
  })
})
