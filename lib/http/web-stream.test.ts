import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { streamedBody } from '@/lib/http/web-stream'

const file = () => Readable.from([Buffer.from('a file')])
const request = (method: string, signal = new AbortController().signal) => ({ method, signal })

it('is sent whole', async () => {
  expect(await new Response(streamedBody(file(), request('GET'))).text()).toBe('a file')
})

it.each([
  ['in an answer to HEAD', request('HEAD')],
  ['to a client that has gone', request('GET', AbortSignal.abort())],
])('is ended when it is not sent: %s', (_, to) => {
  const source = file()
  expect(streamedBody(source, to)).toBeNull()
  expect(source.destroyed).toBe(true)
})

it('is ended when the client leaves, whether it has read anything or not', () => {
  const source = file()
  const client = new AbortController()
  expect(streamedBody(source, request('GET', client.signal))).not.toBeNull()
  expect(source.destroyed).toBe(false)
  client.abort()
  expect(source.destroyed).toBe(true)
})

it('of a generator runs its end', async () => {
  let ended = false
  async function* lines() {
    try {
      yield 'one'
      yield 'two'
    } finally {
      ended = true
    }
  }
  const client = new AbortController()
  const body = streamedBody(lines(), request('GET', client.signal))!
  await body.getReader().read()
  client.abort()
  await new Promise((resolve) => setImmediate(resolve))
  expect(ended).toBe(true)
})
