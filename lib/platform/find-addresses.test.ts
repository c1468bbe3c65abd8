import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { lookup } from 'node:dns/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { findAddresses } from '@/lib/platform/find-addresses'

const IPV4 = 1
const HEADER_BYTES = 12
let server: Socket
let servers: string[]

/** A name server with one IPv4 address for each name, except for `hangs.…` and `none.…`. */
beforeEach(async () => {
  server = createSocket('udp4', (query, from) => {
    const name = query.subarray(HEADER_BYTES + 1)
    if (name.toString('latin1').startsWith('hangs')) return
    const exists = !name.toString('latin1').startsWith('none')
    server.send(answerTo(query, exists), from.port, from.address)
  })
  await once(server.bind(0, '127.0.0.1'), 'listening')
  servers = [`127.0.0.1:${server.address().port}`]
})
afterEach(() => void server.close())

/** RFC 1035 §4: the header, the question, and an answer with 192.0.2.7 for a question of type A. */
function answerTo(query: Buffer, exists: boolean): Buffer {
  const questionEnds = query.indexOf(0, HEADER_BYTES) + 5
  const hasAnswer = exists && query.readUInt16BE(questionEnds - 4) === IPV4
  const header = Buffer.from(query.subarray(0, HEADER_BYTES))
  header.writeUInt16BE(exists ? 0x8180 : 0x8183, 2)
  header.writeUInt16BE(hasAnswer ? 1 : 0, 6)
  header.fill(0, 8)
  const answer = [0xc0, 12, 0, IPV4, 0, 1, 0, 0, 0, 60, 0, 4, 192, 0, 2, 7]
  const question = query.subarray(HEADER_BYTES, questionEnds)
  return Buffer.concat([header, question, Buffer.from(hasAnswer ? answer : [])])
}

it('finds the addresses of a name', async () => {
  expect(await findAddresses('one.example', servers)).toEqual([{ address: '192.0.2.7', family: 4 }])
})

it('rejects a name that does not exist', async () => {
  await expect(findAddresses('none.example', servers)).rejects.toMatchObject({ code: 'ENOTFOUND' })
})

it.each([
  ['localhost', '127.0.0.1'],
  ['my.LOCALHOST.', '127.0.0.1'],
  ['127.1', '127.0.0.1'],
  ['0x7f.1', '127.0.0.1'],
])('asks no name server about %s', async (host, address) => {
  const [first] = await findAddresses(host, ['127.0.0.1:1'])
  expect(first).toEqual({ address, family: 4 })
})

it('names whose servers never answer delay no other lookup, and are given up', async () => {
  const hanging = Array.from({ length: 8 }, (_, n) => findAddresses(`hangs.${n}.example`, servers))
  let isOver = false
  const over = Promise.allSettled(hanging).finally(() => (isOver = true))
  expect(await findAddresses('one.example', servers)).toHaveLength(1)
  // On the threads that all other lookups of the process share.
  expect(await lookup('localhost')).toBeTruthy()
  expect(isOver).toBe(false)
  for (const one of await over) expect(one).toMatchObject({ reason: { code: 'EAI_AGAIN' } })
})
