import { describe, expect, it } from 'vitest'
import type { LiveCaller } from '@/lib/http/live-caller'
import { newId } from '@/lib/platform/ids'
import { LiveSocket } from '@/server/live/live-socket'

/** A connection that keeps what it sends. */
class RecordingSocket extends LiveSocket {
  readonly sent: string[] = []

  cut(): void {}

  beat(): void {}

  protected write(event: string): void {
    this.sent.push(event)
  }

  protected closeTransport(): void {}
}

function connect(credential: LiveCaller['credential'], firstEvent: 'first-event' | 'nothing') {
  const caller = { userId: newId(), credential, credentialId: newId(), generation: 0 }
  return new RecordingSocket('api', { ...caller, accessVersion: 'v1', endsAt: null }, firstEvent)
}

const EVENTS = ['inbox.updated', 'session.revoked', 'permissions.updated']

describe('a connection', () => {
  it('with an API key hears of permissions only, not of the inbox and sessions of its owner', () => {
    for (const firstEvent of ['first-event', 'nothing'] as const) {
      const socket = connect('api_key', firstEvent)
      for (const event of [...EVENTS, 'an.event.of.later']) socket.send(event, {})
      expect(socket.sent).toEqual(['permissions.updated'])
    }
  })

  it('of a session hears of everything, after its first event', () => {
    const socket = connect('session', 'first-event')
    for (const event of EVENTS) socket.send(event, {})
    expect(socket.sent).toEqual([])
    socket.begin('inbox.updated', {})
    expect(socket.sent).toEqual(['inbox.updated', ...EVENTS])
  })
})
