import { Resolver } from 'node:dns/promises'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { afterEach, expect, it, vi } from 'vitest'
import { connectPublicly, isPrivateAddress, lookupPublicly } from '@/lib/platform/ssrf-guard'

let server: Server | null = null
afterEach(() => {
  vi.restoreAllMocks()
  server?.close()
})

/** A server on this machine that records connections. */
async function listening() {
  const met: string[] = []
  server = createServer((socket) => {
    met.push(String(socket.remoteAddress))
    socket.destroy()
  })
  await new Promise<void>((done) => server!.listen(0, '127.0.0.1', done))
  return { port: (server.address() as AddressInfo).port, met }
}

it.each([
  '127.0.0.1',
  '127.8.8.8',
  '0.0.0.0',
  '10.1.2.3',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '100.100.100.200',
  '168.63.129.16',
  '::ffff:168.63.129.16',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  '::ffff:127.0.0.1',
  '::ffff:a9fe:a9fe',
  '::127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::7f00:1',
  '::ffff:0:127.0.0.1',
  '5f00::1',
  '3fff::1',
  '4000::1',
  'fec0::1',
  '100::1',
  '2002:7f00:1::',
  'fd00:ec2::254',
  'fe80::1%eth0',
  'ff02::1',
  'no address',
])('%s is not public', (address) => expect(isPrivateAddress(address)).toBe(true))

it.each([
  '1.1.1.1',
  '172.32.0.1',
  '100.128.0.1',
  '::ffff:8.8.8.8',
  '2606:4700::1111',
  '2a00:1450::1',
])('%s is public', (address) => expect(isPrivateAddress(address)).toBe(false))

it.each([
  'localhost',
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f.1',
  '0177.0.0.1',
  '::1',
  '::ffff:127.0.0.1',
])('does not connect to this machine in any spelling: %s', async (host) => {
  const { port, met } = await listening()
  await expect(connectPublicly({ host, port }, 2000)).rejects.toThrow('not allowed here')
  expect(met).toEqual([])
})

it('connects only to the public ones among several addresses of a name', async () => {
  vi.spyOn(Resolver.prototype, 'resolve4').mockResolvedValue(['10.0.0.1', '1.1.1.1'] as never)
  vi.spyOn(Resolver.prototype, 'resolve6').mockResolvedValue([
    '::ffff:127.0.0.1',
    '2606:4700::1111',
    '64:ff9b::7f00:1',
  ] as never)
  const ask = (options: { all: boolean }) =>
    new Promise((resolve) =>
      lookupPublicly('several.example', options, (...answer) => resolve(answer)),
    )
  const all = [
    { address: '1.1.1.1', family: 4 },
    { address: '2606:4700::1111', family: 6 },
  ]
  expect(await ask({ all: true })).toEqual([null, all])
  expect(await ask({ all: false })).toEqual([null, '1.1.1.1', 4])
})

it('resolves a name only once, so that its address cannot change between check and connection', async () => {
  const { port, met } = await listening()
  const asked = vi
    .spyOn(Resolver.prototype, 'resolve4')
    .mockResolvedValue(['203.0.113.9'] as never)
    .mockResolvedValueOnce(['127.0.0.1'] as never)
  vi.spyOn(Resolver.prototype, 'resolve6').mockRejectedValue(new Error('none'))
  await expect(connectPublicly({ host: 'rebind.example', port }, 2000)).rejects.toThrow()
  expect(asked).toHaveBeenCalledTimes(1)
  expect(met).toEqual([])
})
