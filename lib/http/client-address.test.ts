import { describe, expect, it } from 'vitest'
import { clientAddress } from '@/lib/http/request-context'

const behind = (
  hops: number,
  forwardedFor: string | null,
  remoteAddress: string | null = '10.0.0.1',
) => clientAddress({ remoteAddress, forwardedFor, hops })

describe('without a trusted proxy', () => {
  it.each([null, '', '198.51.100.1', '198.51.100.1, 203.0.113.7', 'for=198.51.100.1'])(
    'the peer is the client, whatever a header says: %s',
    (forged) => expect(behind(0, forged)).toBe('10.0.0.1'),
  )

  it('is unknown where the socket has no address', () => {
    expect(behind(0, '198.51.100.1', null)).toBeNull()
    expect(behind(0, '198.51.100.1', '')).toBeNull()
  })
})

describe('behind one proxy', () => {
  it('the client is what the proxy wrote, at the right end', () => {
    expect(behind(1, '203.0.113.7')).toBe('203.0.113.7')
  })

  it.each([
    '198.51.100.1, 203.0.113.7',
    '198.51.100.1,198.51.100.2,203.0.113.7',
    ',,,203.0.113.7',
    `${'198.51.100.1, '.repeat(10_000)}203.0.113.7`,
    'garbage, 203.0.113.7',
    '"198.51.100.1", 203.0.113.7',
  ])('what the client wrote before it changes nothing: %#', (forged) =>
    expect(behind(1, forged)).toBe('203.0.113.7'),
  )
})

describe('behind two proxies', () => {
  it('the client is the second from the right', () => {
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
  ])(
    'a chain that is too short or unreadable there counts for nothing, the peer is the address: %s',
    (chain) => expect(behind(2, chain)).toBe('10.0.0.1'),
  )

  it('is unknown when there is no peer either', () =>
    expect(behind(2, '203.0.113.7', null)).toBeNull())
})

describe('an address', () => {
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
  ])('%s is %s, so that it is counted once', (written, address) => {
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
  ])('is not guessed from what only looks like one: %s', (written) =>
    expect(behind(0, null, written)).toBeNull(),
  )
})
