import { describe, expect, it } from 'vitest'
import { ipKey } from '@/lib/platform/ip-address'

describe('the key under which an address is counted', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:CB00:7107', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['::1', '::/64'],
  ])('of %s is %s', (ip, key) => expect(ipKey(ip)).toBe(key))

  it('is the same for all addresses of one IPv6 customer, and differs for the next customer', () => {
    expect(ipKey('2001:db8:1:2::1')).toBe(ipKey('2001:db8:1:2:ffff:ffff:ffff:ffff'))
    expect(ipKey('2001:db8:1:2::1')).not.toBe(ipKey('2001:db8:1:3::1'))
  })

  it('is one shared bucket for unknown and invalid addresses', () => {
    expect(new Set([null, '', 'unknown', '300.1.1.1', '203.0.113.7:80'].map(ipKey))).toEqual(
      new Set(['unknown']),
    )
  })
})
