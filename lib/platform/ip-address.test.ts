import { describe, expect, it } from 'vitest'
import {
  canonicalNetwork,
  clientAddress,
  ipKey,
  isInNetworks,
  parseNetwork,
} from '@/lib/platform/ip-address'

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

const behind = (
  hops: number,
  forwardedFor: string | null,
  remoteAddress: string | null = '10.0.0.1',
) => clientAddress({ remoteAddress, forwardedFor, hops })

describe('the client address without a trusted proxy', () => {
  it.each([null, '', '198.51.100.1', '198.51.100.1, 203.0.113.7', 'for=198.51.100.1'])(
    'is the peer, even with a forged header: %s',
    (forged) => expect(behind(0, forged)).toBe('10.0.0.1'),
  )

  it('is unknown when the socket has no address', () => {
    expect(behind(0, '198.51.100.1', null)).toBeNull()
    expect(behind(0, '198.51.100.1', '')).toBeNull()
  })
})

describe('the client address behind one proxy', () => {
  it('is the entry that the proxy appended', () => {
    expect(behind(1, '203.0.113.7')).toBe('203.0.113.7')
  })

  it.each([
    '198.51.100.1, 203.0.113.7',
    '198.51.100.1,198.51.100.2,203.0.113.7',
    ',,,203.0.113.7',
    `${'198.51.100.1, '.repeat(10_000)}203.0.113.7`,
    'garbage, 203.0.113.7',
    '"198.51.100.1", 203.0.113.7',
  ])('ignores entries forged by the client: %#', (forged) =>
    expect(behind(1, forged)).toBe('203.0.113.7'),
  )
})

describe('the client address behind two proxies', () => {
  it('is the second entry from the right', () => {
    expect(behind(2, '198.51.100.1, 203.0.113.7, 10.0.0.9')).toBe('203.0.113.7')
  })

  it.each([
    null,
    '',
    '203.0.113.7',
    'unknown, 10.0.0.9',
    ' , 10.0.0.9',
    '_hidden, 10.0.0.9',
    '127.1, 10.0.0.9',
    '0x7f.0.0.1, x',
  ])('is the peer if the chain is too short or invalid at that position: %s', (chain) =>
    expect(behind(2, chain)).toBe('10.0.0.1'),
  )

  it('is unknown when the peer is unknown too', () =>
    expect(behind(2, '203.0.113.7', null)).toBeNull())
})

describe('normalizing an address', () => {
  it.each([
    ['203.0.113.7:52100', '203.0.113.7'],
    ['[2001:db8::7]', '2001:db8::7'],
    ['[2001:db8::7]:52100', '2001:db8::7'],
    ['"[2001:db8::7]:52100"', '2001:db8::7'],
    ['2001:0DB8:0:0:0:0:0:7', '2001:db8::7'],
    ['fe80::7%eth0', 'fe80::7'],
    ['[fe80::7%25eth0]', 'fe80::7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:cb00:7107', '203.0.113.7'],
    ['  203.0.113.7\t', '203.0.113.7'],
  ])('turns %s into %s, so that every spelling is counted as one', (written, address) => {
    expect(behind(1, written)).toBe(address)
    expect(behind(0, null, written)).toBe(address)
  })

  it.each([
    '010.0.0.1',
    '300.1.1.1',
    '1.2.3',
    '2130706433',
    '203.0.113.7.',
    '[203.0.113.7',
    '::1::',
    'localhost',
  ])('rejects malformed addresses: %s', (written) => expect(behind(0, null, written)).toBeNull())
})

describe('a network', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7/32', '203.0.113.7'],
    ['203.0.113.7/20', '203.0.112.0/20'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['::ffff:203.0.113.7/120', '203.0.113.0/24'],
    ['2001:DB8:1:2::3/33', '2001:db8::/33'],
    ['2001:db8::1/128', '2001:db8::1'],
    ['::/0', '::/0'],
  ])('written %s is %s', (text, canonical) => {
    expect(canonicalNetwork(text)).toBe(canonical)
    expect(canonicalNetwork(canonical)).toBe(canonical)
  })

  it.each([
    '',
    '/24',
    '203.0.113/24',
    '203.0.113.7/',
    '203.0.113.7/33',
    '203.0.113.7/-1',
    '203.0.113.7/2/4',
    '203.0.113.7/0x8',
    '::ffff:203.0.113.7/90',
    '2001:db8::/129',
    'fe80::1%eth0/64',
    'x'.repeat(10_000),
  ])('is not %s', (text) => expect(canonicalNetwork(text)).toBeNull())

  it.each([
    ['203.0.113.7', '203.0.113.0/24', true],
    ['::ffff:203.0.113.7', '203.0.113.0/24', true],
    ['203.0.114.7', '203.0.113.0/24', false],
    ['203.0.113.7', '203.0.113.7', true],
    ['203.0.113.8', '203.0.113.7', false],
    ['2001:db8::5', '2001:db8::/32', true],
    ['2001:db9::5', '2001:db8::/32', false],
    ['203.0.113.7', '::/0', false],
    ['2001:db8::5', '0.0.0.0/0', false],
    [null, '0.0.0.0/0', false],
    ['garbage', '0.0.0.0/0', false],
  ])('%s in %s: %s', (ip, network, expected) => {
    expect(isInNetworks(ip, [parseNetwork(network)])).toBe(expected)
  })
})
