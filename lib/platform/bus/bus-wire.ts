import type { BusMessage } from '@/lib/platform/bus/bus'

const KNOWN = {
  'session.revoked': true,
  'user.sessions_revoked': true,
  'user.changed': true,
  'rbac.changed': true,
  'settings.changed': true,
  resync: true,
  'inbox.changed': true,
  'ui.patch': true,
  'ui.toast': true,
} as const satisfies Record<BusMessage['type'], true>

/** A message as it arrived. */
export interface Arrived {
  from: string
  message: BusMessage
  /** It was sent before its commit: the change may not be visible yet, or never be made. */
  early: boolean
}

/** A message as it travels: about 200 bytes of JSON, and never more than the 8000 that PostgreSQL carries. */
export function encodeMessage(from: string, message: BusMessage, early = false): string {
  return JSON.stringify(early ? { from, message, early } : { from, message })
}

/**
 * Reads a message that arrived. One that this build does not know (a newer instance sent it) means that something changed
 * of which it cannot tell what: it becomes `resync`.
 */
export function decodeMessage(text: string): Arrived {
  try {
    const { from, message, early } = JSON.parse(text) as Arrived
    if (typeof from === 'string' && Object.hasOwn(KNOWN, message.type))
      return { from, message, early: early === true }
  } catch {
    // Not JSON: as unknown as an unknown type.
  }
  return { from: '', message: { type: 'resync' }, early: false }
}
